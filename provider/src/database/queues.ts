import { KIND_NAMES, type VersionKind } from '@site/shared/domain/kinds';
import { type SqlBool, sql } from 'kysely';
import { matchesDocument } from './document-kinds.ts';
import type { Database } from './schema/tables.ts';

/** Excludes kinds that this release does not support, because triggers also queue rows written by a later release. Such rows are left to that release. */
const IS_SUPPORTED_KIND = sql<SqlBool>`kind in (${sql.join(KIND_NAMES.map((name) => sql.lit(name)))})`;

export const hasQueuedDocuments = async (db: Database, queue: 'text_image_queue' | 'search_queue'): Promise<boolean> =>
  (await sql`select 1 as found from ${sql.table(queue)} where ${IS_SUPPORTED_KIND} limit 1`.execute(db)).rows.length > 0;

/** Removes up to `limit` documents with changed texts from the queue, within the caller's transaction, and returns them. */
export const dequeueChangedTexts = async (db: Database, limit: number) => {
  const { rows } = await sql<{ kind: VersionKind; document_id: string }>`
    select kind, document_id from text_image_queue where ${IS_SUPPORTED_KIND} order by kind, document_id limit ${limit}`.execute(db);
  for (const { kind, document_id } of rows)
    await db
      .deleteFrom('text_image_queue')
      .where(matchesDocument({ kind, id: document_id }))
      .execute();
  return rows;
};
