import type { Version } from '@site/shared/contracts/version';
import type { VersionKind } from '@site/shared/domain/kinds';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import { type Selectable, sql } from 'kysely';
import { createId } from '../domain/ids.ts';
import { removeImageFromHtml } from '../domain/remove-image-from-html.ts';
import { isEmbedded } from './connection.ts';
import { listTextImages } from './consent-queries.ts';
import { readFields } from './document-drafts.ts';
import { matchesDocument, VERSIONED_KINDS } from './document-kinds.ts';
import type { Timestamp } from './schema/columns.ts';
import type { Database, Tables } from './schema/tables.ts';
import { readTextList } from './topics.ts';

/** Maximum number of versions per document. Older versions are deleted. */
export const VERSIONS_PER_DOCUMENT = 50;
/** A user's consecutive autosaves within this time belong to one session. */
export const SESSION_MS = 30 * 60 * 1000;

/** A document's fields as text, keyed by form field name. Lists are stored as JSON. */
type VersionFields = Readonly<Record<string, string>>;

interface DocumentState {
  readonly updatedAt: Timestamp;
  readonly status: PublicationStatus;
  readonly fields: VersionFields;
  readonly imageId: string | null;
}

export const toDocumentState = (
  columnNames: Readonly<Record<string, string>>,
  row: Readonly<Record<string, unknown>>,
  imageId: string | null,
): Omit<DocumentState, 'status'> => ({
  updatedAt: String(row.updated_at),
  fields: Object.fromEntries(Object.entries(columnNames).map(([field, column]) => [field, String(row[column] ?? '')])),
  imageId,
});

interface RecordedSave {
  readonly kind: VersionKind;
  readonly id: string;
  readonly imageName: string;
  /** Undefined for a new document. */
  readonly before: DocumentState | undefined;
  readonly after: DocumentState;
  readonly isAutosave: boolean;
  /** True if the document itself never contained the texts of `after`. */
  readonly isUnsaved?: boolean;
  readonly keptImageId: string | null;
  readonly by: string;
  readonly at: Date;
}

/** Timestamp of a version whose texts the document itself never contained. */
export const UNSAVED_TIMESTAMP = '';

const selectNewestVersion = (db: Database, kind: VersionKind, id: string) =>
  db.selectFrom('versions').selectAll().where(matchesDocument({ kind, id })).orderBy('number', 'desc').limit(1);
const findNewestVersion = (db: Database, kind: VersionKind, id: string) => selectNewestVersion(db, kind, id).executeTakeFirst();

const listImageIds = ({ fields, imageId }: Pick<DocumentState, 'fields' | 'imageId'>): string[] => [
  ...new Set([...(imageId === null ? [] : [imageId]), ...Object.values(fields).flatMap(listTextImages)]),
];

const insertVersion = async (db: Database, row: Omit<Selectable<Tables['versions']>, 'id' | 'fields' | 'picture_id'>, state: DocumentState): Promise<void> => {
  const id = createId();
  await db
    .insertInto('versions')
    .values({ ...row, id, fields: JSON.stringify(state.fields), picture_id: state.imageId })
    .execute();
  const images = listImageIds(state).map((picture_id) => ({ picture_id, version_id: id }));
  if (images.length > 0) await db.insertInto('version_images').values(images).execute();
};

const isPublic = ({ status }: Pick<DocumentState, 'status'>): boolean => status === 'published';

const getVersionAct = ({ before, after, isAutosave, isUnsaved }: RecordedSave): Version['act'] => {
  if (isUnsaved === true) return 'saved';
  if (isPublic(after)) return 'published';
  if (before !== undefined && isPublic(before)) return 'unpublished';
  return isAutosave ? 'autosaved' : 'saved';
};

const listChangedFields = (imageName: string, before: Pick<DocumentState, 'fields' | 'imageId'>, after: DocumentState): string[] => [
  ...Object.keys(after.fields).filter((name) => (before.fields[name] ?? '') !== after.fields[name]),
  ...(before.imageId === after.imageId ? [] : [imageName]),
];

