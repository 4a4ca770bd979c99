import { toSlug } from '@site/shared/domain/slug';
import { sql } from 'kysely';
import * as v from 'valibot';
import { createRevisionCache } from './revision-cache.ts';
import type { Database } from './schema/tables.ts';

export type TopicalTable = 'posts' | 'events';

interface Topic {
  readonly slug: string;
  /** Ids of published documents: posts newest first, events earliest first. */
  readonly ids: readonly string[];
  readonly updatedAt: string;
}

type TopicsBySlug = ReadonlyMap<string, Topic>;

interface Topics {
  readonly category: TopicsBySlug;
  readonly tag: TopicsBySlug;
}

const BATCH_SIZE = 1000;

const TIME_COLUMNS = { posts: 'published_at', events: 'date' } as const;

/** Reads in batches, because SQLite blocks the process during each read. */
const listPublishedRows = async (db: Database, table: TopicalTable) => {
  const select = (after: string) =>
    db
      .selectFrom(table)
      .select(['id', 'category', 'tags', 'updated_at', sql<string | null>`${sql.ref(TIME_COLUMNS[table])}`.as('time')])
      .where('status', '=', 'published')
      .where('deleted_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute();
  const topics: Awaited<ReturnType<typeof select>> = [];
  for (;;) {
    const batch = await select(topics.at(-1)?.id ?? '');
    topics.push(...batch);
    if (batch.length < BATCH_SIZE) return topics;
  }
};

type PublishedRow = Awaited<ReturnType<typeof listPublishedRows>>[number];

/** Groups documents by topic. Names with the same slug ("Health", "health") belong to one topic. Names without a slug are skipped. */
const groupBySlug = (rows: readonly PublishedRow[], getNames: (row: PublishedRow) => readonly string[]): TopicsBySlug => {
  const topics = new Map<string, { slug: string; ids: string[]; updatedAt: string }>();
  for (const row of rows) {
    for (const slug of new Set(getNames(row).map(toSlug))) {
      if (slug === '') continue;
      const topic = topics.get(slug) ?? { slug, ids: [], updatedAt: '' };
      topics.set(slug, topic);
      topic.ids.push(row.id);
      if (row.updated_at > topic.updatedAt) topic.updatedAt = row.updated_at;
    }
  }
  return topics;
};

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const readTopics = createRevisionCache<Topics>();

/**
 * Computes the topics of all documents in memory, because SQL cannot derive slugs from names. Caches the result until the next change that visitors can see.
 */
const getTopics = (db: Database, table: TopicalTable): Promise<Topics> =>
  readTopics(db, 'published', ['topics', table], async () => {
    const rows = await listPublishedRows(db, table);
    const sortDirection = table === 'posts' ? -1 : 1;
    rows.sort((a, b) => sortDirection * compareText(a.time ?? '', b.time ?? '') || compareText(a.id, b.id));
    return { category: groupBySlug(rows, ({ category }) => [category]), tag: groupBySlug(rows, ({ tags }) => readTextList(tags)) };
  });

export interface TopicQuery {
  readonly category?: string | undefined;
  readonly tag?: string | undefined;
}

/** Returns the ids of published documents that have every topic in the query, or undefined if the query names no topic. */
export const listTopicIds = async (db: Database, table: TopicalTable, { category, tag }: TopicQuery): Promise<readonly string[] | undefined> => {
  if (category === undefined && tag === undefined) return undefined;
  const topics = await getTopics(db, table);
  const idsInCategory = category === undefined ? undefined : (topics.category.get(category)?.ids ?? []);
  const idsWithTag = tag === undefined ? undefined : (topics.tag.get(tag)?.ids ?? []);
  if (idsInCategory === undefined || idsWithTag === undefined) return idsInCategory ?? idsWithTag ?? [];
  const idsWithTagSet = new Set(idsWithTag);
  return idsInCategory.filter((id) => idsWithTagSet.has(id));
};

export const listTopicAddresses = async (db: Database, table: TopicalTable, kind: keyof Topics, after: string, limit: number) => {
  const topics = await getTopics(db, table);
  return [...topics[kind].values()]
    .filter(({ slug }) => slug > after)
    .sort((a, b) => compareText(a.slug, b.slug))
    .slice(0, limit)
    .map(({ slug, updatedAt }) => ({ id: slug, slug, updated_at: updatedAt }));
};

const tagsSchema = v.array(v.string());

export const readTextList = (json: string): string[] => v.parse(tagsSchema, JSON.parse(json));

export const writeTextList = (tags: readonly string[]): string => JSON.stringify(tags);

export interface TopicCount {
  readonly text: string;
  readonly count: number;
}

const toCounts = (names: Iterable<readonly [text: string, count: number]>): TopicCount[] => {
  const counts = new Map<string, number>();
  for (const [text, count] of names) if (text !== '') counts.set(text, (counts.get(text) ?? 0) + count);
  return Array.from(counts, ([text, count]) => ({ text, count })).sort((a, b) => b.count - a.count || a.text.localeCompare(b.text));
};

/** Counts the categories and tags of all documents that are not in the trash. Grouping by category and tags keeps the number of rows small. */
export const countTopics = async (db: Database, table: TopicalTable) => {
  const rows = await db
    .selectFrom(table)
    .select(({ fn }) => ['category', 'tags', fn.countAll<number>().as('count')])
    .where('deleted_at', 'is', null)
    .groupBy(['category', 'tags'])
    .execute();
  return {
    categories: toCounts(rows.map(({ category, count }) => [category, Number(count)])),
    tags: toCounts(rows.flatMap(({ tags, count }) => readTextList(tags).map((tag) => [tag, Number(count)] as const))),
  };
};
