import { type Kysely, sql } from 'kysely';
import type { Erasures } from '../database/erasures.ts';
import type { Tables } from '../database/schema.ts';
import { IMAGE_TEXTS, TEXT_KINDS } from '../database/text-images.ts';
import { followDocument, removeImageFromVersions } from '../database/version-queries.ts';
import { nextTimestamp } from '../domain/edit-conflicts.ts';
import { removeImageFromHtml } from '../domain/remove-image-from-html.ts';
import { type ContentServices, deleteImageFiles } from './change-image.ts';

/** Rows get a new timestamp: a form that was opened before cannot bring the image back. */
const clearReferences = async (db: Kysely<Tables>, id: string, now: Date): Promise<void> => {
  for (const table of ['posts', 'events', 'programs'] as const) {
    const rows = await db.selectFrom(table).select(['id', 'updated_at']).where('picture_id', '=', id).execute();
    for (const row of rows) {
      const updated_at = nextTimestamp(now, row.updated_at);
      await sql`update ${sql.table(table)} set picture_id = null, picture_alt = '', updated_at = ${updated_at} where id = ${row.id}`.execute(db);
      await followDocument(db, row, updated_at);
    }
  }
  await db.updateTable('posts').set({ author_picture_id: null }).where('author_picture_id', '=', id).execute();
  for (const kind of TEXT_KINDS) {
    const table = sql.table(IMAGE_TEXTS[kind].table);
    const column = sql.ref(IMAGE_TEXTS[kind].column);
    const { rows } = await sql<{ id: string; text: string; updated_at: string }>`
      select id, ${column} as text, updated_at from ${table} where ${column} like ${`%${id}%`}`.execute(db);
    for (const row of rows) {
      const updated_at = nextTimestamp(now, row.updated_at);
      await sql`update ${table} set ${column} = ${removeImageFromHtml(row.text, id)}, updated_at = ${updated_at} where id = ${row.id}`.execute(db);
      await followDocument(db, row, updated_at);
    }
  }
};

/** Removes images, wherever they are shown, with their alternative texts and captions. Returns the ids that existed. Their files are deleted after the transaction. */
export const removeImages = async (transaction: Kysely<Tables>, ids: readonly string[], now: Date): Promise<string[]> => {
  const found: string[] = [];
  for (const id of ids) {
    await clearReferences(transaction, id, now);
    await removeImageFromVersions(transaction, id);
    await transaction.deleteFrom('gallery_images').where('picture_id', '=', id).execute();
    const deleted = await transaction.deleteFrom('pictures').where('id', '=', id).executeTakeFirst();
    if (deleted.numDeletedRows > 0n) found.push(id);
  }
  return found;
};

/**
 * Removes an image for good, as one content revision: from the gallery, from posts, events and programs, from texts, drafts, versions and the trash, and then its files in every
 * size. No backup brings it back. False when there is none.
 */
export const withdrawImage = async ({ revision, stores, erasures, now }: ContentServices & { readonly erasures: Erasures }, id: string): Promise<boolean> => {
  const isWithdrawn = await revision.write(async (transaction) => {
    const [found] = await removeImages(transaction, [id], now());
    if (found === undefined) return false;
    await erasures.record(transaction, {
      erasedAt: now().toISOString(),
      person: [],
      applicationIds: [],
      auditHashes: [],
      imageIds: [id],
      versionIds: [],
      commentIds: [],
    });
    return true;
  });
  if (!isWithdrawn) return false;
  await deleteImageFiles(stores, id);
  await erasures.sync();
  return true;
};