const moveImage = async (db: Database, { from, to }: { readonly from: string; readonly to: string }): Promise<void> => {
  const rows = await db
    .selectFrom('versions')
    .innerJoin('version_images', 'version_id', 'versions.id')
    .select('versions.id')
    .where('version_images.picture_id', '=', from)
    .where('versions.picture_id', '=', from)
    .execute();
  for (const { id: version_id } of rows) {
    await db.updateTable('versions').set({ picture_id: to }).where('id', '=', version_id).execute();
    await db.updateTable('version_images').set({ picture_id: to }).where('version_id', '=', version_id).where('picture_id', '=', from).execute();
  }
};

const deleteOldVersions = async (db: Database, kind: VersionKind, id: string, newestVersion: number): Promise<void> => {
  await db
    .deleteFrom('versions')
    .where(matchesDocument({ kind, id }))
    .where('number', '<=', newestVersion - VERSIONS_PER_DOCUMENT)
    .execute();
};

/**
 * Stores a version for a save, within the save's transaction. If another release has stored a state without creating a version, that state becomes a version
 * first.
 */
export const recordVersion = async (db: Database, save: RecordedSave): Promise<void> => {
  const { kind, id, imageName, before, after, keptImageId, by, at } = save;
  const document = { kind, document_id: id };
  let newestVersion = await findNewestVersion(db, kind, id);
  const newestRow =
    newestVersion?.document_updated_at === UNSAVED_TIMESTAMP
      ? await selectNewestVersion(db, kind, id).where('document_updated_at', '<>', UNSAVED_TIMESTAMP).executeTakeFirst()
      : newestVersion;
  if (before !== undefined && newestRow?.document_updated_at !== before.updatedAt) {
    const { updatedAt, status } = before;
    const unknown = {
      ...document,
      document_updated_at: updatedAt,
      saved_at: updatedAt,
      saved_by: '',
      act: getVersionAct({ ...save, before: undefined, after: before, isAutosave: false, isUnsaved: false }),
    };
    await insertVersion(db, { ...unknown, number: (newestVersion?.number ?? 0) + 1, status, changed: '[]' }, before);
    newestVersion = await findNewestVersion(db, kind, id);
  }
  if (keptImageId !== null && before?.imageId != null) await moveImage(db, { from: before.imageId, to: keptImageId });
  const isSameSession = newestVersion?.act === 'autosaved' && newestVersion.saved_by === by && at.getTime() - Date.parse(newestVersion.saved_at) < SESSION_MS;
  if (isSameSession)
    await db
      .deleteFrom('versions')
      .where('id', '=', newestVersion?.id ?? '')
      .execute();
  const number = isSameSession ? (newestVersion?.number ?? 0) : (newestVersion?.number ?? 0) + 1;
  const previous = await findNewestVersion(db, kind, id);
  const changedFields =
    previous === undefined || previous.fields === null
      ? []
      : listChangedFields(imageName, { fields: readFields(previous.fields), imageId: previous.picture_id }, after);
  const row = { ...document, number, document_updated_at: after.updatedAt, saved_at: at.toISOString(), saved_by: by };
  await insertVersion(db, { ...row, act: getVersionAct(save), status: after.status, changed: JSON.stringify(changedFields) }, after);
  await deleteOldVersions(db, kind, id, number);
};

interface ReplacedImage {
  readonly imageId: string;
  readonly keptImageId: string;
  readonly by: string;
  readonly at: Date;
}

/** Records that an image's file has been replaced. Earlier versions keep the previous file, and the current state of each document becomes a new version. */
export const recordReplacedImage = async (db: Database, { imageId, keptImageId, by, at }: ReplacedImage): Promise<void> => {
  await moveImage(db, { from: imageId, to: keptImageId });
  for (const { kind: contentKind, table, versionKind: kind } of VERSIONED_KINDS) {
    const documents = await db.selectFrom(table).select(['id', 'updated_at']).where('picture_id', '=', imageId).execute();
    for (const { id, updated_at } of documents) {
      const newestVersion = await findNewestVersion(db, kind, id);
      // A state that another release stored becomes a version with the next save.
      if (newestVersion === undefined || newestVersion.fields === null || newestVersion.document_updated_at !== updated_at) continue;
      const { status } = newestVersion;
      const state = { updatedAt: updated_at, status, fields: readFields(newestVersion.fields), imageId };
      const act = newestVersion.act === 'autosaved' ? 'saved' : newestVersion.act;
      const row = { kind, document_id: id, number: newestVersion.number + 1, document_updated_at: updated_at, saved_at: at.toISOString(), saved_by: by };
      await insertVersion(db, { ...row, act, status, changed: JSON.stringify([contentKind.image.name]) }, state);
      await deleteOldVersions(db, kind, id, row.number);
    }
  }
};

