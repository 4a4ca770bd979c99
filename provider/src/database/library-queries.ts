import { foldText } from '@site/shared/domain/fold-text';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { UPLOADED_IN } from './content-tables.ts';
import { ALL_KINDS } from './document-kinds.ts';
import { DESCRIBED_TABLES, IS_AMONG_USED, IS_IN_TRASH, IS_USED, LACKS_ALT } from './image-uses.ts';
import { countRows, getSqlLimit, type Page, type PageRequest, readCounts, toLikePattern, toPage, toSqlOrder } from './page.ts';
import type { Database, Timestamp } from './schema.ts';
import { findTextAlt, readChangedTexts } from './text-images.ts';

/** Which images of the library to read. */
export interface LibraryRequest extends PageRequest {
  readonly isWithoutAlt: boolean;
  readonly isUnused: boolean;
  /** Of one album; null for images of the gallery without an album, undefined for all. */
  readonly albumId: string | null | undefined;
  /** From this time on. */
  readonly since: Timestamp | undefined;
  /** Before this time. */
  readonly before: Timestamp | undefined;
}

/** Alternative text is neither there nor deliberately missing. */
const IS_WITHOUT_ALT = sql<SqlBool>`pictures.is_decorative = 0 and (pictures.default_alt = '' or ${LACKS_ALT})`;
/** Of images in the library. */
const IS_UNUSED = sql<SqlBool>`not (${IS_IN_TRASH} or ${IS_USED})`;
const IS_COUNTED_UNUSED = sql<SqlBool>`not (${IS_IN_TRASH} or ${IS_AMONG_USED})`;
/**
 * Not the pages' own images, no former files, nothing that was deleted here and is not shown again, and nothing of documents that only the trash shows: that is shown to
 * nobody.
 */
export const IS_LISTED = sql<SqlBool>`pictures.is_copy = 0 and pictures.id not like 'samples-%' and (pictures.trashed_at is null or ${IS_USED})
  and (pictures.is_in_text = ${sql.lit(UPLOADED_IN.library)} or not ${IS_IN_TRASH} or ${IS_USED})`;

const selectListed = (db: Database) => db.selectFrom('pictures').where(IS_LISTED);

/** Whether the image has the term in its alternative text, or what shows it in its title. */
const hasTerm = (term: string): RawBuilder<SqlBool> => {
  const pattern = toLikePattern(term);
  const shown = ALL_KINDS.map(
    ({ table }) =>
      sql`pictures.id in (select picture_id from ${sql.table(table)} where picture_id is not null and deleted_at is null and search_text like ${pattern} escape '\\')`,
  );
  return sql<SqlBool>`(pictures.alt_key like ${pattern} escape '\\' or ${sql.join(shown, sql` or `)})`;
};

const isInAlbum = (albumId: string | null): RawBuilder<SqlBool> => {
  const album = albumId === null ? sql`album_id is null` : sql`album_id = ${albumId}`;
  return sql<SqlBool>`pictures.id in (select picture_id from gallery_images where deleted_at is null and ${album})`;
};

const selectMatching = (db: Database, { terms, isWithoutAlt, isUnused, albumId, since, before }: LibraryRequest, unused: RawBuilder<SqlBool>) => {
  let query = selectListed(db);
  for (const term of terms) query = query.where(hasTerm(term));
  if (isWithoutAlt) query = query.where(IS_WITHOUT_ALT);
  if (isUnused) query = query.where(unused);
  if (albumId !== undefined) query = query.where(isInAlbum(albumId));
  if (since !== undefined) query = query.where('pictures.created_at', '>=', since);
  if (before !== undefined) query = query.where('pictures.created_at', '<', before);
  return query;
};

/** What nobody has described has no place in the alphabet, and comes last in both directions. */
const LACKS_KEY = sql`case when coalesce(pictures.alt_key, '') = '' then 1 else 0 end`;
const SORTS = { createdAt: sql`pictures.created_at`, bytes: sql`pictures.bytes`, alt: sql`${LACKS_KEY}, pictures.alt_key` };

