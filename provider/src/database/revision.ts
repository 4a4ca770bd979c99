import { sql, type Transaction } from 'kysely';
import { indexChangedRows } from './public-documents.ts';
import { runTransaction } from './retry-conflicts.ts';
import type { Database, Tables } from './schema/tables.ts';
import { indexChangedTexts } from './text-images.ts';

/** How long the process may reuse the last revision that it read. A reused revision may be older than the content that is read next, but never newer. */
const REREAD_MS = 250;

/** Maximum number of changed rows to index as part of a change. The scheduler indexes the remaining rows. */
const ROWS_INDEXED_PER_CHANGE = 20;

/**
 * Effect of a change on visitors, weakest first. An `internal` change, for example to a draft, alters nothing that visitors see. An `addition` keeps all public
 * content public. A `withdrawal` may remove public content.
 */
const CHANGE_KINDS = ['internal', 'addition', 'withdrawal'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

const getStrongestKind = (kinds: readonly ChangeKind[]): ChangeKind => CHANGE_KINDS.findLast((kind) => kinds.includes(kind)) ?? 'withdrawal';

export interface RevisionState {
  /** Number of the last change to any content. */
  readonly number: number;
  /** Number of the last change that visitors can see. Responses to visitors are cached by this number. */
  readonly visible: number;
  /** Number of the last change that may have withdrawn something. No later change has withdrawn anything. */
  readonly withdrawal: number;
}

const COLUMNS = ['number', 'withdrawn_number', 'classified_number', 'public_number', 'public_classified_number'] as const;
type RevisionRow = Readonly<Record<(typeof COLUMNS)[number], number>>;

/** Converts a row. A release that does not classify its changes raises only `number`. Such a change then counts as both public and a withdrawal. */
const toState = (row: RevisionRow): RevisionState => ({
  number: row.number,
  visible: row.public_classified_number === row.number ? row.public_number : row.number,
  withdrawal: row.classified_number === row.number ? row.withdrawn_number : row.number,
});

export const readRevision = async (db: Database): Promise<RevisionState | undefined> => {
  const row = await db.selectFrom('content_revision').select(COLUMNS).where('id', '=', 1).executeTakeFirst();
  return row === undefined ? undefined : toState(row);
};

/** Creates the content revision, which consists of numbers that increase with changes. Pages and responses are cached by these numbers. */
export const createRevision = async (db: Database) => {
  await db
    .insertInto('content_revision')
    .values({ id: 1, number: 1 })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();

  let latestState: RevisionState = { number: 0, visible: 0, withdrawal: 0 };
  let readAt = Number.NEGATIVE_INFINITY;
  const setLatestState = (state: RevisionState): RevisionState => {
    if (state.number >= latestState.number) latestState = state;
    return latestState;
  };

  let readPromise: Promise<RevisionState> | undefined;
  const rereadRevision = async (): Promise<RevisionState> => {
    const startedAt = performance.now();
    const state = await readRevision(db);
    readAt = startedAt;
    return state === undefined ? latestState : setLatestState(state);
  };

  const incrementRevision = (transaction: Database) =>
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
    /**
     * Returns the current numbers, which come from a single read. Call this before reading the content, so that the numbers are never newer than the content.
     */
    state: async (): Promise<RevisionState> => {
      if (performance.now() - readAt < REREAD_MS) return latestState;
      readPromise ??= rereadRevision().finally(() => {
        readPromise = undefined;
      });
      return readPromise;
    },
    /**
     * Commits a content change together with the new number. Retries `work` if its transaction conflicts with another one. The change has the strongest effect
     * that `work` passes to `recordEffect`, or `kind` if it passes none.
     */
    write: async <T>(
      work: (transaction: Transaction<Tables>, recordEffect: (kind: ChangeKind) => void) => Promise<T>,
      kind: ChangeKind = 'withdrawal',
    ): Promise<T> => {
      const { value, state } = await runTransaction(db, async (transaction) => {
        // Raise the number first, because on PostgreSQL this locks the row, so that only one writer at a time can proceed.
        const incrementedState = toState(await incrementRevision(transaction));
        const recordedKinds: ChangeKind[] = [];
        const value = await work(transaction, (effect) => void recordedKinds.push(effect));
        if (recordedKinds.length === 0) recordedKinds.push(kind);
        // The indexed rows may include rows that a provider of another release wrote.
        const read = [await indexChangedRows(transaction, ROWS_INDEXED_PER_CHANGE), await indexChangedTexts(transaction, ROWS_INDEXED_PER_CHANGE)];
        if (read.some(({ isVisible }) => isVisible)) recordedKinds.push('addition');
        return { value, state: await classify(transaction, incrementedState, getStrongestKind(recordedKinds)) };
      });
      setLatestState(state);
      return value;
    },
  };
};

export type Revision = Awaited<ReturnType<typeof createRevision>>;
