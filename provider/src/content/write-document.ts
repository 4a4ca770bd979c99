import type { FieldErrors } from '@site/shared/domain/content-kind';
import { sql } from 'kysely';
import { listTextImages } from '../database/consent-queries.ts';
import { insertContent, updateContent, type WrittenColumns } from '../database/content-store.ts';
import {
  type DocumentKind,
  type DocumentRow,
  getAltColumn,
  getStatus,
  isPublicOrScheduled,
  listImageColumns,
  listTextColumns,
} from '../database/document-kinds.ts';
import { closeReview } from '../database/review-queries.ts';
import type { ChangeKind } from '../database/revision.ts';
import type { Database } from '../database/schema/tables.ts';
import { indexChangedTexts } from '../database/text-images.ts';
import { endAutosaveSession, recordVersion, toDocumentState, UNSAVED_TIMESTAMP, updateVersionBase } from '../database/version-queries.ts';
import type { Columns } from '../domain/content-columns.ts';
import { EditConflictError, nextTimestamp } from '../domain/edit-conflicts.ts';
import { ValidationError } from '../domain/errors.ts';
import { checkDocument, findCheckedImage, removeMissingImages } from './check-document.ts';

/** A content transaction. `recordEffect` records how the transaction affects visitors. */
export interface ContentTransaction {
  readonly db: Database;
  readonly recordEffect: (kind: ChangeKind) => void;
}

/** Finds a document, even if it is in the trash. */
export const findDocumentRow = async (db: Database, { table }: DocumentKind, id: string): Promise<DocumentRow | undefined> =>
  (await sql<DocumentRow>`select * from ${sql.table(table)} where id = ${id}`.execute(db)).rows[0];

const TEXT_BATCH_SIZE = 100;

