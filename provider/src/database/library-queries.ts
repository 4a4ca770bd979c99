import { foldText } from '@site/shared/domain/fold-text';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { ALL_KINDS, type ContentTable, type DocumentKind } from './document-kinds.ts';
import { DESCRIBED_TABLES, IS_IN_TRASH, IS_USED, IS_USED_UNCORRELATED, LACKS_ALT } from './image-uses.ts';
import { containsTerms, countRows, getSqlLimit, type Page, type PageRequest, readCounts, toPage, toSqlOrder } from './page.ts';
import type { Timestamp } from './schema/columns.ts';
import { UPLOAD_LOCATIONS } from './schema/content.ts';
import type { Database } from './schema/tables.ts';
import { createSearch, omitWordlessTerms } from './search.ts';
import { findTextAlt, indexChangedTexts } from './text-images.ts';

export interface LibraryRequest extends PageRequest {
  readonly isWithoutAlt: boolean;
  readonly isUnused: boolean;
  /** Selects the images of one album. Null selects gallery images without an album; undefined selects all images. */
  readonly albumId: string | null | undefined;
  /** Start of the time range for uploads, inclusive. */
  readonly since: Timestamp | undefined;
  /** End of the time range for uploads, exclusive. */
  readonly before: Timestamp | undefined;
}

const IS_WITHOUT_ALT = sql<SqlBool>`pictures.is_decorative = 0 and (pictures.default_alt = '' or ${LACKS_ALT})`;
const IS_UNUSED = sql<SqlBool>`not (${IS_IN_TRASH} or ${IS_USED})`;
const IS_UNUSED_UNCORRELATED = sql<SqlBool>`not (${IS_IN_TRASH} or ${IS_USED_UNCORRELATED})`;
/**
 * Whether the library lists the image. The library omits images of the site's own pages, previous files, images in its trash unless content shows them again,
 * and images used only by documents in the trash.
 */
export const IS_LISTED = sql<SqlBool>`pictures.is_copy = 0 and pictures.id not like 'samples-%' and (pictures.trashed_at is null or ${IS_USED})
  and (pictures.is_in_text = ${sql.lit(UPLOAD_LOCATIONS.library)} or not ${IS_IN_TRASH} or ${IS_USED})`;

const selectListed = (db: Database) => db.selectFrom('pictures').where(IS_LISTED);

/** Maximum number of terms to look up in the document index, which limits the number of ids in a statement. Texts must contain all further terms. */
const INDEXED_TERMS = 5;
/** Up to this number of documents, look-ups are faster than reading all texts. */
const RARE_DOCUMENT_LIMIT = 500;

/** Conditions for images that have a term in their alternative text, or whose documents have its words in their titles and summaries. */
interface TermSearch {
  /** Whether few documents match, in which case the search can start with their images. */
  readonly isRare: boolean;
  /** Condition that checks one image at a time. Used for pages, which fill up quickly, and for counts that a rare term narrows down. */
  readonly perImage: RawBuilder<SqlBool>;
  /** Condition that finds all matching images first. Used for all other counts. */
  readonly inBulk: RawBuilder<SqlBool>;
}

interface KindSearch {
  readonly table: ContentTable;
  readonly isRare: boolean;
  readonly perRow: RawBuilder<SqlBool>;
  readonly inBulk: RawBuilder<SqlBool>;
}

const createKindSearch = async (db: Database, { kind, table }: DocumentKind, term: string): Promise<KindSearch> => {
  const request = { search: '', terms: [term], status: 'all', visibility: 'all', limit: undefined, omitsBodies: true } as const;
  const search = await createSearch(db, kind.name, `${table}.id`, request);
  if (search === undefined) throw new Error('A search of the library has no empty terms.');
  return { table, perRow: search.perRow, inBulk: search.inBulk, isRare: search.namesIds && (await search.count()) <= RARE_DOCUMENT_LIMIT };
};

