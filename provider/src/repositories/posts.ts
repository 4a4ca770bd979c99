import type { Kysely } from 'kysely';
import type { Place } from '../content/trash.ts';
import type { Tables } from '../database/tables.ts';
import type { PictureRef } from './pictures.ts';

/** Posts with the picture of the article and of its author. */
const selectPosts = (db: Kysely<Tables>, place: Place = 'kept') =>
  db
    .selectFrom('posts')
    .leftJoin('pictures as picture', 'picture.id', 'posts.picture_id')
    .leftJoin('pictures as avatar', 'avatar.id', 'posts.author_picture_id')
    .selectAll('posts')
    .select(['picture.version as picture_version', 'picture.format as picture_format', 'picture.focal_x', 'picture.focal_y'])
    .select(['avatar.version as avatar_version', 'avatar.format as avatar_format'])
    .where('posts.deleted_at', place === 'kept' ? 'is' : 'is not', null);

export type PostRow = Awaited<ReturnType<ReturnType<typeof selectPosts>['execute']>>[number];

/** Newest first; what has no date yet comes before everything. */
export const listPostRows = (db: Kysely<Tables>, isEverything: boolean): Promise<PostRow[]> => {
  let query = selectPosts(db);
  if (!isEverything) query = query.where('posts.status', '=', 'published');
  return query
    .orderBy((order) => order.fn.coalesce('posts.published_at', order.val('9')), 'desc')
    .orderBy('posts.id')
    .execute();
};

export const findPostRow = async (db: Kysely<Tables>, idOrSlug: string, place: Place = 'kept'): Promise<PostRow | undefined> =>
  (await selectPosts(db, place).where('posts.id', '=', idOrSlug).executeTakeFirst()) ??
  (await selectPosts(db, place).where('posts.slug', '=', idOrSlug).executeTakeFirst());

/** The reference of a joined picture; null when the join found none. */
export const toPictureRef = (id: string | null, version: number | null, format: string | null): PictureRef | null =>
  id === null || version === null || format === null ? null : { id, version, format };
