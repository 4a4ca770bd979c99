import { sql, type Transaction } from 'kysely';
import type { Database } from './connection.ts';
import { indexChangedRows } from './public-documents.ts';
import { retryConflicts } from './retry-conflicts.ts';
import type { Tables } from './schema.ts';
import { readChangedTexts } from './text-images.ts';

/** How long the process may reuse the numbers that it read. Another provider may have written since: then they are older than the content that is read next, never newer. */
const REREAD_MS = 250;

/** Rows whose words and images a change reads itself; the scheduler does it with the rest. */
const INDEXED_PER_CHANGE = 20;

/** What a change does with content that was public: an `addition` leaves all of it public, a `withdrawal` may not. */
export type ChangeKind = 'addition' | 'withdrawal';

export interface RevisionState {
  readonly number: number;
  /** The number of the last change that may have withdrawn something: nothing has been withdrawn after it. */
  readonly withdrawal: number;
}

/** A number that grows with every change of public content; pages and responses are cached by it. */
export interface Revision {
  /** The current number. Read it before the content: then it is never newer than the content. */
  current(): Promise<number>;
  /** The current number and that of the last withdrawal, read together. */
  state(): Promise<RevisionState>;
  /** Commits one change of content and raises the number, both or neither. `work` is repeated when its transaction collided with another one. */
  write<T>(work: (transaction: Transaction<Tables>) => Promise<T>, kind?: ChangeKind): Promise<T>;
}

interface RevisionRow {
  readonly number: number;
  readonly withdrawn_number: number;
  readonly classified_number: number;
}

const COLUMNS = ['number', 'withdrawn_number', 'classified_number'] as const;

/** A release that does not classify its changes raises the number only: that counts as a withdrawal. */
const toState = ({ number, withdrawn_number, classified_number }: RevisionRow): RevisionState => ({
  number,
  withdrawal: classified_number === number ? withdrawn_number : number,
});

export const createRevision = async (db: Database): Promise<Revision> => {
  await db
    .insertInto('content_revision')
    .values({ id: 1, number: 1 })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();

  let latest: RevisionState = { number: 0, withdrawal: 0 };
  let readAt = Number.NEGATIVE_INFINITY;
  const setLatest = (state: RevisionState): RevisionState => {
    if (state.number >= latest.number) latest = state;
    return latest;
  };

  const state = async (): Promise<RevisionState> => {
    const now = performance.now();
    if (now - readAt < REREAD_MS) return latest;
    readAt = now;
    const row = await db.selectFrom('content_revision').select(COLUMNS).where('id', '=', 1).executeTakeFirst();
    return row === undefined ? latest : setLatest(toState(row));
  };

  return {
    state,
    current: async () => (await state()).number,
    write: async (work, kind = 'withdrawal') => {
      const { value, row } = await retryConflicts(() =>
        db.transaction().execute(async (transaction) => {
          // Before anything else, because on PostgreSQL the row is also the lock that admits one writer at a time.
          const row = await transaction
            .updateTable('content_revision')
            .set((expression) => ({
              number: expression('number', '+', 1),
              classified_number: expression('number', '+', 1),
              withdrawn_number:
                kind === 'withdrawal' ? expression('number', '+', 1) : sql<number>`case when classified_number = number then withdrawn_number else number end`,
            }))
            .where('id', '=', 1)
            .returning(COLUMNS)
            .executeTakeFirstOrThrow();
          const value = await work(transaction);
          await indexChangedRows(transaction, INDEXED_PER_CHANGE);
          await readChangedTexts(transaction, INDEXED_PER_CHANGE);
          return { value, row };
        }),
      );
      setLatest(toState(row));
      return value;
    },
  };
};