const createTermSearch = async (db: Database, term: string, isIndexed: boolean): Promise<TermSearch> => {
  const has = (column: string): RawBuilder<SqlBool> => containsTerms(sql.ref(column), [term]);
  const hasText = has('search_text');
  const kinds: KindSearch[] = [];
  for (const documentKind of ALL_KINDS)
    kinds.push(isIndexed ? await createKindSearch(db, documentKind, term) : { table: documentKind.table, isRare: false, perRow: hasText, inBulk: hasText });
  const selectImageIds = ({ table, inBulk }: KindSearch): RawBuilder<unknown> =>
    sql`select picture_id from ${sql.table(table)} where picture_id is not null and deleted_at is null and ${inBulk}`;
  if (kinds.every(({ isRare }) => isRare)) {
    const images = [sql`select id from pictures where ${has('alt_key')}`, ...kinds.map(selectImageIds)];
    const isMatchingImage = sql<SqlBool>`pictures.id in (${sql.join(images, sql` union all `)})`;
    return { isRare: true, perImage: isMatchingImage, inBulk: isMatchingImage };
  }
  const toCondition = (isForEach: boolean): RawBuilder<SqlBool> => {
    const kindConditions = kinds.map((kind) =>
      isForEach && !kind.isRare
        ? sql`exists (select 1 from ${sql.table(kind.table)} where picture_id = pictures.id and deleted_at is null and ${kind.perRow})`
        : sql`pictures.id in (${selectImageIds(kind)})`,
    );
    return sql<SqlBool>`(${has('pictures.alt_key')} or ${sql.join(kindConditions, sql` or `)})`;
  };
  return { isRare: false, perImage: toCondition(true), inBulk: toCondition(false) };
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

const IS_ALT_KEY_MISSING = sql`case when coalesce(pictures.alt_key, '') = '' then 1 else 0 end`;
const SORTS = { createdAt: sql`pictures.created_at`, bytes: sql`pictures.bytes`, alt: sql`${IS_ALT_KEY_MISSING}, pictures.alt_key` };

export const listLibraryRows = async (db: Database, request: LibraryRequest): Promise<Page<LibraryRow>> => {
  const searches: TermSearch[] = [];
  for (const term of new Set(omitWordlessTerms(request.terms))) searches.push(await createTermSearch(db, term, searches.length < INDEXED_TERMS));
  const hasRareTerm = searches.some(({ isRare }) => isRare);
  const [ofPage, ofCount] = [searches.map(({ perImage }) => perImage), searches.map(({ perImage, inBulk }) => (hasRareTerm ? perImage : inBulk))];
  const matching = selectMatching(db, request, ofPage, IS_UNUSED);
  const counted = selectMatching(db, request, ofCount, IS_UNUSED_UNCORRELATED);
  const rows = await matching
    .selectAll()
    .orderBy(toSqlOrder(SORTS, request) ?? sql`pictures.created_at desc`)
    .orderBy('id', request.sort === undefined ? 'desc' : 'asc')
    .limit(getSqlLimit(request))
    .offset(request.offset)
    .execute();
  const { terms, isWithoutAlt, isUnused, albumId, since, before } = request;
  const conditions = { terms, isWithoutAlt, isUnused, albumId, since, before };
  const isUnfiltered = terms.length === 0 && !isWithoutAlt && !isUnused && albumId === undefined && since === undefined && before === undefined;
  const countAll = () => readCounts(db, 'all', ['library'], () => countRows(selectListed(db), { missingAlt: IS_WITHOUT_ALT, unused: IS_UNUSED_UNCORRELATED }));
  return toPage(
    rows,
    request,
    // Both counts would read every image, so use the count of the whole library for both.
    async () =>
      (await (isUnfiltered && request.hasCounts ? countAll() : readCounts(db, 'all', ['matching library', conditions], () => countRows(counted)))).all,
    countAll,
  );
};

export const findLibraryRow = (db: Database, id: string) => selectListed(db).selectAll().where('id', '=', id).executeTakeFirst();
/** Finds the image even if it is in the trash. */
export const findUploadedRow = (db: Database, uploadHash: string) =>
  db.selectFrom('pictures').selectAll().where('upload_hash', '=', uploadHash).where('is_copy', '=', 0).executeTakeFirst();
export type LibraryRow = NonNullable<Awaited<ReturnType<typeof findLibraryRow>>>;

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

/** Finds images stored by an earlier release, which did not determine their alternative texts. */
const findImagesWithoutText = (db: Database, limit: number) =>
  db.selectFrom('pictures').select(['id', 'default_alt']).where('alt_key', 'is', null).orderBy('id').limit(limit).execute();

export const setTrashed = async (db: Database, id: string, trashedAt: Timestamp | null): Promise<void> => {
  await db.updateTable('pictures').set({ trashed_at: trashedAt }).where('id', '=', id).execute();
};

export const findTrashedRow = (db: Database, id: string) =>
  db.selectFrom('pictures').selectAll().where('id', '=', id).where('trashed_at', 'is not', null).where('is_copy', '=', 0).executeTakeFirst();

const findAlt = async (db: Database, imageId: string): Promise<string> => {
  const selects = DESCRIBED_TABLES.map(
    ({ table, alt }) => sql`select ${sql.ref(alt)} as alt from ${sql.table(table)} where picture_id = ${imageId} and ${sql.ref(alt)} <> ''`,
  );
  const { rows } = await sql<{ alt: string }>`select alt from (${sql.join(selects, sql` union all `)}) as described limit 1`.execute(db);
  return rows[0]?.alt ?? (await findTextAlt(db, imageId));
};

/** Fills in the missing alternative texts of up to `limit` images. Returns the number of images. */
export const describeImages = async (db: Database, limit: number): Promise<number> => {
  const images = await findImagesWithoutText(db, limit);
  for (const { id, default_alt: alt } of images) await setImageAlt(db, id, alt || (await findAlt(db, id)));
  return images.length;
};

const BATCH = 100;

/** Indexes the images in all texts, and the alternative texts of all images, after samples have been inserted. */
export const readAllImageTexts = async (db: Database): Promise<void> => {
  while ((await indexChangedTexts(db, BATCH)).count > 0);
  while ((await describeImages(db, BATCH)) > 0);
};

interface DocumentImage {
  readonly imageId: string;
  /** The document's previous alternative text. Undefined if the image is new to the document. */
  readonly before: string | undefined;
  readonly after: string;
  readonly isOwn: boolean;
}

/**
 * Updates an image's alternative text after a document has changed its own. If only this document shows the image, the image adopts the document's text.
 * Otherwise it does so only if it has no text yet.
 */
export const syncLibraryAlt = async (db: Database, { imageId, before, after, isOwn }: DocumentImage): Promise<void> => {
  const image = await db.selectFrom('pictures').select(['default_alt', 'alt_key']).where('id', '=', imageId).executeTakeFirst();
  if (image === undefined || (image.default_alt === after && image.alt_key !== null)) return;
  const followsDocument = image.default_alt === '' || (isOwn && (before === undefined || image.default_alt === before));
  await setImageAlt(db, imageId, followsDocument ? after : image.default_alt);
};