type VersionRow = Pick<Selectable<Tables['versions']>, 'kind' | 'number' | 'saved_at' | 'act' | 'status' | 'changed'> & {
  readonly saved_by_name: string | null;
  readonly title: string | null;
  readonly is_erased: number;
};

const toVersion = (row: VersionRow): Version => ({
  kind: row.kind,
  number: row.number,
  savedAt: row.saved_at,
  savedBy: row.saved_by_name ?? '',
  act: row.act,
  status: row.status,
  title: row.title ?? '',
  changed: readTextList(row.changed),
  isErased: row.is_erased === 1,
});

/** Selects versions with only their title, so that the list stays small even if the versions have long texts. */
const selectVersions = (db: Database, kind: VersionKind, id: string) =>
  db
    .selectFrom('versions')
    .leftJoin('users', 'users.id', 'versions.saved_by')
    .select(['versions.kind', 'number', 'saved_at', 'act', 'versions.status', 'changed', 'users.name as saved_by_name'])
    .select([
      (isEmbedded(db) ? sql<string | null>`json_extract(fields, '$.title')` : sql<string | null>`fields::json ->> 'title'`).as('title'),
      sql<number>`case when fields is null then 1 else 0 end`.as('is_erased'),
    ])
    .where(matchesDocument({ kind, id }));

export const listVersionRows = async (db: Database, kind: VersionKind, id: string): Promise<Version[]> => {
  const rows = await selectVersions(db, kind, id).orderBy('number', 'desc').execute();
  return rows.map(toVersion);
};

/**
 * Returns the document's fields as of a timestamp. A version covers a time range: a save without changes moves its timestamp forward, and an autosave replaces
 * the previous autosave.
 */
export const findFieldsByTimestamp = async (db: Database, kind: VersionKind, id: string, updatedAt: Timestamp): Promise<VersionFields | undefined> => {
  const row = await db
    .selectFrom('versions')
    .select('fields')
    .where(matchesDocument({ kind, id }))
    .where('saved_at', '<=', updatedAt)
    .where('document_updated_at', '>=', updatedAt)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
  return row === undefined || row.fields === null ? undefined : readFields(row.fields);
};

export const findLastEditor = async (db: Database, kind: VersionKind, id: string): Promise<string> => {
  const storedVersions = selectVersions(db, kind, id).where('document_updated_at', '<>', UNSAVED_TIMESTAMP);
  const newestVersion = await storedVersions.orderBy('number', 'desc').limit(1).executeTakeFirst();
  return newestVersion?.saved_by_name ?? '';
};

export interface StoredVersion {
  readonly version: Version;
  readonly fields: VersionFields;
  readonly imageId: string | null;
}

export const findVersion = async (db: Database, kind: VersionKind, id: string, number: number): Promise<StoredVersion | undefined> => {
  const row = await selectVersions(db, kind, id).select(['fields', 'picture_id']).where('number', '=', number).executeTakeFirst();
  return row === undefined ? undefined : { version: toVersion(row), fields: row.fields === null ? {} : readFields(row.fields), imageId: row.picture_id };
};

export const isImageOfVersion = async (db: Database, kind: VersionKind, id: string, imageId: string): Promise<boolean> =>
  (await db
    .selectFrom('versions')
    .innerJoin('pictures', 'pictures.id', 'versions.picture_id')
    .select('pictures.id')
    .where(matchesDocument({ kind, id }))
    .where('pictures.id', '=', imageId)
    .limit(1)
    .executeTakeFirst()) !== undefined;

export const isImageInVersions = async (db: Database, imageId: string): Promise<boolean> =>
  (await db.selectFrom('version_images').select('version_id').where('picture_id', '=', imageId).limit(1).executeTakeFirst()) !== undefined;

