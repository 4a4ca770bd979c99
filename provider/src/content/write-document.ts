import type { FieldErrors } from '@site/shared/domain/content-kind';
import { sql } from 'kysely';
import { listTextImages } from '../database/consent-queries.ts';
import { insertContent, updateContent, type WrittenColumns } from '../database/content-store.ts';
import { type DocumentKind, type DocumentRow, getAltColumn, getStatus, isForVisitors, listImageColumns, listTextColumns } from '../database/document-kinds.ts';
import { closeReview } from '../database/review-queries.ts';
import type { ChangeKind } from '../database/revision.ts';
import type { Database } from '../database/schema/tables.ts';
import { indexChangedTexts } from '../database/text-images.ts';
import { followDocument, recordVersion, settleAutosave, toDocumentState, UNSAVED } from '../database/version-queries.ts';
import type { Columns } from '../domain/content-columns.ts';
import { EditConflictError, nextTimestamp } from '../domain/edit-conflicts.ts';
import { ValidationError } from '../domain/errors.ts';
import { checkDocument, findCheckedImage, removeMissingImages } from './check-document.ts';

/** A transaction of content, which notes for the revision what it does. */
export interface Writing {
  readonly db: Database;
  readonly note: (kind: ChangeKind) => void;
}

/** Returns the stored row, even if it is in the trash. */
export const findDocumentRow = async (db: Database, { table }: DocumentKind, id: string): Promise<DocumentRow | undefined> =>
  (await sql<DocumentRow>`select * from ${sql.table(table)} where id = ${id}`.execute(db)).rows[0];

const TEXTS_AT_ONCE = 100;

/** Lists the documents of a kind that show an image, including those in the trash. */
export const listDocumentsWithImage = async (db: Database, documentKind: DocumentKind, imageId: string): Promise<string[]> => {
  // Includes texts that another release has stored.
  while ((await indexChangedTexts(db, TEXTS_AT_ONCE)).count > 0);
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
  /** The outcome for a document that would be public and may not be. Either the whole change is refused with a ValidationError, or the document becomes a draft. */
  readonly whenRefused: 'throw' | 'make draft';
  /** Whether the editor saved automatically. The autosaves between two manual saves are one version. */
  readonly isAutosave?: boolean;
}

interface NewDocument extends Change {
  /** All columns of the row except those that are derived from others. */
  readonly columns: WrittenColumns;
}

