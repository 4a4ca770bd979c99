import type { Database } from '../database/schema/tables.ts';

/** Adds an event to a series. Keeps the event's timestamp, because its series is not part of the edited content. */
export const setSeries = async (db: Database, eventId: string, seriesId: string): Promise<void> => {
  await db.updateTable('events').set({ series_id: seriesId }).where('id', '=', eventId).execute();
};

/**
 * Places these images in this order, before all other images of the album that have a position. Images without a position stay first. Keeps the timestamps,
 * because the edited content does not change. Returns false if one of the images is no longer in the album.
 */
export const placeInAlbum = async (db: Database, albumId: string, imageIds: readonly string[]): Promise<boolean> => {
  const albumUpdate = db.updateTable('gallery_images').where('album_id', '=', albumId);
  await albumUpdate
    .set((expression) => ({ position: expression('position', '+', imageIds.length) }))
    .where('position', '>', 0)
    .execute();
  for (const [index, id] of imageIds.entries()) {
    const updateResult = await albumUpdate
      .set({ position: index + 1 })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (updateResult.numUpdatedRows === 0n) return false;
  }
  return true;
};
