import { foldText } from '@site/shared/domain/fold-text';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { ALL_KINDS } from './document-kinds.ts';
import { IS_AMONG_USED, IS_IN_TRASH, IS_USED, LACKS_ALT } from './image-uses.ts';
import { UPLOADED_IN } from './library-tables.ts';
import { countRows, getSqlLimit, type Page, type PageRequest, readCounts, toLikePattern, toPage, toSqlOrder } from './page.ts';
import type { Tables, Timestamp } from './schema.ts';

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

const selectListed = (db: Kysely<Tables>) => db.selectFrom('pictures').where(IS_LISTED);

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

const selectMatching = (db: Kysely<Tables>, { terms, isWithoutAlt, isUnused, albumId, since, before }: LibraryRequest, unused: RawBuilder<SqlBool>) => {
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
export const listLibraryRows = async (db: Kysely<Tables>, request: LibraryRequest): Promise<Page<LibraryRow>> => {
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

export const findLibraryRow = (db: Kysely<Tables>, id: string) => selectListed(db).selectAll().where('id', '=', id).executeTakeFirst();
/** Also one that is in the trash by now. */
export const findUploadedRow = (db: Kysely<Tables>, uploadHash: string) =>
  db.selectFrom('pictures').selectAll().where('upload_hash', '=', uploadHash).where('is_copy', '=', 0).executeTakeFirst();
export type LibraryRow = NonNullable<Awaited<ReturnType<typeof findLibraryRow>>>;

/** Of the image, for whatever chooses it from now on. */
export const setImageAlt = async (db: Kysely<Tables>, id: string, alt: string): Promise<void> => {
  await db
    .updateTable('pictures')
    .set({ default_alt: alt, alt_key: foldText(alt) })
    .where('id', '=', id)
    .execute();
};

export const setDecorative = async (db: Kysely<Tables>, id: string, isDecorative: boolean): Promise<void> => {
  await db
    .updateTable('pictures')
    .set({ is_decorative: isDecorative ? 1 : 0 })
    .where('id', '=', id)
    .execute();
};

/** Images whose alternative text nobody has looked for yet: of a release that did not know it. */
export const findImagesWithoutText = (db: Kysely<Tables>, limit: number) =>
  db.selectFrom('pictures').select(['id', 'default_alt']).where('alt_key', 'is', null).orderBy('id').limit(limit).execute();

/** Into the trash, or out of it. */
export const setTrashed = async (db: Kysely<Tables>, id: string, trashedAt: Timestamp | null): Promise<void> => {
  await db.updateTable('pictures').set({ trashed_at: trashedAt }).where('id', '=', id).execute();
};

/** Of the library, while it is in the trash. */
export const findTrashedRow = (db: Kysely<Tables>, id: string) =>
  db.selectFrom('pictures').selectAll().where('id', '=', id).where('trashed_at', 'is not', null).where('is_copy', '=', 0).executeTakeFirst();
