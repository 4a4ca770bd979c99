import { LAGOS_OFFSET } from '@site/shared/domain/dates';
import { foldText } from '@site/shared/domain/fold-text';
import { isRelatedFull, type PostTopics, relatedPosts } from '@site/shared/domain/related-posts';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { isEmbedded } from './connection.ts';
import {
  countRows,
  hasFilters,
  type ListFilters,
  listRows,
  type PageRequest,
  PUBLISHED_REQUEST,
  type RowList,
  readCounts,
  readIds,
  toSqlOrder,
} from './page.ts';
import { createRevisionCache } from './revision-cache.ts';
import type { Database } from './schema/tables.ts';
import { createSearch, type Search, selectWithText } from './search.ts';
import { readTextList } from './topics.ts';
import type { TrashState } from './trash-queries.ts';

/** Which columns to read. A summary omits the text unless the post has no excerpt. */
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

/** Orders posts newest first, with undated posts at the top. Published posts always have a date and are indexed in this order. */
const getOrder = (request: PageRequest): RawBuilder<unknown> =>
  toSqlOrder(SORTS, request) ?? (request.status === 'published' ? sql`posts.published_at desc` : sql`coalesce(posts.published_at, '9') desc`);

export interface PostPageRequest extends PageRequest {
  readonly filters?: ListFilters;
}

const DAY_MS = 24 * 60 * 60 * 1000;

const toStartOfDay = (day: string, daysLater = 0): string => new Date(Date.parse(`${day}T00:00:00${LAGOS_OFFSET}`) + daysLater * DAY_MS).toISOString();

const selectVisible = (db: Database, { visibility }: PageRequest) => {
  const query = db.selectFrom('posts').where('posts.deleted_at', 'is', null);
  return visibility === 'all' ? query : query.where('posts.status', '=', 'published');
};

const selectMatching = (db: Database, request: PostPageRequest, search?: RawBuilder<SqlBool>) => {
  const { inCategory, from, to } = request.filters ?? {};
  let query = selectVisible(db, request);
  if (inCategory !== undefined) query = query.where('posts.category', '=', inCategory);
  if (from !== undefined) query = query.where('posts.published_at', '>=', toStartOfDay(from));
  if (to !== undefined) query = query.where('posts.published_at', '<', toStartOfDay(to, 1));
  if (request.status !== 'all') query = query.where('posts.status', '=', request.status);
  if (search !== undefined) query = query.where(search);
  return query;
};

const selectIds = (db: Database, request: PostPageRequest, limit: number, search?: Search) =>
  selectMatching(db, request, search?.perRow).select('posts.id').orderBy(getOrder(request)).orderBy('posts.id').limit(limit).offset(request.offset);

export const listPostRows = async (db: Database, request: PostPageRequest, view: PostView): Promise<RowList<PostRow>> => {
  const { visibility } = request;
  const search = await createSearch(db, 'post', 'posts.id', request);
  return listRows(request, {
    findIds: (limit) => readIds(db, selectIds(db, request, limit, search)),
    findRows: (ids) => {
      const rows = selectPosts(db, 'active', view).where('posts.id', 'in', ids);
      return (visibility === 'all' ? rows : rows.where('posts.status', '=', 'published')).execute();
    },
    count: async () => {
      const { filters = {}, status, search: title, terms } = request;
      if (search !== undefined && !hasFilters(filters)) return search.count();
      const { inCategory, from, to } = filters;
      const key = ['matching posts', status, title, terms, { inCategory, from, to }];
      return (await readCounts(db, visibility, key, () => countRows(selectMatching(db, request, search?.inBulk)))).all;
    },
    getCounts: () => readCounts(db, visibility, ['posts'], () => countRows(selectVisible(db, request), { draft: sql`posts.status = 'draft'` })),
  });
};

export const listPostRowsByIds = (db: Database, ids: readonly string[], request: PageRequest, view: PostView): Promise<RowList<PostRow>> =>
  listRows(request, {
    findIds: async (limit) => ids.slice(request.offset, request.offset + limit),
    findRows: (page) => selectPosts(db, 'active', view).where('posts.id', 'in', page).where('posts.status', '=', 'published').execute(),
    count: async () => ids.length,
    getCounts: async () => ({ all: ids.length }),
  });

export const findPostRow = (db: Database, idOrSlug: string, state: TrashState = 'active'): Promise<PostRow | undefined> =>
  selectPosts(db, state)
    .where((where) => where.or([where('posts.id', '=', idOrSlug), where('posts.slug', '=', idOrSlug)]))
    // An id takes precedence over another post's slug.
    .orderBy(sql`posts.id <> ${idOrSlug}`)
    .limit(1)
    .executeTakeFirst();

/** Number of newest posts to check first for shared topics. This is usually enough, because many posts share a topic. */
const NEWEST_POST_COUNT = 100;
/** Maximum number of candidates per query. Exceeds the number of related posts, because the index also finds a tag in other texts. */
const MAX_CANDIDATES = 50;

const selectPublished = (db: Database) => db.selectFrom('posts').where('posts.deleted_at', 'is', null).where('posts.status', '=', 'published');

