import type { Database } from '../database/schema.ts';

/** Joins an event and its repetitions. It is no part of what is edited: the event keeps its timestamp. */
export const setSeries = async (db: Database, eventId: string, seriesId: string): Promise<void> => {
  await db.updateTable('events').set({ series_id: seriesId }).where('id', '=', eventId).execute();
};

/**
 * Places images of an album in this order, before all others that have a place in it; those without one stay before them. Their timestamps stay, because what is edited of
 * an image does not change. False when one of them is not in the album (any more).
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
