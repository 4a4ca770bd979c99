import { sql } from 'kysely';
import { ALL_KINDS, listImageColumns } from '../database/document-kinds.ts';
import { isImageUsed } from '../database/image-uses.ts';
import { type ContentServices, deleteImageFiles } from '../images/change-image.ts';

/**
 * Deletes every sample and its images as one content revision, except samples that staff have changed. Returns the number of deleted documents, applications
 * and albums.
 */
export const removeSamples = async (services: Pick<ContentServices, 'revision' | 'stores'>): Promise<number> => {
  const { removed, images } = await services.revision.write(async (transaction) => {
    let count = 0;
    for (const { table } of ALL_KINDS) count += Number((await transaction.deleteFrom(table).where('is_sample', '=', 1).executeTakeFirst()).numDeletedRows);
    count += Number((await transaction.deleteFrom('applications').where('is_sample', '=', 1).executeTakeFirst()).numDeletedRows);
    // An album to which staff have added images is no longer a sample.
    const usedAlbumIds = transaction.selectFrom('gallery_images').select('album_id').where('album_id', 'is not', null);
    count += Number((await transaction.deleteFrom('albums').where('is_sample', '=', 1).where('id', 'not in', usedAlbumIds).executeTakeFirst()).numDeletedRows);
    await transaction.updateTable('albums').set({ is_sample: 0 }).where('is_sample', '=', 1).execute();
    const imageColumns = ALL_KINDS.flatMap((documentKind) => listImageColumns(documentKind).map((column) => ({ table: documentKind.table, column })));
    const unusedImages = await transaction
      .selectFrom('pictures')
      .select('id')
      .where('is_sample', '=', 1)
      // Keep images that pages show by a fixed id.
      .where('id', 'not like', 'samples-%')
      .where((where) =>
        where.and(
          imageColumns.map(({ table, column }) => sql<boolean>`not exists (select 1 from ${sql.table(table)} as d where d.${sql.ref(column)} = pictures.id)`),
        ),
      )
      .execute();
    const images: string[] = [];
    for (const { id } of unusedImages) {
      // A version, or a text written by staff, may show the image.
      if (await isImageUsed(transaction, id)) continue;
      await transaction.deleteFrom('pictures').where('id', '=', id).execute();
      images.push(id);
    }
    return { removed: count, images };
  });
  for (const id of images) await deleteImageFiles(services.stores, id);
  return removed;
};
