import type { ImageUse } from '@site/shared/contracts/media';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { listTextImages } from './consent-queries.ts';
import { ALL_KINDS, type DocumentKind, getAltColumn, listTextColumns, VERSIONED_KINDS } from './document-kinds.ts';
import type { Database } from './schema/tables.ts';
import { isImageInVersions } from './version-queries.ts';

const IMAGE_COLUMNS = [
  ...ALL_KINDS.map((documentKind) => ({ documentKind, as: 'image' as const, column: 'picture_id', alt: getAltColumn(documentKind) })),
  ...ALL_KINDS.flatMap((documentKind) => documentKind.otherImages.map(({ as, column }) => ({ documentKind, as, column, alt: undefined }))),
];

export const DESCRIBED_TABLES = IMAGE_COLUMNS.flatMap(({ documentKind, alt }) => (alt === undefined ? [] : [{ documentKind, table: documentKind.table, alt }]));

const getAuthor = ({ authorColumn }: DocumentKind) => (authorColumn === null ? sql`null` : sql`d.${sql.ref(authorColumn)}`);

interface UseRow {
  readonly image_id: string;
  readonly kind: ImageUse['kind'];
  readonly use_as: ImageUse['as'];
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly deleted_at: string | null;
  readonly author_id: string | null;
}

/** A use of an image, with the data that determines who may change the image. */
export interface StoredImageUse extends ImageUse {
  readonly imageId: string;
  readonly isDraftOf: string | null;
  readonly isPublishedOrScheduled: boolean;
}

const selectUses = (ids: readonly string[]): RawBuilder<UseRow> => {
  const inIdList = sql`in (${sql.join(ids)})`;
  const columns = (documentKind: DocumentKind, as: ImageUse['as']) => sql`
    ${sql.lit(documentKind.kind.name)} as kind, ${sql.lit(as)} as use_as, d.id as id, d.title as title, d.status,
    d.deleted_at as deleted_at, ${getAuthor(documentKind)} as author_id`;
  const documents = IMAGE_COLUMNS.map(
    ({ documentKind, as, column }) =>
      sql`select d.${sql.ref(column)} as image_id, ${columns(documentKind, as)} from ${sql.table(documentKind.table)} as d where d.${sql.ref(column)} ${inIdList}`,
  );
  const texts = VERSIONED_KINDS.map(
    (documentKind) => sql`
      select t.image_id as image_id, ${columns(documentKind, 'text')} from text_images as t join ${sql.table(documentKind.table)} as d on d.id = t.document_id
      where t.kind = ${sql.lit(documentKind.kind.name)} and t.image_id ${inIdList}`,
  );
  return sql<UseRow>`${sql.join([...documents, ...texts], sql` union all `)}`;
};

export type Visibility = Pick<ImageUse, 'isPublic' | 'isTrashed'>;

const toVisibility = ({ status, deleted_at: deletedAt }: Pick<UseRow, 'status' | 'deleted_at'>): Visibility => ({
  isPublic: status === 'published' && deletedAt === null,
  isTrashed: deletedAt !== null,
});

export const listImageUses = async (db: Database, ids: readonly string[]): Promise<StoredImageUse[]> => {
  if (ids.length === 0) return [];
  const { rows } = await selectUses(ids).execute(db);
  const uses = rows.map((row) => ({
    imageId: row.image_id,
    kind: row.kind,
    as: row.use_as,
    _id: row.id,
    title: row.title,
    ...toVisibility(row),
    isDraftOf: row.status === 'draft' ? row.author_id : null,
    isPublishedOrScheduled: (row.status === 'published' || row.status === 'scheduled') && row.deleted_at === null,
  }));
  const getRank = ({ isPublic, isTrashed }: ImageUse): number => (isTrashed ? 2 : isPublic ? 0 : 1);
  return uses.sort((a, b) => getRank(a) - getRank(b) || (a.title < b.title ? -1 : 1));
};

/** Whether the image is shown only by the contributor's own drafts, in which case the contributor may change it (NS-08). */
export const isUsedOnlyInDraftsOf = (uses: readonly StoredImageUse[], userId: string): boolean =>
  uses.length > 0 && uses.every(({ isDraftOf }) => isDraftOf === userId);

/** Whether the image is shown anywhere besides the document's own image field, for example in the same document's text. */
export const isShared = async (db: Database, imageId: string, documentId: string): Promise<boolean> =>
  (await listImageUses(db, [imageId])).some(({ _id, as }) => _id !== documentId || as === 'text');

/** Matches documents that need alternative text: published and scheduled documents, and all gallery images, even drafts. */
const needsAlt = ({ publishAtColumn }: DocumentKind): RawBuilder<SqlBool> =>
  publishAtColumn === null ? sql<SqlBool>`1 = 1` : sql<SqlBool>`d.status in ('published', 'scheduled')`;

