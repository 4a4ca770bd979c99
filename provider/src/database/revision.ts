import type { Transaction } from 'kysely';
import type { Database } from './connection.ts';
import type { Tables } from './schema.ts';

/** How long a number that this process read may stand in for the database's own: another provider may have written. */
const REREAD_MS = 250;

/** The number that grows with every change of public content; pages and answers are cached by it. */
export interface Revision {
  /** The number now. Read it before the content that it stands for: then it is never newer than the content. */
  current(): Promise<number>;
  /** Runs one change of content and counts it, both or neither. */
  write<T>(work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T>;
}

export const createRevision = async (db: Database): Promise<Revision> => {
  await db
    .insertInto('content_revision')
    .values({ id: 1, number: 1 })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();

  let known = 0;
  let readAt = Number.NEGATIVE_INFINITY;
  const remember = (number: number): number => {
    known = Math.max(known, number);
    return known;
  };

  return {
    current: async () => {
      const now = performance.now();
      if (now - readAt < REREAD_MS) return known;
      readAt = now;
      const row = await db.selectFrom('content_revision').select('number').where('id', '=', 1).executeTakeFirst();
      return remember(row?.number ?? 0);
    },
    write: async (work) => {
      const { value, number } = await db.transaction().execute(async (transaction) => {
        // First of all, because the row is also the lock that lets one writer at a time in on PostgreSQL.
        const row = await transaction
          .updateTable('content_revision')
          .set((expression) => ({ number: expression('number', '+', 1) }))
          .where('id', '=', 1)
          .returning('number')
          .executeTakeFirstOrThrow();
        return { value: await work(transaction), number: row.number };
      });
      remember(number);
      return value;
    },
  };
};
