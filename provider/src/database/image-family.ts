import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { VERSIONED_KINDS } from './document-kinds.ts';
import type { Database } from './schema/tables.ts';

/** Whether the queried image belongs to the same photo as the image with this id: it is the image itself, a previous file of the image, or a copy. */
export const isInFamily = (id: string): RawBuilder<SqlBool> => {
  const root = sql`(select coalesce(origin_id, id) from pictures where id = ${id})`;
  return sql<SqlBool>`(pictures.id = ${id} or pictures.id = ${root} or pictures.origin_id = ${root})`;
};

/** Whether the queried image's file has the same size in bytes and pixels. */
export const hasSameFile = (id: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select 1 from pictures as own where own.id = ${id} and own.bytes = pictures.bytes and own.width = pictures.width and own.height = pictures.height)`;

/** Returns the ids of all images of the same photo, starting with the given id. */
export const listImageFamily = async (db: Database, id: string): Promise<string[]> => {
  const members = await db.selectFrom('pictures').select('id').where(isInFamily(id)).execute();
  return [id, ...members.map((member) => member.id).filter((member) => member !== id)];
};

/** Finds copies made by earlier releases, which did not store the origin. */
export const findUnlinkedCopies = (db: Database, limit: number) =>
  db.selectFrom('pictures').selectAll().where('is_copy', '=', 1).where('origin_id', 'is', null).orderBy('id').limit(limit).execute();

/** Finds images whose files may be identical, because they have the same size in bytes and pixels. Images that are not copies come first. */
export const findSimilarImages = (db: Database, image: { readonly id: string; readonly bytes: number; readonly width: number; readonly height: number }) =>
  db
    .selectFrom('pictures')
    .selectAll()
    .where('bytes', '=', image.bytes)
    .where('width', '=', image.width)
    .where('height', '=', image.height)
    .where('id', '!=', image.id)
    .orderBy('is_copy')
    .orderBy('created_at')
    .execute();

/** Finds the current image of a document whose versions show the given image. */
export const findSuccessor = async (db: Database, imageId: string): Promise<{ readonly id: string; readonly origin_id: string | null } | undefined> => {
  const documents = VERSIONED_KINDS.map(({ kind, table }) => sql`select ${sql.lit(kind.name)} as kind, id, picture_id from ${sql.table(table)}`);
  const { rows } = await sql<{ id: string; origin_id: string | null }>`
    select p.id, p.origin_id from version_images as shown join versions as v on v.id = shown.version_id
    join (${sql.join(documents, sql` union all `)}) as d on d.kind = v.kind and d.id = v.document_id
    join pictures as p on p.id = d.picture_id
    where shown.picture_id = ${imageId} and p.id <> ${imageId} limit 1`.execute(db);
  return rows[0];
};

export const setOrigin = async (db: Database, id: string, originId: string): Promise<void> => {
  await db
    .updateTable('pictures')
    .set({ origin_id: originId })
    .where((where) => where.or([where('id', '=', id), where('origin_id', '=', id)]))
    .execute();
};

/** Returns the ids of an image and of all copies of the same file. They share their consent. */
export const listIdsWithSameFile = async (db: Database, id: string): Promise<string[]> =>
  (await db.selectFrom('pictures').select('id').where(isInFamily(id)).where(hasSameFile(id)).execute()).map((row) => row.id);