const ALT_FIELDS: readonly string[] = VERSIONED_KINDS.map(({ kind }) => kind.image.altField);

/**
 * Ends an autosave session, so that later autosaves do not join it. Call this after a manual save without further changes, and before restoring an earlier
 * version.
 */
export const endAutosaveSession = async (db: Database, kind: VersionKind, id: string): Promise<void> => {
  const newestVersion = await findNewestVersion(db, kind, id);
  if (newestVersion?.act === 'autosaved') await db.updateTable('versions').set({ act: 'saved' }).where('id', '=', newestVersion.id).execute();
};

/** Moves a version's timestamp forward with the document's if both still have the same content, for example after an image has been withdrawn from both. */
export const updateVersionBase = async (
  db: Database,
  { id, updated_at }: { readonly id: string; readonly updated_at: Timestamp },
  now: Timestamp,
): Promise<void> => {
  await db.updateTable('versions').set({ document_updated_at: now }).where('document_id', '=', id).where('document_updated_at', '=', updated_at).execute();
};

/** Removes a withdrawn image, with its alternative texts and captions, from all versions and drafts. */
export const removeImageFromVersions = async (db: Database, imageId: string): Promise<void> => {
  const stripImage = (fields: VersionFields, isImageOfDocument: boolean): VersionFields =>
    Object.fromEntries(
      Object.entries(fields).map(([name, text]) => [
        name,
        isImageOfDocument && ALT_FIELDS.includes(name) ? '' : text.includes(imageId) ? removeImageFromHtml(text, imageId) : text,
      ]),
    );
  const rows = await db
    .selectFrom('versions')
    .innerJoin('version_images', 'version_id', 'versions.id')
    .select(['versions.id', 'fields', 'versions.picture_id'])
    .where('version_images.picture_id', '=', imageId)
    .execute();
  for (const { id, fields, picture_id } of rows) {
    const isImageOfDocument = picture_id === imageId;
    const strippedFields = fields === null ? null : JSON.stringify(stripImage(readFields(fields), isImageOfDocument));
    await db
      .updateTable('versions')
      .set({ fields: strippedFields, picture_id: isImageOfDocument ? null : picture_id })
      .where('id', '=', id)
      .execute();
  }
  await db.deleteFrom('version_images').where('picture_id', '=', imageId).execute();
  const owners = new Set<string>();
  for (const { table, versionKind } of VERSIONED_KINDS)
    for (const { id } of await db.selectFrom(table).select('id').where('picture_id', '=', imageId).execute()) owners.add(`${versionKind} ${id}`);
  const isOwnedByImage = sql<boolean>`kind || ' ' || document_id in (${owners.size === 0 ? sql`''` : sql.join([...owners])})`;
  const drafts = await db
    .selectFrom('document_drafts')
    .selectAll()
    .where((where) => where.or([where('fields', 'like', `%${imageId}%`), isOwnedByImage]))
    .execute();
  for (const { kind, document_id, user_id, fields } of drafts) {
    await db
      .updateTable('document_drafts')
      .set({ fields: JSON.stringify(stripImage(readFields(fields), owners.has(`${kind} ${document_id}`))) })
      .where(matchesDocument({ kind, id: document_id }))
      .where('user_id', '=', user_id)
      .execute();
  }
};

/**
 * Erases the contents of these versions but keeps their rows. Without its row, the document's current state would seem to have been written by another release.
 */
export const eraseVersions = async (db: Database, ids: readonly string[]): Promise<number> => {
  let count = 0;
  for (const id of ids) {
    const { numUpdatedRows } = await db
      .updateTable('versions')
      .set({ fields: null, picture_id: null, changed: '[]' })
      .where('id', '=', id)
      .where('fields', 'is not', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) continue;
    await db.deleteFrom('version_images').where('version_id', '=', id).execute();
    count += 1;
  }
  return count;
};

/** Deletes drafts that have not changed since the given time, because users are unlikely to continue them. */
export const deleteOldDrafts = async (db: Database, before: Timestamp): Promise<number> =>
  Number((await db.deleteFrom('document_drafts').where('saved_at', '<', before).executeTakeFirst()).numDeletedRows);
