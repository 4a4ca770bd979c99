import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { ALL_KINDS, listImageColumns } from '../database/document-kinds.ts';
import { isImageUsed, listImageUses } from '../database/image-uses.ts';
import { isImporting } from '../database/leases.ts';
import { splitForStatements } from '../database/read-rows.ts';
import { runTransaction } from '../database/retry-conflicts.ts';
import { UPLOAD_LOCATIONS } from '../database/schema/content.ts';
import type { Database } from '../database/schema/tables.ts';
import { indexChangedTexts } from '../database/text-images.ts';
import { TRASH_TABLES, type TrashTable } from '../database/trash-queries.ts';
import { type ContentServices, deleteImageFiles } from '../images/change-image.ts';
import { removeImages } from '../images/withdraw-images.ts';
import type { Storage } from '../storage/storage.ts';

type SweepServices = Pick<ContentServices, 'db' | 'stores' | 'now'>;

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

const hasImage = (table: TrashTable): boolean => ALL_KINDS.some((documentKind) => documentKind.table === table);

const deleteUnusedImage = async (db: Database, id: string): Promise<boolean> => {
  if (await isImageUsed(db, id)) return false;
  const deleteResult = await db.deleteFrom('pictures').where('id', '=', id).where('is_in_text', '!=', UPLOAD_LOCATIONS.library).executeTakeFirst();
  return deleteResult.numDeletedRows > 0n;
};

/** Deletes images one by one, each in its own transaction, followed by the image's files. Returns the number of deleted images. */
const deleteEach = async (
  { db, stores }: SweepServices,
  images: readonly { readonly id: string }[],
  remove: (transaction: Database, id: string) => Promise<boolean> = deleteUnusedImage,
): Promise<number> => {
  let count = 0;
  for (const { id } of images) {
    if (!(await runTransaction(db, (transaction) => remove(transaction, id)))) continue;
    await deleteImageFiles(stores, id);
    count += 1;
  }
  return count;
};

const TEXTS_PER_BATCH = 100;

/**
 * Deletes images that have been in the library's trash since before the given time, unless content shows them again. Also removes them from the versions and
 * drafts of documents.
 */
const emptyLibraryTrash = async (services: SweepServices, before: string): Promise<number> => {
  const images = await services.db.selectFrom('pictures').select('id').where('trashed_at', '<=', before).execute();
  return deleteEach(services, images, async (transaction, id) => {
    while ((await indexChangedTexts(transaction, TEXTS_PER_BATCH)).count > 0);
    if ((await listImageUses(transaction, [id])).length > 0) return false;
    return (await removeImages(transaction, [id], services.now())).length > 0;
  });
};

/**
 * Permanently deletes rows that have been in the trash for `days`, and their images. Does not raise the revision, because no page shows these rows. Returns the
 * number of deleted rows.
 */
export const emptyTrash = async (services: SweepServices, days: number): Promise<number> => {
  const { db, stores, now } = services;
  const before = new Date(now().getTime() - days * DAY_MS).toISOString();
  let count = 0;
  for (const table of TRASH_TABLES) {
    const image = hasImage(table) ? sql`picture_id` : sql`null`;
    const { rows } = await sql<{ id: string; image_id: string | null }>`
      select id, ${image} as image_id from ${sql.table(table)} where deleted_at <= ${before}`.execute(db);
    for (const { id, image_id: imageId } of rows) {
      const isImageDeleted = await runTransaction(db, async (transaction) => {
        await sql`delete from ${sql.table(table)} where id = ${id} and deleted_at is not null`.execute(transaction);
        return imageId !== null && (await deleteUnusedImage(transaction, imageId));
      });
      if (imageId !== null && isImageDeleted) await deleteImageFiles(stores, imageId);
      count += 1;
    }
  }
  return count + (await emptyLibraryTrash(services, before));
};

/** Grace period for images whose text may not have been saved yet. */
const TEXT_IMAGE_GRACE_MS = 7 * DAY_MS;

const IMAGE_USES = [
  ...ALL_KINDS.flatMap((documentKind) => listImageColumns(documentKind).map((column) => ({ table: documentKind.table, column }))),
  { table: 'text_images', column: 'image_id' },
  { table: 'version_images', column: 'picture_id' },
];

/** Selects unused images that were uploaded in the given location. `deleteEach` also checks queued texts and drafts. */
const selectUnusedImages = (db: Database, uploadedIn: (typeof UPLOAD_LOCATIONS)['document' | 'text']) =>
  db
    .selectFrom('pictures')
    .select('id')
    .where('is_in_text', '=', uploadedIn)
    .where((where) =>
      where.and(
        IMAGE_USES.map(({ table, column }) => sql<boolean>`not exists (select 1 from ${sql.table(table)} as uses where uses.${sql.ref(column)} = pictures.id)`),
      ),
    );

/**
 * Deletes images that were uploaded for texts and that nothing shows any longer, not even a version or a text in the trash. Returns the number of deleted
 * images.
 */
export const sweepTextImages = async (services: SweepServices): Promise<number> => {
  const { db, now } = services;
  if (await isImporting(db)) return 0;
  const before = new Date(now().getTime() - TEXT_IMAGE_GRACE_MS).toISOString();
  return deleteEach(services, await selectUnusedImages(db, UPLOAD_LOCATIONS.text).where('created_at', '<', before).execute());
};

/** Deletes documents' previous images once no version shows them. Returns the number of deleted images. */
export const sweepVersionImages = async (services: SweepServices): Promise<number> => {
  const { db } = services;
  if (await isImporting(db)) return 0;
  const unusedImages = selectUnusedImages(db, UPLOAD_LOCATIONS.document).where('is_sample', '=', 0);
  // Keep images that pages show by a fixed id.
  return deleteEach(services, await unusedImages.where('id', 'not like', 'samples-%').execute());
};

/** More recent files may belong to an upload whose row is still being written. */
const ORPHAN_GRACE_MS = HOUR_MS;

/** Skips other folders, because a bucket may also contain files from other programs. */
const isImageFolder = (name: string): boolean => /^(?:[0-9a-f]{24}|samples-[\w-]+)$/.test(name);

/** Lists the folders that belong to no stored image. Lets other requests run between batches. */
const listUnknownFolders = async (db: Database, folders: readonly string[]): Promise<string[]> => {
  const unknownFolders: string[] = [];
  for (const ids of splitForStatements(folders)) {
    const rows = await db.selectFrom('pictures').select('id').where('id', 'in', ids).execute();
    const storedIds = new Set(rows.map(({ id }) => id));
    unknownFolders.push(...ids.filter((id) => !storedIds.has(id)));
    await setImmediate();
  }
  return unknownFolders;
};

/**
 * Deletes files that an interrupted upload or deletion has left behind in a store. An image's file is written before its row and deleted after it, so a crash
 * may leave an extra file but never cause a missing one. Returns the number of images whose files were deleted.
 */
export const sweepOrphans = async (db: Database, storage: Storage, now: Date): Promise<number> => {
  const folders = (await storage.listFolders()).filter(isImageFolder);
  const orphans: string[] = [];
  for (const folder of await listUnknownFolders(db, folders)) {
    const changedAt = await storage.getChangeTime(folder);
    if (changedAt !== null && now.getTime() - changedAt >= ORPHAN_GRACE_MS) orphans.push(folder);
  }
  // Delete nothing if so many folders are unknown, because the store then probably belongs to another database.
  if (orphans.length > folders.length / 4) return 0;
  for (const id of orphans) await storage.removeAll(id);
  return orphans.length;
};