export interface DocumentChange extends Change {
  /** The columns that change. */
  readonly columns: WrittenColumns | ((row: DocumentRow) => WrittenColumns);
  /** The timestamp of the row that the change was made for. Without it, the change applies to whatever is stored. */
  readonly expected?: string;
  /** A copy of the former file of the document's image, for its versions. */
  readonly keptImageId?: string | null;
  /** The texts that the writer gave up after an edit conflict. They become a version between the previous one and the new one. */
  readonly unchosen?: Columns | undefined;
  /**
   * `none`: the newest version counts as that of the new state, because no text has changed, or because the versions were changed as well.
   * `when refused`: the same, unless the document becomes a draft.
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

/** Returns what a change of one document does for visitors. A scheduled document counts as public, because the scheduler may publish it in the meantime. */
const classify = (documentKind: DocumentKind, before: Row | undefined, after: Row): ChangeKind => {
  const isVisible = (row: Row): boolean => !isInTrash(row) && isForVisitors(getStatus(row));
  if (before === undefined || !isVisible(before)) return isVisible(after) ? 'addition' : 'internal';
  const images = new Set(listImages(documentKind, after));
  const staysPublic = !isInTrash(after) && getStatus(after) === 'published';
  return staysPublic && listImages(documentKind, before).every((id) => images.has(id)) ? 'addition' : 'withdrawal';
};

/** Returns the reasons why a row outside the trash may not have its status, by field. */
const findErrors = async (db: Database, documentKind: DocumentKind, row: Row, now: Date): Promise<FieldErrors> =>
  isInTrash(row) ? {} : checkDocument(db, documentKind, { row, status: getStatus(row), image: await findCheckedImage(db, row), now });

/**
 * Returns the reasons that existed before the change. For a public document, these are reasons in a part that does not change. For a scheduled document, it is
 * the time of publication, because the scheduler may be about to publish it.
 */
const listKnown = async (db: Database, documentKind: DocumentKind, before: Row, after: Row, at: Date): Promise<FieldErrors> => {
  const { kind, columnNames, publishAtColumn } = documentKind;
  const isSame = (column: string): boolean => (before[column] ?? null) === (after[column] ?? null);
  if (isInTrash(before)) return {};
  const known = await findErrors(db, documentKind, before, at);
  const isKnown = (field: string): boolean => {
    if (field === kind.publishAtField) return publishAtColumn !== null && getStatus(before) === 'scheduled' && isSame(publishAtColumn);
    // A reason without a column, such as missing consent, belongs to the image.
    return getStatus(before) === 'published' && isSame(columnNames[field] ?? 'picture_id');
  };
  return Object.fromEntries(Object.entries(known).filter(([field]) => isKnown(field)));
};

/**
 * Returns the columns as they may be stored and, by field, the reasons why the document becomes a draft. Throws a ValidationError if the change is refused. A
 * public document that already lacked something stays public, because another change is no reason to take it off the site.
 */
const applyRules = async (db: Database, documentKind: DocumentKind, before: Row | undefined, after: Row, { whenRefused, at }: Change) => {
  const errors = await findErrors(db, documentKind, after, at);
  const known = before !== undefined && Object.keys(errors).length > 0 ? await listKnown(db, documentKind, before, after, at) : {};
  const reasons = Object.fromEntries(Object.entries(errors).filter(([field, message]) => known[field] !== message));
  const hasReasons = Object.keys(reasons).length > 0;
  if (hasReasons && whenRefused === 'throw') throw new ValidationError(reasons);
  return hasReasons && isForVisitors(getStatus(after)) ? { refused: reasons, columns: { status: 'draft' } } : { refused: {}, columns: {} };
};

/** Returns the columns without images that are not stored (any more). An image may have been withdrawn since the columns were read. */
const withoutMissingImages = async (db: Database, documentKind: DocumentKind, columns: WrittenColumns): Promise<WrittenColumns> => {
  const texts = listTextColumns(documentKind).flatMap(([, column]) => (typeof columns[column] === 'string' ? [[column, columns[column]] as const] : []));
  return { ...columns, ...(await removeMissingImages(db, Object.fromEntries(texts))) };
};

const toState = ({ columnNames }: DocumentKind, row: Row) => ({ ...toDocumentState(columnNames, row, getImageId(row)), status: getStatus(row) });

/** Makes a version of text that a writer has typed and not saved. The text was never public, whatever the status of the document is. */
export const recordUnsaved = async (
  db: Database,
  documentKind: DocumentKind,
  row: Row,
  unsaved: Columns,
  { by, at }: Pick<Change, 'by' | 'at'>,
): Promise<void> => {
  const { kind, versionKind } = documentKind;
  if (versionKind === null) return;
  const id = String(row.id);
  // Text that the writer has autosaved on another device is also kept as a version.
  await settleAutosave(db, versionKind, id);
  const altColumn = getAltColumn(documentKind);
  // The image may have been withdrawn since its alternative text was typed.
  const described = getImageId(row) === null ? { ...unsaved, [altColumn]: String(row[altColumn] ?? '') } : unsaved;
  const typed = { ...row, ...(await withoutMissingImages(db, documentKind, described)) };
  const save = { kind: versionKind, id, imageName: kind.image.name, isAutosave: false, keptImageId: null, by, at };
  await recordVersion(db, {
    ...save,
    isUnsaved: true,
    before: toState(documentKind, row),
    after: { ...toState(documentKind, typed), status: 'draft', updatedAt: UNSAVED },
  });
};

/** Updates version, review and revision after a write. */
const follow = async (
  { db, note }: Writing,
  documentKind: DocumentKind,
  before: Row | undefined,
  after: Row & { readonly id: string },
  change: Omit<DocumentChange, 'columns'>,
): Promise<void> => {
  const { kind, columnNames, versionKind } = documentKind;
  note(classify(documentKind, before, after));
  if (versionKind === null) return;
  if (!isInTrash(after) && isForVisitors(getStatus(after))) await closeReview(db, { kind: versionKind, id: after.id });
  const shown = [...Object.values(columnNames), 'picture_id', 'status'];
  const isSame =
    before !== undefined &&
    change.keptImageId == null &&
    change.unchosen === undefined &&
    shown.every((column) => (before[column] ?? null) === (after[column] ?? null));
  if (before !== undefined && (isSame || change.version === 'none')) {
    // A manual save makes the autosaved version before it permanent.
    if (change.version !== 'none' && change.isAutosave !== true) await settleAutosave(db, versionKind, after.id);
    await followDocument(db, { id: after.id, updated_at: String(before.updated_at) }, String(after.updated_at));
    return;
  }
  if (before !== undefined && change.unchosen !== undefined) await recordUnsaved(db, documentKind, before, change.unchosen, change);
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

/** Stores a new document. Throws a ValidationError, or returns the reasons why the document became a draft, by field. */
export const createDocument = async (writing: Writing, documentKind: DocumentKind, id: string, change: NewDocument): Promise<FieldErrors> => {
  const given = await withoutMissingImages(writing.db, documentKind, change.columns);
  const { refused, columns } = await applyRules(writing.db, documentKind, undefined, given, change);
  const row = { ...given, ...columns, id, updated_at: change.at.toISOString() };
  await insertContent(writing.db, documentKind.table, row);
  await follow(writing, documentKind, undefined, row, change);
  return refused;
};

/**
 * Changes a document; nothing else may change one. Call this within the transaction of `revision.write`.
 * Applies the rules of the kind and of consent to the outcome, overwrites only the expected row, raises the timestamp and writes the derived columns. Records a
 * version, closes the review of a public document, and notes what the change does for visitors.
 * Throws an EditConflictError if the row is another one or gone, or a ValidationError. Otherwise returns the reasons why the document became a draft, by field.
 */
export const changeDocument = async (writing: Writing, documentKind: DocumentKind, id: string, change: DocumentChange): Promise<FieldErrors> => {
  const before = await findDocumentRow(writing.db, documentKind, id);
  if (before === undefined || (change.expected !== undefined && before.updated_at !== change.expected)) throw new EditConflictError();
  const given = typeof change.columns === 'function' ? change.columns(before) : change.columns;
  const changed = await withoutMissingImages(writing.db, documentKind, given);
  const { refused, columns } = await applyRules(writing.db, documentKind, before, { ...before, ...changed }, change);
  const written = { ...changed, ...columns, updated_at: nextTimestamp(change.at, before.updated_at) };
  await updateContent(writing.db, documentKind.table, before, written);
  const isSettled = change.version === 'when refused' && Object.keys(refused).length === 0;
  await follow(writing, documentKind, before, { ...before, ...written }, isSettled ? { ...change, version: 'none' } : change);
  return refused;
};
