import { LAGOS_OFFSET } from '@site/shared/domain/dates';
import { isRelatedFull, relatedPosts } from '@site/shared/domain/related-posts';
import { type RawBuilder, sql } from 'kysely';
import { countRows, isNarrowed, listRows, type Narrowing, type PageRequest, PUBLISHED, type RowList, readCounts, toSqlOrder } from './page.ts';
import type { Database } from './schema.ts';
import { createSearch, type Search } from './search.ts';
import { readTextList } from './topics.ts';
import type { TrashState } from './trash-queries.ts';

/** The columns to read: a summary omits the text, unless the text has to replace a missing excerpt. */
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
  'posts.unpublish_at',
  'posts.author_id',
  'posts.author_name',
  'posts.author_picture_id',
  'posts.is_sample',
  'posts.created_at',
  'posts.updated_at',
] as const;

/** Selects posts with the image of the article and of its author. */
const selectPosts = (db: Database, state: TrashState = 'active', view: PostView = 'full') =>
  db
    .selectFrom('posts')
    .leftJoin('pictures as image', 'image.id', 'posts.picture_id')
    .leftJoin('pictures as avatar', 'avatar.id', 'posts.author_picture_id')
    .select(OTHER_COLUMNS)
    .select(view === 'full' ? sql<string>`posts.content`.as('content') : sql<string>`case when posts.excerpt = '' then posts.content else '' end`.as('content'))
    .select(['image.version as image_version', 'image.format as image_format', 'image.focal_x', 'image.focal_y', 'image.color', 'image.is_decorative'])
    .select(['avatar.version as avatar_version', 'avatar.format as avatar_format'])
    .where('posts.deleted_at', state === 'active' ? 'is' : 'is not', null);

export type PostRow = Awaited<ReturnType<ReturnType<typeof selectPosts>['execute']>>[number];

const SORTS = {
  title: sql`posts.search_key`,
  status: sql`posts.status`,
  category: sql`lower(posts.category)`,
  author: sql`lower(posts.author_name)`,
  publishedAt: sql`coalesce(posts.published_at, '')`,
  updatedAt: sql`posts.updated_at`,
};

/** Orders posts newest first, preceded by posts without a date. Published posts have a date, and an index in this order. */
const getOrder = (request: PageRequest): RawBuilder<unknown> =>
  toSqlOrder(SORTS, request) ?? (request.status === 'published' ? sql`posts.published_at desc` : sql`coalesce(posts.published_at, '9') desc`);

export interface PostPageRequest extends PageRequest {
  /** Filters by category and by day of publication. */
  readonly narrowing?: Narrowing;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the beginning of a day in Lagos, or of a later day. */
const toTime = (day: string, daysLater = 0): string => new Date(Date.parse(`${day}T00:00:00${LAGOS_OFFSET}`) + daysLater * DAY_MS).toISOString();

const selectVisible = (db: Database, { visibility }: PageRequest) => {
  const query = db.selectFrom('posts').where('posts.deleted_at', 'is', null);
  return visibility === 'all' ? query : query.where('posts.status', '=', 'published');
};

const selectMatching = (db: Database, request: PostPageRequest, search?: Search) => {
  const { inCategory, from, to } = request.narrowing ?? {};
  let query = selectVisible(db, request);
  if (inCategory !== undefined) query = query.where('posts.category', '=', inCategory);
  if (from !== undefined) query = query.where('posts.published_at', '>=', toTime(from));
  if (to !== undefined) query = query.where('posts.published_at', '<', toTime(to, 1));
  if (request.status !== 'all') query = query.where('posts.status', '=', request.status);
  if (search !== undefined) query = query.where(search.condition);
  return query;
};

const selectIds = (db: Database, request: PostPageRequest, limit: number, search?: Search) =>
  selectMatching(db, request, search).select('posts.id').orderBy(getOrder(request)).orderBy('posts.id').limit(limit).offset(request.offset);

export const listPostRows = async (db: Database, request: PostPageRequest, view: PostView): Promise<RowList<PostRow>> => {
  const { visibility } = request;
  const search = await createSearch(db, 'post', 'posts.id', request);
  return listRows(request, {
    findIds: async (limit) => (await selectIds(db, request, limit, search).execute()).map(({ id }) => id),
    findRows: (ids) => {
      const rows = selectPosts(db, 'active', view).where('posts.id', 'in', ids);
      return (visibility === 'all' ? rows : rows.where('posts.status', '=', 'published')).execute();
    },
    count: async () => {
      const { narrowing = {}, status, search: title, terms } = request;
      if (search !== undefined && !isNarrowed(narrowing)) return search.count();
      const { inCategory, from, to } = narrowing;
      const key = ['matching posts', status, title, terms, { inCategory, from, to }];
      return (await readCounts(db, visibility, key, () => countRows(selectMatching(db, request, search)))).all;
    },
    getCounts: () => readCounts(db, visibility, ['posts'], () => countRows(selectVisible(db, request), { draft: sql`posts.status = 'draft'` })),
  });
};

/** Lists published posts by their ids, in that order, for example the posts of a topic. */
export const listChosenPostRows = (db: Database, ids: readonly string[], request: PageRequest, view: PostView): Promise<RowList<PostRow>> =>
  listRows(request, {
    findIds: async (limit) => ids.slice(request.offset, request.offset + limit),
    findRows: (page) => selectPosts(db, 'active', view).where('posts.id', 'in', page).where('posts.status', '=', 'published').execute(),
    count: async () => ids.length,
    getCounts: async () => ({ all: ids.length }),
  });

export const findPostRow = async (db: Database, idOrSlug: string, state: TrashState = 'active'): Promise<PostRow | undefined> =>
  (await selectPosts(db, state).where('posts.id', '=', idOrSlug).executeTakeFirst()) ??
  (await selectPosts(db, state).where('posts.slug', '=', idOrSlug).executeTakeFirst());

const BATCH = 100;

/** Finds related posts, newest first. It rarely reads more than one batch, because many posts share a topic. */
const findRelatedIds = async (db: Database, current: PostRow): Promise<string[]> => {
  const toTopics = ({ id, slug, category, tags }: Pick<PostRow, 'id' | 'slug' | 'category' | 'tags'>) => ({
    _id: id,
    slug,
    category,
    tags: readTextList(tags),
  });
  let related: ReturnType<typeof toTopics>[] = [];
  for (let offset = 0; ; offset += BATCH) {
    const ids = selectIds(db, { ...PUBLISHED, offset, limit: BATCH }, BATCH);
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

/** Finds the previous and the next published post, in the order of the list. */
const findNeighbourIds = async (db: Database, { id, published_at: at }: PostRow): Promise<string[]> => {
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

/** Lists a published post with its neighbours in time and related posts, newest first. Returns nothing for a draft. */
export const listNearbyPosts = async (db: Database, post: PostRow, view: PostView): Promise<PostRow[]> => {
  if (post.status !== 'published') return [];
  const ids = [post.id, ...(await findNeighbourIds(db, post)), ...(await findRelatedIds(db, post))];
  return selectPosts(db, 'active', view).where('posts.id', 'in', ids).orderBy('posts.published_at', 'desc').orderBy('posts.id').execute();
};
