import { sql, type Transaction } from 'kysely';
import { indexChangedRows } from './public-documents.ts';
import { runTransaction } from './retry-conflicts.ts';
import type { Database, Tables } from './schema.ts';
import { readChangedTexts } from './text-images.ts';

/** How long the process may reuse the numbers that it read. Another provider may have written since: then they are older than the content that is read next, never newer. */
const REREAD_MS = 250;

/** Rows whose words and images a change reads itself; the scheduler does it with the rest. */
const INDEXED_PER_CHANGE = 20;

/**
 * What a change does for visitors: an `internal` one changes nothing that they see, for example a draft; an `addition` leaves all public content public; a `withdrawal`
 * may not. In this order.
 */
const CHANGE_KINDS = ['internal', 'addition', 'withdrawal'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

const getStrongestKind = (kinds: readonly ChangeKind[]): ChangeKind => CHANGE_KINDS.findLast((kind) => kinds.includes(kind)) ?? 'withdrawal';

export interface RevisionState {
  /** The number of the last change of any content. */
  readonly number: number;
  /** The number of the last change that visitors can see: what they get is cached by it. */
  readonly visible: number;
  /** The number of the last change that may have withdrawn something: nothing has been withdrawn after it. */
  readonly withdrawal: number;
}

const COLUMNS = ['number', 'withdrawn_number', 'classified_number', 'public_number', 'public_classified_number'] as const;
type RevisionRow = Readonly<Record<(typeof COLUMNS)[number], number>>;

/** A release that does not classify its changes raises the number only: that counts as public, and as a withdrawal. */
const toState = (row: RevisionRow): RevisionState => ({
  number: row.number,
  visible: row.public_classified_number === row.number ? row.public_number : row.number,
  withdrawal: row.classified_number === row.number ? row.withdrawn_number : row.number,
});

export const readRevision = async (db: Database): Promise<RevisionState | undefined> => {
  const row = await db.selectFrom('content_revision').select(COLUMNS).where('id', '=', 1).executeTakeFirst();
  return row === undefined ? undefined : toState(row);
};

/** Numbers that grow with the changes of content; pages and responses are cached by them. */
export const createRevision = async (db: Database) => {
  await db
    .insertInto('content_revision')
    .values({ id: 1, number: 1 })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();

  let latest: RevisionState = { number: 0, visible: 0, withdrawal: 0 };
  let readAt = Number.NEGATIVE_INFINITY;
  const setLatest = (state: RevisionState): RevisionState => {
    if (state.number >= latest.number) latest = state;
    return latest;
  };

  /** Concurrent requests share one reading. */
  let reading: Promise<RevisionState> | undefined;
  const readAgain = async (): Promise<RevisionState> => {
    const startedAt = performance.now();
    const state = await readRevision(db);
    readAt = startedAt;
    return state === undefined ? latest : setLatest(state);
  };

  const raise = (transaction: Database) =>
    transaction
      .updateTable('content_revision')
      .set((expression) => ({
        number: expression('number', '+', 1),
        classified_number: expression('number', '+', 1),
        withdrawn_number: sql<number>`case when classified_number = number then withdrawn_number else number end`,
        public_classified_number: expression('number', '+', 1),
        public_number: sql<number>`case when public_classified_number = number then public_number else number end`,
      }))
      .where('id', '=', 1)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();

  /** Says what the change was whose number is the current one. */
  const classify = async (transaction: Database, state: RevisionState, kind: ChangeKind): Promise<RevisionState> => {
    if (kind === 'internal') return state;
    const { number } = state;
    const isWithdrawal = kind === 'withdrawal';
    await transaction
      .updateTable('content_revision')
      .set({ public_number: number, ...(isWithdrawal && { withdrawn_number: number }) })
      .where('id', '=', 1)
      .execute();
    return { number, visible: number, withdrawal: isWithdrawal ? number : state.withdrawal };
  };

  return {
    /** The current numbers, read together. Read them before the content: then they are never newer than the content. */
    state: async (): Promise<RevisionState> => {
      if (performance.now() - readAt < REREAD_MS) return latest;
      reading ??= readAgain().finally(() => {
        reading = undefined;
      });
      return reading;
    },
    /**
     * Commits one change of content and raises the number, both or neither. `work` is repeated when its transaction collided with another one. It may note what it does for
     * visitors, and then the strongest kind that it has noted counts; otherwise `kind`.
     */
    write: async <T>(work: (transaction: Transaction<Tables>, note: (kind: ChangeKind) => void) => Promise<T>, kind: ChangeKind = 'withdrawal'): Promise<T> => {
      const { value, state } = await runTransaction(db, async (transaction) => {
        // Before anything else, because on PostgreSQL the row is also the lock that admits one writer at a time.
        const raised = toState(await raise(transaction));
        const noted: ChangeKind[] = [];
        const value = await work(transaction, (each) => void noted.push(each));
        if (noted.length === 0) noted.push(kind);
        // Among them may be what a provider of another release has written.
        const read = [await indexChangedRows(transaction, INDEXED_PER_CHANGE), await readChangedTexts(transaction, INDEXED_PER_CHANGE)];
        if (read.some(({ isVisible }) => isVisible)) noted.push('addition');
        return { value, state: await classify(transaction, raised, getStrongestKind(noted)) };
      });
      setLatest(state);
      return value;
    },
  };
};

export type Revision = Awaited<ReturnType<typeof createRevision>>;
