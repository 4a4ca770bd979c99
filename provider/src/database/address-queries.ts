import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';

interface AddressRow {
  readonly id: string;
  readonly slug: string;
  readonly updated_at: string;
  readonly picture_id: string | null;
  readonly version: number | null;
  readonly format: string | null;
}

/** Published rows with their images, in the order of their ids. Literals: each table has an index of the condition. */
export const listAddressRows = async (db: Kysely<Tables>, table: 'posts' | 'events', after: string, limit: number) => {
  const slug = table === 'posts' ? sql.ref('slug') : sql.lit('');
  const { rows } = await sql<AddressRow>`
    select page.*, image.version, image.format
    from (
      select id, ${slug} as slug, updated_at, picture_id from ${sql.table(table)}
      where status = 'published' and deleted_at is null and id > ${after} order by id limit ${limit}
    ) as page
    left join pictures as image on image.id = page.picture_id
    order by page.id`.execute(db);
  return rows;
};
