import { isRelatedFull, relatedPosts } from '@site/shared/domain/related-posts';
import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { Place } from '../content/trash.ts';
import type { Tables } from '../database/tables.ts';
import { readTags } from '../database/tags.ts';
import { type ListSlice, type ListWindow, likePattern, sqlLimit, toSlice } from '../http/list-slice.ts';
import type { PictureRef } from './pictures.ts';

/** How much of a post is read: a summary without its text, except where that stands in for a missing excerpt. */
export type PostView = 'whole' | 'summary';

const OTHER_COLUMNS = [
  'posts.id',
  'posts.slug',
  'posts.title',
  'posts.excerpt',
  'posts.picture_id',
  'posts.picture_alt',
  'posts.category',
  'posts.tags',
  'posts.status',
  'posts.published_at',
  'posts.author_id',
  'posts.author_name',
  'posts.author_picture_id',
  'posts.is_sample',
  'posts.created_at',
  'posts.updated_at',
] as const;

/** Posts with the picture of the article and of its author. */
const selectPosts = (db: Kysely<Tables>, place: Place = 'kept', view: PostView = 'whole') =>
  db
    .selectFrom('posts')
    .leftJoin('pictures as picture', 'picture.id', 'posts.picture_id')
    .leftJoin('pictures as avatar', 'avatar.id', 'posts.author_picture_id')
    .select(OTHER_COLUMNS)
    .select(
      view === 'whole' ? sql<string>`posts.content`.as('content') : sql<string>`case when posts.excerpt = '' then posts.content else '' end`.as('content'),
    )
    .select(['picture.version as picture_version', 'picture.format as picture_format', 'picture.focal_x', 'picture.focal_y'])
    .select(['avatar.version as avatar_version', 'avatar.format as avatar_format'])
    .where('posts.deleted_at', place === 'kept' ? 'is' : 'is not', null);

export type PostRow = Awaited<ReturnType<ReturnType<typeof selectPosts>['execute']>>[number];

/** What has no date yet comes before everything. */
const newestFirst = (expression: ExpressionBuilder<Tables, 'posts'>) => expression.fn.coalesce('posts.published_at', expression.val('9'));

const matching = (db: Kysely<Tables>, { status, words }: ListWindow) => {
  let query = db.selectFrom('posts').where('posts.deleted_at', 'is', null);
  if (status !== 'all') query = query.where('posts.status', '=', status);
  if (words !== '') query = query.where(sql<boolean>`posts.search_key like ${likePattern(words)} escape '\\'`);
  return query;
};

const idsOf = (db: Kysely<Tables>, window: ListWindow) => {
  const query = matching(db, window).select('posts.id');
  // What is published has a date, and an index in that order.
  return (window.status === 'published' ? query.orderBy('posts.published_at', 'desc') : query.orderBy(newestFirst, 'desc'))
    .orderBy('posts.id')
    .limit(sqlLimit(window))
    .offset(window.offset);
};

/** Newest first. */
export const listPostRows = async (db: Kysely<Tables>, window: ListWindow, view: PostView): Promise<ListSlice<PostRow>> => {
  const rows = await selectPosts(db, 'kept', view).where('posts.id', 'in', idsOf(db, window)).orderBy(newestFirst, 'desc').orderBy('posts.id').execute();
  return toSlice(rows, window, async () => {
    const { total } = await matching(db, window)
      .select((expression) => expression.fn.countAll<number | string>().as('total'))
      .executeTakeFirstOrThrow();
    return Number(total);
  });
};

export const findPostRow = async (db: Kysely<Tables>, idOrSlug: string, place: Place = 'kept'): Promise<PostRow | undefined> =>
  (await selectPosts(db, place).where('posts.id', '=', idOrSlug).executeTakeFirst()) ??
  (await selectPosts(db, place).where('posts.slug', '=', idOrSlug).executeTakeFirst());

const BATCH = 100;

/** The newest ones first, and rarely more than one batch: topics are shared by many. */
const findRelatedIds = async (db: Kysely<Tables>, current: PostRow): Promise<string[]> => {
  const topicsOf = ({ id, slug, category, tags }: Pick<PostRow, 'id' | 'slug' | 'category' | 'tags'>) => ({ _id: id, slug, category, tags: readTags(tags) });
  let related: ReturnType<typeof topicsOf>[] = [];
  for (let offset = 0; ; offset += BATCH) {
    const ids = idsOf(db, { status: 'published', words: '', offset, limit: BATCH });
    const batch = await db
      .selectFrom('posts')
      .select(['id', 'slug', 'category', 'tags'])
      .where('id', 'in', ids)
      .orderBy('published_at', 'desc')
      .orderBy('id')
      .execute();
    related = [...relatedPosts(topicsOf(current), [...related, ...batch.map(topicsOf)])];
    if (isRelatedFull(related) || batch.length < BATCH) return related.map((post) => post._id);
  }
};

/** The published post before and the one after, in the order of the list. */
const findNeighbourIds = async (db: Kysely<Tables>, { id, published_at: at }: PostRow): Promise<string[]> => {
  const published = db.selectFrom('posts').select('id').where('deleted_at', 'is', null).where('status', '=', 'published');
  const newer = published
    .where((where) => where.or([where('published_at', '>', at), where.and([where('published_at', '=', at), where('id', '<', id)])]))
    .orderBy('published_at', 'asc')
    .orderBy('id', 'desc');
  const older = published
    .where((where) => where.or([where('published_at', '<', at), where.and([where('published_at', '=', at), where('id', '>', id)])]))
    .orderBy('published_at', 'desc')
    .orderBy('id', 'asc');
  return [...(await newer.limit(1).execute()), ...(await older.limit(1).execute())].map((row) => row.id);
};

/** A published post with its neighbours in time and the related ones, newest first; nothing when there is no such post. */
export const listPostsBeside = async (db: Kysely<Tables>, idOrSlug: string, view: PostView): Promise<PostRow[]> => {
  const current = await findPostRow(db, idOrSlug);
  if (current === undefined || current.status !== 'published') return [];
  const ids = [current.id, ...(await findNeighbourIds(db, current)), ...(await findRelatedIds(db, current))];
  return selectPosts(db, 'kept', view).where('posts.id', 'in', ids).orderBy('posts.published_at', 'desc').orderBy('posts.id').execute();
};

/** The reference of a joined picture; null when the join found none. */
export const toPictureRef = (id: string | null, version: number | null, format: string | null): PictureRef | null =>
  id === null || version === null || format === null ? null : { id, version, format };
