import { toSlug } from '@site/shared/domain/slug';
import type { Kysely } from 'kysely';
import { createPerRevision } from './per-revision.ts';
import type { Tables } from './schema.ts';
import { readTags } from './tags.ts';

interface Topic {
  readonly slug: string;
  /** Of published posts, newest first. */
  readonly ids: readonly string[];
  /** The last change of any of them. */
  readonly updatedAt: string;
}

/** By slug. */
type Topics = ReadonlyMap<string, Topic>;

interface PostTopics {
  readonly category: Topics;
  readonly tag: Topics;
}

const BATCH = 1000;

/** In batches, because SQLite blocks the process while it reads. */
const listPublished = async (db: Kysely<Tables>) => {
  const select = (after: string) =>
    db
      .selectFrom('posts')
      .select(['id', 'category', 'tags', 'published_at', 'updated_at'])
      .where('status', '=', 'published')
      .where('deleted_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute();
  const found: Awaited<ReturnType<typeof select>> = [];
  for (;;) {
    const batch = await select(found.at(-1)?.id ?? '');
    found.push(...batch);
    if (batch.length < BATCH) return found;
  }
};

type PublishedRow = Awaited<ReturnType<typeof listPublished>>[number];

/** Names with the same slug ("Health", "health") are one topic; names without a slug are none. */
const groupBySlug = (posts: readonly PublishedRow[], getNames: (post: PublishedRow) => readonly string[]): Topics => {
  const topics = new Map<string, { slug: string; ids: string[]; updatedAt: string }>();
  for (const post of posts) {
    for (const slug of new Set(getNames(post).map(toSlug))) {
      if (slug === '') continue;
      const topic = topics.get(slug) ?? { slug, ids: [], updatedAt: '' };
      topics.set(slug, topic);
      topic.ids.push(post.id);
      if (post.updated_at > topic.updatedAt) topic.updatedAt = post.updated_at;
    }
  }
  return topics;
};

const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const readTopics = createPerRevision<PostTopics>();

/** Slugs are made of names by a rule that SQL does not have: the topics of all posts are computed once per content revision, when one is first asked for. */
const getPostTopics = (db: Kysely<Tables>): Promise<PostTopics> =>
  readTopics(db, ['post topics'], async () => {
    const posts = await listPublished(db);
    posts.sort((one, other) => compareText(other.published_at ?? '', one.published_at ?? '') || compareText(one.id, other.id));
    return { category: groupBySlug(posts, ({ category }) => [category]), tag: groupBySlug(posts, ({ tags }) => readTags(tags)) };
  });

/** Slugs of a category and of a tag. */
export interface TopicQuery {
  readonly category?: string | undefined;
  readonly tag?: string | undefined;
}

/** The published posts that have all that the query names, newest first. */
export const listTopicPostIds = async (db: Kysely<Tables>, { category, tag }: TopicQuery): Promise<readonly string[]> => {
  const topics = await getPostTopics(db);
  const ofCategory = category === undefined ? undefined : (topics.category.get(category)?.ids ?? []);
  const ofTag = tag === undefined ? undefined : (topics.tag.get(tag)?.ids ?? []);
  if (ofCategory === undefined || ofTag === undefined) return ofCategory ?? ofTag ?? [];
  const others = new Set(ofTag);
  return ofCategory.filter((id) => others.has(id));
};

/** In the order of their slugs. */
export const listTopicAddresses = async (db: Kysely<Tables>, kind: keyof PostTopics, after: string, limit: number) => {
  const topics = await getPostTopics(db);
  return [...topics[kind].values()]
    .filter(({ slug }) => slug > after)
    .sort((one, other) => compareText(one.slug, other.slug))
    .slice(0, limit)
    .map(({ slug, updatedAt }) => ({ id: slug, slug, updated_at: updatedAt }));
};