type TopicalPost = Pick<PostRow, 'id' | 'slug' | 'category' | 'tags'>;
const toTopics = ({ id, slug, category, tags }: TopicalPost): PostTopics => ({ _id: id, slug, category, tags: readTextList(tags) });

const readTopics = async (db: Database, ids: Expression<string>): Promise<readonly PostTopics[]> => {
  const posts = db.selectFrom('posts').select(['id', 'slug', 'category', 'tags']).where('id', 'in', ids);
  return (await posts.orderBy('published_at', 'desc').orderBy('id').execute()).map(toTopics);
};

/** Published posts, to be filtered by category. Without the index hint, SQLite would scan all posts by publication time. */
const publishedPostsSource = (db: Database): RawBuilder<unknown> =>
  sql`posts ${isEmbedded(db) ? sql`indexed by posts_by_category` : sql``} where deleted_at is null and status = 'published'`;

const readCategories = createRevisionCache<readonly string[]>();

/** Returns the spellings of a post's category that published posts use, for example with different capitalisation. */
const listCategorySpellings = async (db: Database, topics: PostTopics): Promise<readonly string[]> => {
  const categories = await readCategories(db, 'published', ['categories of posts'], async () =>
    (await sql<{ category: string }>`select distinct category from ${publishedPostsSource(db)}`.execute(db)).rows.map(({ category }) => category),
  );
  return categories.filter((category) => relatedPosts({ ...topics, tags: [] }, [{ _id: '', slug: '', category, tags: [] }]).length > 0);
};

/** Selects the newest posts that may share a topic, using the category and text indexes. Returns undefined for a post without topics. */
const selectPostsSharingTopics = async (db: Database, topics: PostTopics): Promise<Expression<string> | undefined> => {
  const categorySelects = (await listCategorySpellings(db, topics)).map(
    (category) => sql`
      select id from (select id from ${publishedPostsSource(db)} and category = ${category} order by published_at desc, id limit ${sql.lit(MAX_CANDIDATES)}) as newest`,
  );
  // Tags are stored as JSON. The quotation marks distinguish tags from the same words elsewhere.
  const tags = topics.tags.map((tag) => foldText(JSON.stringify(tag.trim())));
  const candidateSelects = [...categorySelects, ...(tags.length === 0 ? [] : [selectWithText(db, 'post', tags)])];
  if (candidateSelects.length === 0) return undefined;
  // Materialise the ids and force this join order, because both engines would otherwise scan all posts.
  return db
    .with(
      (expression) => expression('sharing').materialized(),
      () => sql<{ id: string }>`(${sql.join(candidateSelects, sql` union `)})`,
    )
    .selectFrom('sharing')
    .crossJoin('posts')
    .select('posts.id')
    .whereRef('posts.id', '=', 'sharing.id')
    .where('posts.deleted_at', 'is', null)
    .where('posts.status', '=', 'published')
    .orderBy('posts.published_at', 'desc')
    .orderBy('posts.id')
    .limit(MAX_CANDIDATES)
    .$asScalar();
};

const findRelatedIds = async (db: Database, current: PostRow): Promise<string[]> => {
  const topics = toTopics(current);
  const newestPosts = await readTopics(db, selectIds(db, { ...PUBLISHED_REQUEST, offset: 0, limit: NEWEST_POST_COUNT }, NEWEST_POST_COUNT).$asScalar());
  const related = relatedPosts(topics, newestPosts);
  const postsSharingTopics = isRelatedFull(related) || newestPosts.length < NEWEST_POST_COUNT ? undefined : await selectPostsSharingTopics(db, topics);
  const olderPosts =
    postsSharingTopics === undefined ? [] : (await readTopics(db, postsSharingTopics)).filter(({ _id }) => newestPosts.every((post) => post._id !== _id));
  return relatedPosts(topics, [...related, ...olderPosts]).map(({ _id }) => _id);
};

const findNeighbourIds = async (db: Database, { id, published_at: at }: PostRow): Promise<string[]> => {
  const publishedPosts = selectPublished(db).select('posts.id');
  const newerPost = publishedPosts
    .where('published_at', '>=', at)
    .where((where) => where.or([where('published_at', '>', at), where('id', '<', id)]))
    .orderBy('published_at', 'asc')
    .orderBy('id', 'desc');
  const olderPost = publishedPosts
    .where('published_at', '<=', at)
    .where((where) => where.or([where('published_at', '<', at), where('id', '>', id)]))
    .orderBy('published_at', 'desc')
    .orderBy('id', 'asc');
  return [...(await newerPost.limit(1).execute()), ...(await olderPost.limit(1).execute())].map((row) => row.id);
};

/** Returns a published post with its neighbours and related posts, newest first. Returns nothing for a draft. */
export const listNearbyPosts = async (db: Database, post: PostRow, view: PostView): Promise<PostRow[]> => {
  if (post.status !== 'published') return [];
  const ids = [post.id, ...(await findNeighbourIds(db, post)), ...(await findRelatedIds(db, post))];
  return selectPosts(db, 'active', view).where('posts.id', 'in', ids).orderBy('posts.published_at', 'desc').orderBy('posts.id').execute();
};
