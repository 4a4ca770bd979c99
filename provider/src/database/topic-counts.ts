import type { Kysely } from 'kysely';
import type { Tables } from './schema.ts';
import { readTags } from './tags.ts';

export interface TopicCount {
  readonly text: string;
  readonly count: number;
}

const toCounts = (names: Iterable<readonly [text: string, count: number]>): TopicCount[] => {
  const counts = new Map<string, number>();
  for (const [text, count] of names) if (text !== '') counts.set(text, (counts.get(text) ?? 0) + count);
  return Array.from(counts, ([text, count]) => ({ text, count })).sort((one, other) => other.count - one.count || one.text.localeCompare(other.text));
};

/** The categories and tags of all documents that are not in the trash. Documents with the same ones are one row, so that few are read. */
export const countTopics = async (db: Kysely<Tables>, table: 'posts' | 'events') => {
  const rows = await db
    .selectFrom(table)
    .select(({ fn }) => ['category', 'tags', fn.countAll<number>().as('count')])
    .where('deleted_at', 'is', null)
    .groupBy(['category', 'tags'])
    .execute();
  return {
    categories: toCounts(rows.map(({ category, count }) => [category, Number(count)])),
    tags: toCounts(rows.flatMap(({ tags, count }) => readTags(tags).map((tag) => [tag, Number(count)] as const))),
  };
};
