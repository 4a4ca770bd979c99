import { sql } from 'kysely';
import { UPLOADED_IN } from '../database/content-tables.ts';
import { ALL_KINDS, listImageColumns } from '../database/document-kinds.ts';
import { isImageUsed, listImageUses } from '../database/image-uses.ts';
import { isImporting } from '../database/leases.ts';
import { runTransaction } from '../database/retry-conflicts.ts';
import type { Database } from '../database/schema.ts';
import { readChangedTexts } from '../database/text-images.ts';
import { TRASH_TABLES, type TrashTable } from '../database/trash-queries.ts';
import { type ContentServices, deleteImageFiles } from '../images/change-image.ts';
import { removeImages } from '../images/withdraw-images.ts';
import type { Storage, StoredFolder } from '../storage/storage.ts';

type SweepServices = Pick<ContentServices, 'db' | 'stores' | 'now'>;

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

const hasImage = (table: TrashTable): boolean => ALL_KINDS.some((documentKind) => documentKind.table === table);

/** Another document may show it too, and images of the library stay there. */
const deleteUnusedImage = async (db: Database, id: string): Promise<boolean> => {
  if (await isImageUsed(db, id)) return false;
  const deleted = await db.deleteFrom('pictures').where('id', '=', id).where('is_in_text', '!=', UPLOADED_IN.library).executeTakeFirst();
  return deleted.numDeletedRows > 0n;
};

/** Deletes images one after the other, each with its files after the transaction that has deleted its row. Returns their number. */
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

const TEXTS_AT_ONCE = 100;

/** Images that were deleted in the library, unless something shows them again. Versions and drafts of documents lose them. */
const emptyLibraryTrash = async (services: SweepServices, before: string): Promise<number> => {
  const images = await services.db.selectFrom('pictures').select('id').where('trashed_at', '<=', before).execute();
  return deleteEach(services, images, async (transaction, id) => {
    while ((await readChangedTexts(transaction, TEXTS_AT_ONCE)).count > 0);
    if ((await listImageUses(transaction, [id])).length > 0) return false;
    return (await removeImages(transaction, [id], services.now())).length > 0;
  });
};

/** Permanently deletes what has been in the trash for so many days, with its images. No page shows it, so the revision does not change. Returns the number of deleted rows. */
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

/** A text that refers to the image may not be saved yet. */
const TEXT_IMAGE_GRACE_MS = 7 * DAY_MS;

/** Deletes text images that nothing shows any more, including texts in the trash and in versions. Returns the number of deleted images. */
export const sweepTextImages = async (services: SweepServices): Promise<number> => {
  const { db, now } = services;
  if (await isImporting(db)) return 0;
  const before = new Date(now().getTime() - TEXT_IMAGE_GRACE_MS).toISOString();
  const images = await db.selectFrom('pictures').select('id').where('is_in_text', '=', UPLOADED_IN.text).where('created_at', '<', before).execute();
  return deleteEach(services, images);
};

/** Deletes images that documents had, when the last version that shows them is gone. Returns the number of deleted images. */
export const sweepVersionImages = async (services: SweepServices): Promise<number> => {
  const { db } = services;
  if (await isImporting(db)) return 0;
  const places = [
    ...ALL_KINDS.flatMap((documentKind) => listImageColumns(documentKind).map((column) => ({ table: documentKind.table, column }))),
    { table: 'version_images', column: 'picture_id' },
  ];
  const isUnused = places.map(
    ({ table, column }) => sql<boolean>`not exists (select 1 from ${sql.table(table)} as others where others.${sql.ref(column)} = pictures.id)`,
  );
  const unused = await db
    .selectFrom('pictures')
    .select('id')
    .where('is_in_text', '=', UPLOADED_IN.document)
    .where('is_sample', '=', 0)
    // The pages' own images.
    .where('id', 'not like', 'samples-%')
    .where((where) => where.and(isUnused))
    .execute();
  // Texts may show what a document had.
  return deleteEach(services, unused);
};

/** Younger files may belong to an upload whose row is just being written. */
const ORPHAN_GRACE_MS = HOUR_MS;
const IDS_AT_ONCE = 500;

/** A bucket may also hold files of other programs. */
const isImageFolder = ({ name }: StoredFolder): boolean => /^(?:[0-9a-f]{24}|samples-[\w-]+)$/.test(name);

const listUnknown = async (db: Database, ids: readonly string[]): Promise<string[]> => {
  const unknown: string[] = [];
  for (let start = 0; start < ids.length; start += IDS_AT_ONCE) {
    const some = ids.slice(start, start + IDS_AT_ONCE);
    const rows = await db.selectFrom('pictures').select('id').where('id', 'in', some).execute();
    const stored = new Set(rows.map(({ id }) => id));
    unknown.push(...some.filter((id) => !stored.has(id)));
  }
  return unknown;
};

/**
 * Deletes what an interrupted upload or deletion has left in a store: an image's file is written before its row and deleted after it, so a crash may leave an extra file,
 * but never a missing one. Returns the number of images whose files were deleted.
 */
export const sweepOrphans = async (db: Database, storage: Storage, now: Date): Promise<number> => {
  const folders = (await storage.listFolders()).filter(isImageFolder);
  const settled = folders.filter(({ changedAt }) => now.getTime() - changedAt >= ORPHAN_GRACE_MS);
  const orphans = await listUnknown(
    db,
    settled.map(({ name }) => name),
  );
  // So many unknown folders cannot be leftovers: they belong to another database.
  if (orphans.length > folders.length / 4) return 0;
  for (const id of orphans) await storage.removeAll(id);
  return orphans.length;
};
