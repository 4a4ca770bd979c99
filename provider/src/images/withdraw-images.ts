import { changeDocument, listDocumentsWithImage } from '../content/write-document.ts';
import type { WrittenColumns } from '../database/content-store.ts';
import { ALL_KINDS, type DocumentRow, getAltColumn, listImageColumns, listTextColumns } from '../database/document-kinds.ts';
import type { Erasures } from '../database/erasures.ts';
import { listImageFamily } from '../database/image-family.ts';
import type { Database } from '../database/schema/tables.ts';
import { removeImageFromVersions } from '../database/version-queries.ts';
import { removeImageFromHtml } from '../domain/remove-image-from-html.ts';
import type { ImageStores } from '../storage/image-stores.ts';
import { type ContentServices, deleteImageFiles } from './change-image.ts';
import { linkAllCopies } from './link-copies.ts';

/** Removes the image from everything that shows it, except versions. Documents that need an image to be public become drafts. */
const clearReferences = async (db: Database, imageId: string, at: Date): Promise<void> => {
  for (const documentKind of ALL_KINDS) {
    // A gallery image cannot exist without its photo.
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
      await changeDocument({ db, recordEffect: () => undefined }, documentKind, id, {
        columns: removeImage,
        by: '',
        at,
        whenRefused: 'make draft',
        version: 'none',
      });
  }
};

/** Removes images from all content, with their alternative texts and captions. Returns the ids that existed. Their files are deleted after the transaction. */
export const removeImages = async (transaction: Database, ids: readonly string[], now: Date): Promise<string[]> => {
  const imageIds: string[] = [];
  for (const id of ids) {
    await removeImageFromVersions(transaction, id);
    await clearReferences(transaction, id, now);
    await transaction.deleteFrom('gallery_images').where('picture_id', '=', id).execute();
    const deleteResult = await transaction.deleteFrom('pictures').where('id', '=', id).executeTakeFirst();
    if (deleteResult.numDeletedRows > 0n) imageIds.push(id);
  }
  return imageIds;
};

/** Like `removeImages`, but also removes copies of the images and previous files that versions show. */
export const removePhotos = async (transaction: Database, ids: readonly string[], now: Date): Promise<string[]> => {
  const imageFamilies: string[][] = [];
  for (const id of ids) imageFamilies.push(await listImageFamily(transaction, id));
  return removeImages(transaction, [...new Set(imageFamilies.flat())], now);
};

/**
 * Permanently removes a photo from the gallery, posts, events, programs, texts, drafts, versions and the trash, as one content revision. Then deletes its files
 * in every size. Restoring a backup does not bring the photo back. Returns false if there is no such photo.
 */
export const withdrawImage = async (
  { db, revision, stores, erasures, now }: ContentServices & { readonly erasures: Erasures },
  id: string,
): Promise<boolean> => {
  await linkAllCopies({ db, stores });
  const removedIds = await revision.write(async (transaction) => {
    const imageIds = await removePhotos(transaction, [id], now());
    if (imageIds.length === 0) return [];
    await erasures.record(transaction, {
      erasedAt: now().toISOString(),
      person: [],
      applicationIds: [],
      auditHashes: [],
      imageIds,
      versionIds: [],
      commentIds: [],
    });
    return imageIds;
  });
  if (removedIds.length === 0) return false;
  for (const image of removedIds) await deleteImageFiles(stores, image);
  await erasures.sync();
  return true;
};

/** Maximum time between the timestamp of a withdrawal and its commit. */
const MAX_COMMIT_MS = 60_000;

/** Deletes this provider's derived files of photos that any provider has withdrawn since the given time. */
export const dropWithdrawnImages = async ({ erasures, stores }: { readonly erasures: Erasures; readonly stores: ImageStores }, since: Date): Promise<void> => {
  const erasureRecords = await erasures.list(new Date(since.getTime() - MAX_COMMIT_MS));
  for (const { imageIds } of erasureRecords) for (const id of imageIds) await stores.derived.removeAll(id);
};
