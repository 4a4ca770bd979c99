import type { FieldErrors } from '@site/shared/domain/content-kind';
import { sql } from 'kysely';
import { listTextImages } from '../database/consent-queries.ts';
import { insertContent, updateContent, type WrittenColumns } from '../database/content-store.ts';
import { type DocumentKind, type DocumentRow, getAltColumn, getStatus, isForVisitors, listImageColumns, listTextColumns } from '../database/document-kinds.ts';
import { closeReview } from '../database/review-queries.ts';
import type { ChangeKind } from '../database/revision.ts';
import type { Database } from '../database/schema.ts';
import { readChangedTexts } from '../database/text-images.ts';
import { followDocument, recordVersion, settleAutosave, toDocumentState, UNSAVED } from '../database/version-queries.ts';
import type { Columns } from '../domain/content-columns.ts';
import { EditConflictError, nextTimestamp } from '../domain/edit-conflicts.ts';
import { ValidationError } from '../domain/errors.ts';
import { checkDocument, findCheckedImage, removeMissingImages } from './check-document.ts';

/** A transaction of content, with what it notes of itself for the revision. */
export interface Writing {
  readonly db: Database;
  readonly note: (kind: ChangeKind) => void;
}

/** The stored row, in the trash too. */
export const findDocumentRow = async (db: Database, { table }: DocumentKind, id: string): Promise<DocumentRow | undefined> =>
  (await sql<DocumentRow>`select * from ${sql.table(table)} where id = ${id}`.execute(db)).rows[0];

const TEXTS_AT_ONCE = 100;

