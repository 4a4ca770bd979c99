import { foldText } from '@site/shared/domain/fold-text';
import type { KindName } from '@site/shared/domain/kinds';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { ALL_KINDS, type ContentTable } from './document-kinds.ts';
import { DESCRIBED_TABLES, IS_AMONG_USED, IS_IN_TRASH, IS_USED, LACKS_ALT } from './image-uses.ts';
import { containsTerms, countRows, getSqlLimit, type Page, type PageRequest, readCounts, toPage, toSqlOrder } from './page.ts';
import type { Timestamp } from './schema/columns.ts';
import { UPLOADED_IN } from './schema/content.ts';
import type { Database } from './schema/tables.ts';
import { createSearch } from './search.ts';
import { findTextAlt, indexChangedTexts } from './text-images.ts';

/** Selects the images of the library to read. */
export interface LibraryRequest extends PageRequest {
  readonly isWithoutAlt: boolean;
  readonly isUnused: boolean;
  /** Images of one album; null selects gallery images without an album, undefined selects all images. */
  readonly albumId: string | null | undefined;
  /** Only images from this time on. */
  readonly since: Timestamp | undefined;
  /** Only images before this time. */
  readonly before: Timestamp | undefined;
}

/** Whether the alternative text is missing and the image is not decorative. */
const IS_WITHOUT_ALT = sql<SqlBool>`pictures.is_decorative = 0 and (pictures.default_alt = '' or ${LACKS_ALT})`;
/** Whether nothing shows an image of the library, not even the trash. */
const IS_UNUSED = sql<SqlBool>`not (${IS_IN_TRASH} or ${IS_USED})`;
const IS_COUNTED_UNUSED = sql<SqlBool>`not (${IS_IN_TRASH} or ${IS_AMONG_USED})`;
/**
 * Whether the library lists the image. The pages' own images and former files are not listed, nor are images that were deleted here and are not shown again.
 * Images of documents that only the trash shows are not listed either, because they are not visible anywhere.
 */
export const IS_LISTED = sql<SqlBool>`pictures.is_copy = 0 and pictures.id not like 'samples-%' and (pictures.trashed_at is null or ${IS_USED})
  and (pictures.is_in_text = ${sql.lit(UPLOADED_IN.library)} or not ${IS_IN_TRASH} or ${IS_USED})`;

const selectListed = (db: Database) => db.selectFrom('pictures').where(IS_LISTED);

/** Terms of a query that are looked up in the index of documents. Further terms are compared with texts, so that a statement has a limited number of ids. */
const INDEXED_TERMS = 5;
/** Up to this number of documents, looking each up takes less time than reading the texts of all. */
const RARE_DOCUMENTS = 500;

/** Matches images that have a term in their alternative text or in the search text of a document that shows them. */
interface TermSearch {
  /** Whether the index names all documents with the term, so that the search begins with their images. */
  readonly isRare: boolean;
  /** Looks each image up, for a page that is soon full or that other terms narrow. */
  readonly each: RawBuilder<SqlBool>;
  /** Reads each text once, for counting. */
  readonly all: RawBuilder<SqlBool>;
}

/** Selects the documents of a kind that have the term in their search text; undefined if there are many. */
const findByIndex = async (db: Database, name: KindName, term: string): Promise<RawBuilder<SqlBool> | undefined> => {
  const request = { search: '', terms: [term], status: 'all', visibility: 'all', limit: undefined, omitsBodies: true } as const;
  const search = await createSearch(db, name, 'id', request);
  return search?.namesIds === true && (await search.count()) <= RARE_DOCUMENTS ? search.condition : undefined;
};

const createTermSearch = async (db: Database, term: string, isIndexed: boolean): Promise<TermSearch> => {
  const has = (column: string): RawBuilder<SqlBool> => containsTerms(sql.ref(column), [term]);
  const kinds: { readonly table: ContentTable; readonly found: RawBuilder<SqlBool> | undefined }[] = [];
  for (const { kind, table } of ALL_KINDS) kinds.push({ table, found: isIndexed ? await findByIndex(db, kind.name, term) : undefined });
  const toSelect = ({ table, found = has('search_text') }: (typeof kinds)[number]): RawBuilder<unknown> =>
    sql`select picture_id from ${sql.table(table)} where picture_id is not null and deleted_at is null and ${found}`;
  if (kinds.every(({ found }) => found !== undefined)) {
    const images = [sql`select id from pictures where ${has('alt_key')}`, ...kinds.map(toSelect)];
    const isAmong = sql<SqlBool>`pictures.id in (${sql.join(images, sql` union all `)})`;
    return { isRare: true, each: isAmong, all: isAmong };
  }
  const toCondition = (isForEach: boolean): RawBuilder<SqlBool> => {
    const shown = kinds.map((each) =>
      isForEach && each.found === undefined
        ? sql`exists (select 1 from ${sql.table(each.table)} as d where d.picture_id = pictures.id and d.deleted_at is null and ${has('d.search_text')})`
        : sql`pictures.id in (${toSelect(each)})`,
    );
    return sql<SqlBool>`(${has('pictures.alt_key')} or ${sql.join(shown, sql` or `)})`;
  };
  return { isRare: false, each: toCondition(true), all: toCondition(false) };
};

const isInAlbum = (albumId: string | null): RawBuilder<SqlBool> => {
  const album = albumId === null ? sql`album_id is null` : sql`album_id = ${albumId}`;
  return sql<SqlBool>`pictures.id in (select picture_id from gallery_images where deleted_at is null and ${album})`;
};