/** Lists documents that lack the alternative text of a non-decorative image, newest first. */
export const listUndescribedUses = async (db: Database, limit: number): Promise<ReadonlyArray<{ readonly id: string; readonly title: string }>> => {
  const documents = DESCRIBED_TABLES.map(
    ({ documentKind, table, alt }) => sql`
      select d.id as id, d.title as title, d.created_at as created_at from ${sql.table(table)} as d join pictures as p on p.id = d.picture_id
      where d.deleted_at is null and d.${sql.ref(alt)} = '' and p.is_decorative = 0 and ${needsAlt(documentKind)}`,
  );
  const texts = VERSIONED_KINDS.map(
    (documentKind) => sql`
      select d.id as id, d.title as title, d.created_at as created_at from text_images as t join ${sql.table(documentKind.table)} as d on d.id = t.document_id
      where t.kind = ${sql.lit(documentKind.kind.name)} and t.has_alt = 0 and d.deleted_at is null and ${needsAlt(documentKind)}`,
  );
  const { rows } = await sql<{ id: string; title: string }>`
    select id, title from (${sql.join([...documents, ...texts], sql` union all `)}) as undescribed order by created_at desc, id limit ${limit}`.execute(db);
  return rows;
};

/** Matches images that lack alternative text in content that is not in the trash. There are few such images, so the subquery runs only once per query. */
export const LACKS_ALT = sql<SqlBool>`pictures.id in (${sql.join(
  [
    ...DESCRIBED_TABLES.map(
      ({ table, alt }) => sql`select picture_id from ${sql.table(table)} where picture_id is not null and deleted_at is null and ${sql.ref(alt)} = ''`,
    ),
    sql`select image_id from text_images where has_alt = 0`,
  ],
  sql` union all `,
)})`;

const createUseCondition = (): RawBuilder<SqlBool> => {
  const documents = IMAGE_COLUMNS.map(({ documentKind: { table }, column, as }) =>
    as === 'author'
      ? // An index on portraits would not help, because each portrait is in many posts.
        sql`pictures.id in (select ${sql.ref(column)} from ${sql.table(table)} where ${sql.ref(column)} is not null and deleted_at is null)`
      : sql`exists (select 1 from ${sql.table(table)} as d where d.${sql.ref(column)} = pictures.id and d.deleted_at is null)`,
  );
  const texts = VERSIONED_KINDS.map(
    ({ kind, table }) => sql`exists (select 1 from text_images as t join ${sql.table(table)} as d on d.id = t.document_id
      where t.image_id = pictures.id and t.kind = ${sql.lit(kind.name)} and d.deleted_at is null)`,
  );
  return sql<SqlBool>`(${sql.join([...documents, ...texts], sql` or `)})`;
};

export const IS_USED = createUseCondition();
const selectUsedImages = (isTrashed: boolean): RawBuilder<unknown> => {
  const state = isTrashed ? sql`is not null` : sql`is null`;
  return sql`${sql.join(
    [
      ...IMAGE_COLUMNS.map(
        ({ documentKind: { table }, column }) =>
          sql`select ${sql.ref(column)} from ${sql.table(table)} where ${sql.ref(column)} is not null and deleted_at ${state}`,
      ),
      ...VERSIONED_KINDS.map(
        ({ kind, table }) => sql`
          select t.image_id from text_images as t join ${sql.table(table)} as d on d.id = t.document_id
          where t.kind = ${sql.lit(kind.name)} and d.deleted_at ${state}`,
      ),
    ],
    sql` union all `,
  )}`;
};

/** Whether anything in the trash shows the image. The trash is small, so the subquery runs only once per query. */
export const IS_IN_TRASH = sql<SqlBool>`pictures.id in (${selectUsedImages(true)})`;
/** Like `IS_USED`, but for queries over all images: reads all uses once instead of looking them up for each image. */
export const IS_USED_UNCORRELATED = sql<SqlBool>`pictures.id in (${selectUsedImages(false)})`;

/** Lists documents whose text shows the image but has not been indexed yet. `listImageUses` does not include these documents. */
export const listQueuedUses = async (db: Database, id: string): Promise<Visibility[]> => {
  const documentQueries = VERSIONED_KINDS.flatMap((documentKind) =>
    listTextColumns(documentKind).map(
      ([, column]) => sql`
        select d.status as status, d.deleted_at as deleted_at, d.${sql.ref(column)} as text
        from text_image_queue as q join ${sql.table(documentKind.table)} as d on d.id = q.document_id
        where q.kind = ${sql.lit(documentKind.kind.name)} and d.${sql.ref(column)} like ${`%${id}%`}`,
    ),
  );
  const { rows } = await sql<Pick<UseRow, 'status' | 'deleted_at'> & { readonly text: string }>`${sql.join(documentQueries, sql` union all `)}`.execute(db);
  return rows.filter(({ text }) => listTextImages(text).includes(id)).map(toVisibility);
};

/** Whether anything shows the image, including content in the trash, versions and unsaved drafts. Check this before deleting an image. */
export const isImageUsed = async (db: Database, id: string): Promise<boolean> => {
  if ((await listImageUses(db, [id])).length > 0 || (await isImageInVersions(db, id)) || (await listQueuedUses(db, id)).length > 0) return true;
  const draft = await db.selectFrom('document_drafts').select('document_id').where('fields', 'like', `%${id}%`).limit(1).executeTakeFirst();
  return draft !== undefined;
};
