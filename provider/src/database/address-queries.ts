import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';

/** Published rows in the order of their ids. Literals, and no other columns: each table has an index of exactly these. */
export const listAddressRows = async (db: Kysely<Tables>, table: 'posts' | 'events', after: string, limit: number) => {
  const slug = table === 'posts' ? sql.ref('slug') : sql.lit('');
  const { rows } = await sql<{ id: string; slug: string; updated_at: string }>`
    select id, ${slug} as slug, updated_at from ${sql.table(table)} where status = 'published' and deleted_at is null and id > ${after} order by id limit ${limit}`.execute(
    db,
  );
  return rows;
};