const selectMatching = (
  db: Database,
  { isWithoutAlt, isUnused, albumId, since, before }: LibraryRequest,
  searches: readonly RawBuilder<SqlBool>[],
  unused: RawBuilder<SqlBool>,
) => {
  let query = selectListed(db);
  for (const search of searches) query = query.where(search);
  if (isWithoutAlt) query = query.where(IS_WITHOUT_ALT);
  if (isUnused) query = query.where(unused);
  if (albumId !== undefined) query = query.where(isInAlbum(albumId));
  if (since !== undefined) query = query.where('pictures.created_at', '>=', since);
  if (before !== undefined) query = query.where('pictures.created_at', '<', before);
  return query;
};

/** Images without a description come last in both sort directions. */
const LACKS_KEY = sql`case when coalesce(pictures.alt_key, '') = '' then 1 else 0 end`;
const SORTS = { createdAt: sql`pictures.created_at`, bytes: sql`pictures.bytes`, alt: sql`${LACKS_KEY}, pictures.alt_key` };

/** Lists one page of the library, newest images first unless another order is requested. */
export const listLibraryRows = async (db: Database, request: LibraryRequest): Promise<Page<LibraryRow>> => {
  const searches: TermSearch[] = [];
  for (const term of new Set(request.terms)) searches.push(await createTermSearch(db, term, searches.length < INDEXED_TERMS));
  const isNarrow = searches.some(({ isRare }) => isRare);
  const [ofPage, ofCount] = [searches.map(({ each }) => each), searches.map(({ each, all }) => (isNarrow ? each : all))];
  const matching = selectMatching(db, request, ofPage, IS_UNUSED);
  const counted = selectMatching(db, request, ofCount, IS_COUNTED_UNUSED);
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
    // Both counts read every image, so the whole library is counted once for both.
    async () => (await (isWhole && request.hasCounts ? countAll() : readCounts(db, 'all', ['matching library', conditions], () => countRows(counted)))).all,
    countAll,
  );
};

export const findLibraryRow = (db: Database, id: string) => selectListed(db).selectAll().where('id', '=', id).executeTakeFirst();
/** Finds an uploaded image, even if it is in the trash by now. */
export const findUploadedRow = (db: Database, uploadHash: string) =>
  db.selectFrom('pictures').selectAll().where('upload_hash', '=', uploadHash).where('is_copy', '=', 0).executeTakeFirst();
export type LibraryRow = NonNullable<Awaited<ReturnType<typeof findLibraryRow>>>;

/** Sets the alternative text of the image for documents that choose it from now on. */
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

/** Finds images whose alternative text was never looked up, because a release stored them that did not know it. */
const findImagesWithoutText = (db: Database, limit: number) =>
  db.selectFrom('pictures').select(['id', 'default_alt']).where('alt_key', 'is', null).orderBy('id').limit(limit).execute();

/** Moves an image into the trash or out of it. */
export const setTrashed = async (db: Database, id: string, trashedAt: Timestamp | null): Promise<void> => {
  await db.updateTable('pictures').set({ trashed_at: trashedAt }).where('id', '=', id).execute();
};

/** Finds an image of the library while it is in the trash. */
export const findTrashedRow = (db: Database, id: string) =>
  db.selectFrom('pictures').selectAll().where('id', '=', id).where('trashed_at', 'is not', null).where('is_copy', '=', 0).executeTakeFirst();

/** Returns the alternative text that a document gives the image; '' for none. */
const findAlt = async (db: Database, imageId: string): Promise<string> => {
  const selects = DESCRIBED_TABLES.map(
    ({ table, alt }) => sql`select ${sql.ref(alt)} as alt from ${sql.table(table)} where picture_id = ${imageId} and ${sql.ref(alt)} <> ''`,
  );
  const { rows } = await sql<{ alt: string }>`select alt from (${sql.join(selects, sql` union all `)}) as described limit 1`.execute(db);
  return rows[0]?.alt ?? (await findTextAlt(db, imageId));
};

/** Gives up to `limit` images without an alternative text the one of a document that shows them. Returns the number of images. */
export const describeImages = async (db: Database, limit: number): Promise<number> => {
  const images = await findImagesWithoutText(db, limit);
  for (const { id, default_alt: alt } of images) await setImageAlt(db, id, alt || (await findAlt(db, id)));
  return images.length;
};

const BATCH = 100;

/** Reads the images of all texts and the alternative texts of all images, after samples were inserted. */
export const readAllImageTexts = async (db: Database): Promise<void> => {
  while ((await indexChangedTexts(db, BATCH)).count > 0);
  while ((await describeImages(db, BATCH)) > 0);
};

interface DocumentImage {
  readonly imageId: string;
  /** The previous alternative text in the document; undefined if the image is new to the document. */
  readonly before: string | undefined;
  readonly after: string;
  /** Whether only this document shows the image. */
  readonly isOwn: boolean;
}

/**
 * Updates an image from a document's alternative text. An image that only one document shows follows that document. Other images keep their text, and get one
 * if they lack it.
 */
export const followDocumentAlt = async (db: Database, { imageId, before, after, isOwn }: DocumentImage): Promise<void> => {
  const image = await db.selectFrom('pictures').select(['default_alt', 'alt_key']).where('id', '=', imageId).executeTakeFirst();
  if (image === undefined || (image.default_alt === after && image.alt_key !== null)) return;
  const follows = image.default_alt === '' || (isOwn && (before === undefined || image.default_alt === before));
  await setImageAlt(db, imageId, follows ? after : image.default_alt);
};
