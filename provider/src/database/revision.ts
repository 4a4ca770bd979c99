import type { Transaction } from 'kysely';
import type { Database } from './connection.ts';
import type { Tables } from './schema.ts';

/** How long the process may reuse the number that it read: another provider may have written since. */
const REREAD_MS = 250;

/** A number that grows with every change of public content; pages and responses are cached by it. */
export interface Revision {
  /** The current number. Read it before the content: then it is never newer than the content. */
  current(): Promise<number>;
  /** Commits one change of content and raises the number, both or neither. */
  write<T>(work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T>;
}

export const createRevision = async (db: Database): Promise<Revision> => {
  await db
    .insertInto('content_revision')
    .values({ id: 1, number: 1 })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();

  let latest = 0;
  let readAt = Number.NEGATIVE_INFINITY;
  const setLatest = (number: number): number => {
    latest = Math.max(latest, number);
    return latest;
  };

  return {
    current: async () => {
      const now = performance.now();
      if (now - readAt < REREAD_MS) return latest;
      readAt = now;
      const row = await db.selectFrom('content_revision').select('number').where('id', '=', 1).executeTakeFirst();
      return setLatest(row?.number ?? 0);
    },
    write: async (work) => {
      const { value, number } = await db.transaction().execute(async (transaction) => {
        // Before anything else, because on PostgreSQL the row is also the lock that admits one writer at a time.
        const row = await transaction
          .updateTable('content_revision')
          .set((expression) => ({ number: expression('number', '+', 1) }))
          .where('id', '=', 1)
          .returning('number')
          .executeTakeFirstOrThrow();
        return { value: await work(transaction), number: row.number };
      });
      setLatest(number);
      return value;
    },
  };
};