/** Returns the ids of the documents that show the image, including documents in the trash. */
export const listDocumentsWithImage = async (db: Database, documentKind: DocumentKind, imageId: string): Promise<string[]> => {
  // Index texts that another release has stored but not indexed.
  while ((await indexChangedTexts(db, TEXT_BATCH_SIZE)).count > 0);
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(documentKind.table)} where ${sql.join(
      listImageColumns(documentKind).map((column) => sql`${sql.ref(column)} = ${imageId}`),
      sql` or `,
    )}
    union select document_id as id from text_images where kind = ${documentKind.kind.name} and image_id = ${imageId}`.execute(db);
  return rows.map(({ id }) => id);
};

interface Change {
  /** The account id, or '' for the server itself. */
  readonly by: string;
  readonly at: Date;
  /** How to handle a document that would become public without meeting the rules: refuse the change with a ValidationError, or make the document a draft. */
  readonly whenRefused: 'throw' | 'make draft';
  /** Whether the editor saved automatically. All autosaves between two manual saves form one version. */
  readonly isAutosave?: boolean;
}

interface NewDocument extends Change {
  readonly columns: WrittenColumns;
}

export interface DocumentChange extends Change {
  readonly columns: WrittenColumns | ((row: DocumentRow) => WrittenColumns);
  /** Timestamp of the row that the change is based on. If absent, the change applies to the current row. */
  readonly expected?: string;
  readonly keptImageId?: string | null;
  /** Texts that the writer discarded in an edit conflict. They become a version between the previous and the new one. */
  readonly discardedColumns?: Columns | undefined;
  /**
   * `none` records no version, for changes that leave all texts alone or also update the existing versions. `when refused` records a version only if the
   * document becomes a draft.
   */
  readonly version?: 'none' | 'when refused';
}

type Row = Readonly<Record<string, unknown>>;

const isInTrash = ({ deleted_at }: Row): boolean => (deleted_at ?? null) !== null;
const getImageId = ({ picture_id }: Row): string | null => (typeof picture_id === 'string' ? picture_id : null);

const listImages = (documentKind: DocumentKind, row: Row): string[] => [
  ...[getImageId(row)].filter((id) => id !== null),
  ...listTextColumns(documentKind).flatMap(([, column]) => listTextImages(String(row[column] ?? ''))),
];

/** Classifies a change by its effect on visitors. A scheduled document counts as public, because the scheduler may publish it before the change is stored. */
const classify = (documentKind: DocumentKind, before: Row | undefined, after: Row): ChangeKind => {
  const isVisible = (row: Row): boolean => !isInTrash(row) && isPublicOrScheduled(getStatus(row));
  if (before === undefined || !isVisible(before)) return isVisible(after) ? 'addition' : 'internal';
  const images = new Set(listImages(documentKind, after));
  const staysPublic = !isInTrash(after) && getStatus(after) === 'published';
  return staysPublic && listImages(documentKind, before).every((id) => images.has(id)) ? 'addition' : 'withdrawal';
};

const findErrors = async (db: Database, documentKind: DocumentKind, row: Row, now: Date): Promise<FieldErrors> =>
  isInTrash(row) ? {} : checkDocument(db, documentKind, { row, status: getStatus(row), image: await findCheckedImage(db, row), now });

/**
 * Returns the faults that the document already had and may keep. A published document may keep the faults of unchanged fields. A scheduled document may keep a
 * publication time in the past, because the scheduler may be about to publish the document.
 */
const listExistingFaults = async (db: Database, documentKind: DocumentKind, before: Row, after: Row, at: Date): Promise<FieldErrors> => {
  const { kind, columnNames, publishAtColumn } = documentKind;
  const isColumnUnchanged = (column: string): boolean => (before[column] ?? null) === (after[column] ?? null);
  if (isInTrash(before)) return {};
  const existingFaults = await findErrors(db, documentKind, before, at);
  const isUnchangedFault = (field: string): boolean => {
    if (field === kind.publishAtField) return publishAtColumn !== null && getStatus(before) === 'scheduled' && isColumnUnchanged(publishAtColumn);
    // Faults that have no column, such as missing consent, belong to the image.
    return getStatus(before) === 'published' && isColumnUnchanged(columnNames[field] ?? 'picture_id');
  };
  return Object.fromEntries(Object.entries(existingFaults).filter(([field]) => isUnchangedFault(field)));
};

/**
 * Returns the columns to store and the reasons, keyed by field, why the document becomes a draft. Throws a ValidationError if the change is refused. A public
 * document with an existing fault stays public, because an unrelated change is no reason to unpublish it.
 */
const applyRules = async (db: Database, documentKind: DocumentKind, before: Row | undefined, after: Row, { whenRefused, at }: Change) => {
  const errors = await findErrors(db, documentKind, after, at);
  const existingFaults = before !== undefined && Object.keys(errors).length > 0 ? await listExistingFaults(db, documentKind, before, after, at) : {};
  const reasons = Object.fromEntries(Object.entries(errors).filter(([field, message]) => existingFaults[field] !== message));
  const hasReasons = Object.keys(reasons).length > 0;
  if (hasReasons && whenRefused === 'throw') throw new ValidationError(reasons);
  return hasReasons && isPublicOrScheduled(getStatus(after)) ? { refused: reasons, columns: { status: 'draft' } } : { refused: {}, columns: {} };
};

const dropMissingImages = async (db: Database, documentKind: DocumentKind, columns: WrittenColumns): Promise<WrittenColumns> => {
  const texts = listTextColumns(documentKind).flatMap(([, column]) => (typeof columns[column] === 'string' ? [[column, columns[column]] as const] : []));
  return { ...columns, ...(await removeMissingImages(db, Object.fromEntries(texts))) };
};

const toState = ({ columnNames }: DocumentKind, row: Row) => ({ ...toDocumentState(columnNames, row, getImageId(row)), status: getStatus(row) });

/** Records unsaved text as a version. The text was never public, whatever the document's status. */
export const recordUnsavedColumns = async (
  db: Database,
  documentKind: DocumentKind,
  row: Row,
  unsavedColumns: Columns,
  { by, at }: Pick<Change, 'by' | 'at'>,
): Promise<void> => {
  const { kind, versionKind } = documentKind;
  if (versionKind === null) return;
  const id = String(row.id);
  // Also turn text that the writer autosaved on another device into a permanent version.
  await endAutosaveSession(db, versionKind, id);
  const altColumn = getAltColumn(documentKind);
  // The image may have been withdrawn since its alternative text was typed.
  const describedColumns = getImageId(row) === null ? { ...unsavedColumns, [altColumn]: String(row[altColumn] ?? '') } : unsavedColumns;
  const unsavedRow = { ...row, ...(await dropMissingImages(db, documentKind, describedColumns)) };
  const save = { kind: versionKind, id, imageName: kind.image.name, isAutosave: false, keptImageId: null, by, at };
  await recordVersion(db, {
    ...save,
    isUnsaved: true,
    before: toState(documentKind, row),
    after: { ...toState(documentKind, unsavedRow), status: 'draft', updatedAt: UNSAVED_TIMESTAMP },
  });
};

const recordSideEffects = async (
  { db, recordEffect }: ContentTransaction,
  documentKind: DocumentKind,
  before: Row | undefined,
  after: Row & { readonly id: string },
  change: Omit<DocumentChange, 'columns'>,
): Promise<void> => {
  const { kind, columnNames, versionKind } = documentKind;
  recordEffect(classify(documentKind, before, after));
  if (versionKind === null) return;
  if (!isInTrash(after) && isPublicOrScheduled(getStatus(after))) await closeReview(db, { kind: versionKind, id: after.id });
  const visibleColumns = [...Object.values(columnNames), 'picture_id', 'status'];
  const isUnchanged =
    before !== undefined &&
    change.keptImageId == null &&
    change.discardedColumns === undefined &&
    visibleColumns.every((column) => (before[column] ?? null) === (after[column] ?? null));
  if (before !== undefined && (isUnchanged || change.version === 'none')) {
    // A manual save makes the preceding autosaved version permanent.
    if (change.version !== 'none' && change.isAutosave !== true) await endAutosaveSession(db, versionKind, after.id);
    await updateVersionBase(db, { id: after.id, updated_at: String(before.updated_at) }, String(after.updated_at));
    return;
  }
  if (before !== undefined && change.discardedColumns !== undefined) await recordUnsavedColumns(db, documentKind, before, change.discardedColumns, change);
  await recordVersion(db, {
    kind: versionKind,
    id: after.id,
    imageName: kind.image.name,
    before: before === undefined ? undefined : toState(documentKind, before),
    after: toState(documentKind, after),
    isAutosave: change.isAutosave === true,
    keptImageId: change.keptImageId ?? null,
    by: change.by,
    at: change.at,
  });
};

/** Stores a new document. Returns the reasons, keyed by field, why the document became a draft. Throws a ValidationError if the document is refused. */
export const createDocument = async (transaction: ContentTransaction, documentKind: DocumentKind, id: string, change: NewDocument): Promise<FieldErrors> => {
  const requestedColumns = await dropMissingImages(transaction.db, documentKind, change.columns);
  const { refused, columns } = await applyRules(transaction.db, documentKind, undefined, requestedColumns, change);
  const row = { ...requestedColumns, ...columns, id, updated_at: change.at.toISOString() };
  await insertContent(transaction.db, documentKind.table, row);
  await recordSideEffects(transaction, documentKind, undefined, row, change);
  return refused;
};

/**
 * Changes a document. All changes to documents must use this function, within a `revision.write` transaction. Applies the consent rules and those of the
 * document's kind, overwrites only the expected row, advances the timestamp and writes the derived columns. Records a version, closes the review of a public
 * document and records the effect on visitors. Returns the reasons, keyed by field, why the document became a draft. Throws an EditConflictError if the row has
 * changed or is gone, or a ValidationError if the change is refused.
 */
export const changeDocument = async (transaction: ContentTransaction, documentKind: DocumentKind, id: string, change: DocumentChange): Promise<FieldErrors> => {
  const before = await findDocumentRow(transaction.db, documentKind, id);
  if (before === undefined || (change.expected !== undefined && before.updated_at !== change.expected)) throw new EditConflictError();
  const requestedColumns = typeof change.columns === 'function' ? change.columns(before) : change.columns;
  const changedColumns = await dropMissingImages(transaction.db, documentKind, requestedColumns);
  const { refused, columns } = await applyRules(transaction.db, documentKind, before, { ...before, ...changedColumns }, change);
  const writtenColumns = { ...changedColumns, ...columns, updated_at: nextTimestamp(change.at, before.updated_at) };
  await updateContent(transaction.db, documentKind.table, before, writtenColumns);
  const skipsVersion = change.version === 'when refused' && Object.keys(refused).length === 0;
  await recordSideEffects(transaction, documentKind, before, { ...before, ...writtenColumns }, skipsVersion ? { ...change, version: 'none' } : change);
  return refused;
};
