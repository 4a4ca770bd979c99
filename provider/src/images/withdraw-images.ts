import { changeDocument, listDocumentsWithImage } from '../content/write-document.ts';
import type { WrittenColumns } from '../database/content-store.ts';
import { ALL_KINDS, type DocumentRow, getAltColumn, listImageColumns, listTextColumns } from '../database/document-kinds.ts';
import type { Erasures } from '../database/erasures.ts';
import { listFamily } from '../database/image-family.ts';
import type { Database } from '../database/schema/tables.ts';
import { removeImageFromVersions } from '../database/version-queries.ts';
import { removeImageFromHtml } from '../domain/remove-image-from-html.ts';
import type { ImageStores } from '../storage/image-stores.ts';
import { type ContentServices, deleteImageFiles } from './change-image.ts';
import { linkAllCopies } from './link-copies.ts';

/** Removes the image from everything that shows it. Documents that need the image to be public become drafts. Their versions have lost the image too. */
const clearReferences = async (db: Database, imageId: string, at: Date): Promise<void> => {
  for (const documentKind of ALL_KINDS) {
    // A gallery image consists only of its photo.
    if (documentKind.kind.image.removeField === null) continue;
    const altColumn = getAltColumn(documentKind);
    const textColumns = listTextColumns(documentKind).map(([, column]) => column);
    const removeImage = (row: DocumentRow): WrittenColumns => ({
      ...Object.fromEntries(
        listImageColumns(documentKind)
          .filter((column) => row[column] === imageId)
          .map((column) => [column, null]),
      ),
      ...(row.picture_id === imageId && { [altColumn]: '' }),
      ...Object.fromEntries(textColumns.map((column) => [column, removeImageFromHtml(String(row[column] ?? ''), imageId)])),
    });
    for (const id of await listDocumentsWithImage(db, documentKind, imageId))
      await changeDocument({ db, note: () => undefined }, documentKind, id, { columns: removeImage, by: '', at, whenRefused: 'make draft', version: 'none' });
  }
};

/** Removes images, wherever they are shown, with their alternative texts and captions. Returns the ids that existed. Their files are deleted after the transaction. */
export const removeImages = async (transaction: Database, ids: readonly string[], now: Date): Promise<string[]> => {
  const found: string[] = [];
  for (const id of ids) {
    await removeImageFromVersions(transaction, id);
    await clearReferences(transaction, id, now);
    await transaction.deleteFrom('gallery_images').where('picture_id', '=', id).execute();
    const deleted = await transaction.deleteFrom('pictures').where('id', '=', id).executeTakeFirst();
    if (deleted.numDeletedRows > 0n) found.push(id);
  }
  return found;
};

/** Removes photos from all images that show them, including copies and the former files that versions have. Otherwise like `removeImages`. */
export const removePhotos = async (transaction: Database, ids: readonly string[], now: Date): Promise<string[]> => {
  const families: string[][] = [];
  for (const id of ids) families.push(await listFamily(transaction, id));
  return removeImages(transaction, [...new Set(families.flat())], now);
};

/**
 * Removes a photo permanently, as one content revision: from the gallery, from posts, events and programs, and from texts, drafts, versions and the trash. Then
 * deletes its files in every size. No backup brings the photo back. Returns false if there is no such photo.
 */
export const withdrawImage = async (
  { db, revision, stores, erasures, now }: ContentServices & { readonly erasures: Erasures },
  id: string,
): Promise<boolean> => {
  await linkAllCopies({ db, stores });
  const removed = await revision.write(async (transaction) => {
    const found = await removePhotos(transaction, [id], now());
    if (found.length === 0) return [];
    await erasures.record(transaction, {
      erasedAt: now().toISOString(),
      person: [],
      applicationIds: [],
      auditHashes: [],
      imageIds: found,
      versionIds: [],
      commentIds: [],
    });
    return found;
  });
  if (removed.length === 0) return false;
  for (const each of removed) await deleteImageFiles(stores, each);
  await erasures.sync();
  return true;
};

/** Maximum time between the timestamp of a withdrawal and its commit. */
const LONGEST_COMMIT_MS = 60_000;

/** Deletes the files that this provider has rendered of photos that any provider has withdrawn since then. */
export const dropWithdrawnImages = async ({ erasures, stores }: { readonly erasures: Erasures; readonly stores: ImageStores }, since: Date): Promise<void> => {
  const erased = await erasures.list(new Date(since.getTime() - LONGEST_COMMIT_MS));
  for (const { imageIds } of erased) for (const id of imageIds) await stores.derived.removeAll(id);
};