/** The documents of a kind that show an image, the trash included. */
export const listDocumentsWithImage = async (db: Database, documentKind: DocumentKind, imageId: string): Promise<string[]> => {
  // Whatever another release has stored.
  while ((await readChangedTexts(db, TEXTS_AT_ONCE)).count > 0);
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(documentKind.table)} where ${sql.join(
      listImageColumns(documentKind).map((column) => sql`${sql.ref(column)} = ${imageId}`),
      sql` or `,
    )}
    union select document_id as id from text_images where kind = ${documentKind.kind.name} and image_id = ${imageId}`.execute(db);
  return rows.map(({ id }) => id);
};

interface Change {
  /** The id of the account, or '' for the server itself. */
  readonly by: string;
  readonly at: Date;
  /** What happens to a document that would be public and may not be: the whole change is refused (a ValidationError), or it becomes a draft. */
  readonly whenRefused: 'throw' | 'make draft';
  /** The saves of the editor between two saves by hand are one version. */
  readonly isAutosave?: boolean;
}

interface NewDocument extends Change {
  /** All of the row but what follows from it. */
  readonly columns: WrittenColumns;
}

export interface DocumentChange extends Change {
  /** What changes. */
  readonly columns: WrittenColumns | ((row: DocumentRow) => WrittenColumns);
  /** The timestamp of the row that the change was made for; without one, it is for whatever is stored. */
  readonly expected?: string;
  /** A copy of the file that the image of the document had until now, for its versions. */
  readonly keptImageId?: string | null;
  /** What the writer gave up after an edit conflict: a version between the one before and the new one. */
  readonly unchosen?: Columns | undefined;
  /**
   * `none`: the newest version counts as that of the new state, because no text has changed, or because the change has been made in the versions as well.
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

/** What a change of one document does for visitors. A scheduled document counts as public, because the scheduler may publish it meanwhile. */
const classify = (documentKind: DocumentKind, before: Row | undefined, after: Row): ChangeKind => {
  const isVisible = (row: Row): boolean => !isInTrash(row) && isForVisitors(getStatus(row));
  if (before === undefined || !isVisible(before)) return isVisible(after) ? 'addition' : 'internal';
  const images = new Set(listImages(documentKind, after));
  const staysPublic = !isInTrash(after) && getStatus(after) === 'published';
  return staysPublic && listImages(documentKind, before).every((id) => images.has(id)) ? 'addition' : 'withdrawal';
};

/** What keeps a row outside the trash from having its status, by field. */
const findErrors = async (db: Database, documentKind: DocumentKind, row: Row, now: Date): Promise<FieldErrors> =>
  isInTrash(row) ? {} : checkDocument(db, documentKind, { row, status: getStatus(row), image: await findCheckedImage(db, row), now });

/** Reasons that were there before: of what is public already, in a part that does not change; and the hour of a scheduled document, for which the scheduler may just be on its way. */
const listKnown = async (db: Database, documentKind: DocumentKind, before: Row, after: Row, at: Date): Promise<FieldErrors> => {
  const { kind, columnNames, publishAtColumn } = documentKind;
  const isSame = (column: string): boolean => (before[column] ?? null) === (after[column] ?? null);
  if (isInTrash(before)) return {};
  const known = await findErrors(db, documentKind, before, at);
  const isKnown = (field: string): boolean => {
    if (field === kind.publishAtField) return publishAtColumn !== null && getStatus(before) === 'scheduled' && isSame(publishAtColumn);
    // What has no column belongs to the image: consent.
    return getStatus(before) === 'published' && isSame(columnNames[field] ?? 'picture_id');
  };
  return Object.fromEntries(Object.entries(known).filter(([field]) => isKnown(field)));
};

/**
 * The columns as they may be stored, and why the document becomes a draft, by field. Throws a ValidationError when the change is to be refused. What is public already, and
 * lacks something that it lacked before, stays public: a change of something else is no reason to take it off the site.
 */
const applyRules = async (db: Database, documentKind: DocumentKind, before: Row | undefined, after: Row, { whenRefused, at }: Change) => {
  const errors = await findErrors(db, documentKind, after, at);
  const known = before !== undefined && Object.keys(errors).length > 0 ? await listKnown(db, documentKind, before, after, at) : {};
  const reasons = Object.fromEntries(Object.entries(errors).filter(([field, message]) => known[field] !== message));
  const hasReasons = Object.keys(reasons).length > 0;
  if (hasReasons && whenRefused === 'throw') throw new ValidationError(reasons);
  return hasReasons && isForVisitors(getStatus(after)) ? { refused: reasons, columns: { status: 'draft' } } : { refused: {}, columns: {} };
};

/** The columns without images that are not stored (any more): one may have been withdrawn since they were read. */
const withoutMissingImages = async (db: Database, documentKind: DocumentKind, columns: WrittenColumns): Promise<WrittenColumns> => {
  const texts = listTextColumns(documentKind).flatMap(([, column]) => (typeof columns[column] === 'string' ? [[column, columns[column]] as const] : []));
  return { ...columns, ...(await removeMissingImages(db, Object.fromEntries(texts))) };
};

const toState = ({ columnNames }: DocumentKind, row: Row) => ({ ...toDocumentState(columnNames, row, getImageId(row)), status: getStatus(row) });

/** Makes a version of what a writer has typed and not saved. It was never public, whatever the document is. */
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
  // What the writer has saved automatically on another device stays a version too.
  await settleAutosave(db, versionKind, id);
  const altColumn = getAltColumn(documentKind);
  // The image may have been withdrawn since the words about it were typed.
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

/** Version, review and revision follow what was written. */
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
    // What was typed before a save by hand is a version for good.
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

/** Stores a new document. Throws a ValidationError, or returns why it has become a draft, by field. */
export const createDocument = async (writing: Writing, documentKind: DocumentKind, id: string, change: NewDocument): Promise<FieldErrors> => {
  const given = await withoutMissingImages(writing.db, documentKind, change.columns);
  const { refused, columns } = await applyRules(writing.db, documentKind, undefined, given, change);
  const row = { ...given, ...columns, id, updated_at: change.at.toISOString() };
  await insertContent(writing.db, documentKind.table, row);
  await follow(writing, documentKind, undefined, row, change);
  return refused;
};

/**
 * The one way to change a document. Within the transaction of `revision.write` it applies the rules of its kind and of consent to the outcome, overwrites only the row that
 * is expected, raises the timestamp, writes the derived columns, records a version, closes the review of what is public, and notes what the change does for visitors.
 * Throws an EditConflictError when the row is another one or gone, and a ValidationError; or returns why the document has become a draft, by field.
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
