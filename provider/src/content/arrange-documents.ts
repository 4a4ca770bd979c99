import type { Database } from '../database/schema/tables.ts';

/** Joins an event and its repetitions. The series is not part of what is edited, so the event keeps its timestamp. */
export const setSeries = async (db: Database, eventId: string, seriesId: string): Promise<void> => {
  await db.updateTable('events').set({ series_id: seriesId }).where('id', '=', eventId).execute();
};

/**
 * Places images of an album in this order, before all other images that have a position. Images without a position stay before them. Timestamps stay the same,
 * because the edited content of an image does not change. Returns false if one of the images is not in the album (any more).
 */
export const placeInAlbum = async (db: Database, albumId: string, imageIds: readonly string[]): Promise<boolean> => {
  const inAlbum = db.updateTable('gallery_images').where('album_id', '=', albumId);
  await inAlbum
    .set((expression) => ({ position: expression('position', '+', imageIds.length) }))
    .where('position', '>', 0)
    .execute();
  for (const [index, id] of imageIds.entries()) {
    const placed = await inAlbum
      .set({ position: index + 1 })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (placed.numUpdatedRows === 0n) return false;
  }
  return true;
};