/** One page of the library; the newest images first unless another order is asked for. */
export const listLibraryRows = async (db: Database, request: LibraryRequest): Promise<Page<LibraryRow>> => {
  const matching = selectMatching(db, request, IS_UNUSED);
  const counted = selectMatching(db, request, IS_COUNTED_UNUSED);
  const rows = await matching
    .selectAll()
    .orderBy(toSqlOrder(SORTS, request) ?? sql`pictures.created_at desc`)
    .orderBy('id', request.sort === undefined ? 'desc' : 'asc')
    .limit(getSqlLimit(request))
    .offset(request.offset)
    .execute();
  const { terms, isWithoutAlt, isUnused, albumId, since, before } = request;
  const conditions = { terms, isWithoutAlt, isUnused, albumId, since, before };
  const isWhole = terms.length === 0 && !isWithoutAlt && !isUnused && albumId === undefined && since === undefined && before === undefined;
  const countAll = () => readCounts(db, 'all', ['library'], () => countRows(selectListed(db), { missingAlt: IS_WITHOUT_ALT, unused: IS_COUNTED_UNUSED }));
  return toPage(
    rows,
    request,
    // Both read every image.
    async () => (await (isWhole && request.hasCounts ? countAll() : readCounts(db, 'all', ['matching library', conditions], () => countRows(counted)))).all,
    countAll,
  );
};

export const findLibraryRow = (db: Database, id: string) => selectListed(db).selectAll().where('id', '=', id).executeTakeFirst();
/** Also one that is in the trash by now. */
export const findUploadedRow = (db: Database, uploadHash: string) =>
  db.selectFrom('pictures').selectAll().where('upload_hash', '=', uploadHash).where('is_copy', '=', 0).executeTakeFirst();
export type LibraryRow = NonNullable<Awaited<ReturnType<typeof findLibraryRow>>>;

/** Of the image, for whatever chooses it from now on. */
export const setImageAlt = async (db: Database, id: string, alt: string): Promise<void> => {
  await db
    .updateTable('pictures')
    .set({ default_alt: alt, alt_key: foldText(alt) })
    .where('id', '=', id)
    .execute();
};

export const setDecorative = async (db: Database, id: string, isDecorative: boolean): Promise<void> => {
  await db
    .updateTable('pictures')
    .set({ is_decorative: isDecorative ? 1 : 0 })
    .where('id', '=', id)
    .execute();
};

/** Images whose alternative text nobody has looked for yet: of a release that did not know it. */
const findImagesWithoutText = (db: Database, limit: number) =>
  db.selectFrom('pictures').select(['id', 'default_alt']).where('alt_key', 'is', null).orderBy('id').limit(limit).execute();

/** Into the trash, or out of it. */
export const setTrashed = async (db: Database, id: string, trashedAt: Timestamp | null): Promise<void> => {
  await db.updateTable('pictures').set({ trashed_at: trashedAt }).where('id', '=', id).execute();
};

/** Of the library, while it is in the trash. */
export const findTrashedRow = (db: Database, id: string) =>
  db.selectFrom('pictures').selectAll().where('id', '=', id).where('trashed_at', 'is not', null).where('is_copy', '=', 0).executeTakeFirst();

/** The alternative text of something that shows the image; '' for none. */
const findAlt = async (db: Database, imageId: string): Promise<string> => {
  const selects = DESCRIBED_TABLES.map(
    ({ table, alt }) => sql`select ${sql.ref(alt)} as alt from ${sql.table(table)} where picture_id = ${imageId} and ${sql.ref(alt)} <> ''`,
  );
  const { rows } = await sql<{ alt: string }>`select alt from (${sql.join(selects, sql` union all `)}) as described limit 1`.execute(db);
  return rows[0]?.alt ?? (await findTextAlt(db, imageId));
};

/** Gives up to `limit` images that have none the alternative text of what shows them. Returns the number of images. */
export const describeImages = async (db: Database, limit: number): Promise<number> => {
  const images = await findImagesWithoutText(db, limit);
  for (const { id, default_alt: alt } of images) await setImageAlt(db, id, alt || (await findAlt(db, id)));
  return images.length;
};

const BATCH = 100;

/** Reads the images of all texts, and the alternative texts of all images: after samples were inserted. */
export const readAllImageTexts = async (db: Database): Promise<void> => {
  while ((await readChangedTexts(db, BATCH)).count > 0);
  while ((await describeImages(db, BATCH)) > 0);
};

interface DocumentImage {
  readonly imageId: string;
  /** Of the document; undefined if the image is new to it. */
  readonly before: string | undefined;
  readonly after: string;
  /** Whether only this document shows the image. */
  readonly isOwn: boolean;
}

/** An image that one document shows has its alternative text. Another one keeps its own, and gets what it lacks. */
export const followDocumentAlt = async (db: Database, { imageId, before, after, isOwn }: DocumentImage): Promise<void> => {
  const image = await db.selectFrom('pictures').select(['default_alt', 'alt_key']).where('id', '=', imageId).executeTakeFirst();
  if (image === undefined || (image.default_alt === after && image.alt_key !== null)) return;
  const follows = image.default_alt === '' || (isOwn && (before === undefined || image.default_alt === before));
  await setImageAlt(db, imageId, follows ? after : image.default_alt);
};
