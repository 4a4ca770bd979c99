import { isRelatedFull, relatedPosts } from '@site/shared/domain/related-posts';
import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { getSqlLimit, type Page, type PageRequest, toLikePattern, toPage } from './page.ts';
import type { Tables } from './schema.ts';
import { readTags } from './tags.ts';
import type { TrashState } from './trash-queries.ts';

/** How much of a post is read: a summary without its text, except where that stands in for a missing excerpt. */
export type PostView = 'full' | 'summary';

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
const selectPosts = (db: Kysely<Tables>, place: TrashState = 'active', view: PostView = 'full') =>
  db
    .selectFrom('posts')
    .leftJoin('pictures as picture', 'picture.id', 'posts.picture_id')
    .leftJoin('pictures as avatar', 'avatar.id', 'posts.author_picture_id')
    .select(OTHER_COLUMNS)
    .select(view === 'full' ? sql<string>`posts.content`.as('content') : sql<string>`case when posts.excerpt = '' then posts.content else '' end`.as('content'))
    .select(['picture.version as picture_version', 'picture.format as picture_format', 'picture.focal_x', 'picture.focal_y'])
    .select(['avatar.version as avatar_version', 'avatar.format as avatar_format'])
    .where('posts.deleted_at', place === 'active' ? 'is' : 'is not', null);

export type PostRow = Awaited<ReturnType<ReturnType<typeof selectPosts>['execute']>>[number];

/** What has no date yet comes before everything. */
const newestFirst = (expression: ExpressionBuilder<Tables, 'posts'>) => expression.fn.coalesce('posts.published_at', expression.val('9'));

const matching = (db: Kysely<Tables>, { status, search }: PageRequest) => {
  let query = db.selectFrom('posts').where('posts.deleted_at', 'is', null);
  if (status !== 'all') query = query.where('posts.status', '=', status);
  if (search !== '') query = query.where(sql<boolean>`posts.search_key like ${toLikePattern(search)} escape '\\'`);
  return query;
};

const selectIds = (db: Kysely<Tables>, request: PageRequest) => {
  const query = matching(db, request).select('posts.id');
  // What is published has a date, and an index in that order.
  return (request.status === 'published' ? query.orderBy('posts.published_at', 'desc') : query.orderBy(newestFirst, 'desc'))
    .orderBy('posts.id')
    .limit(getSqlLimit(request))
    .offset(request.offset);
};

/** Newest first. */
export const listPostRows = async (db: Kysely<Tables>, request: PageRequest, view: PostView): Promise<Page<PostRow>> => {
  const rows = await selectPosts(db, 'active', view).where('posts.id', 'in', selectIds(db, request)).orderBy(newestFirst, 'desc').orderBy('posts.id').execute();
  return toPage(rows, request, async () => {
    const { total } = await matching(db, request)
      .select((expression) => expression.fn.countAll<number | string>().as('total'))
      .executeTakeFirstOrThrow();
    return Number(total);
  });
};

export const findPostRow = async (db: Kysely<Tables>, idOrSlug: string, place: TrashState = 'active'): Promise<PostRow | undefined> =>
  (await selectPosts(db, place).where('posts.id', '=', idOrSlug).executeTakeFirst()) ??
  (await selectPosts(db, place).where('posts.slug', '=', idOrSlug).executeTakeFirst());

const BATCH = 100;

/** The newest ones first, and rarely more than one batch: topics are shared by many. */
const findRelatedIds = async (db: Kysely<Tables>, current: PostRow): Promise<string[]> => {
  const toTopics = ({ id, slug, category, tags }: Pick<PostRow, 'id' | 'slug' | 'category' | 'tags'>) => ({ _id: id, slug, category, tags: readTags(tags) });
  let related: ReturnType<typeof toTopics>[] = [];
  for (let offset = 0; ; offset += BATCH) {
    const ids = selectIds(db, { status: 'published', search: '', offset, limit: BATCH });
    const batch = await db
      .selectFrom('posts')
      .select(['id', 'slug', 'category', 'tags'])
      .where('id', 'in', ids)
      .orderBy('published_at', 'desc')
      .orderBy('id')
      .execute();
    related = [...relatedPosts(toTopics(current), [...related, ...batch.map(toTopics)])];
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
export const getPostContext = async (db: Kysely<Tables>, idOrSlug: string, view: PostView): Promise<PostRow[]> => {
  const current = await findPostRow(db, idOrSlug);
  if (current === undefined || current.status !== 'published') return [];
  const ids = [current.id, ...(await findNeighbourIds(db, current)), ...(await findRelatedIds(db, current))];
  return selectPosts(db, 'active', view).where('posts.id', 'in', ids).orderBy('posts.published_at', 'desc').orderBy('posts.id').execute();
};
