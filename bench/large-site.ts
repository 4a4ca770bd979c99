import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { toWords } from '@site/shared/domain/ranked-search';
import { createRandom } from '@site/shared/testing/random';
import Database from 'libsql';
import pg from 'pg';

export type ContentSize = Readonly<Record<'posts' | 'events' | 'images' | 'applications', number>>;

const ROWS_PER_INSERT = 50;

type Row = Readonly<Record<string, string | number | null>>;
export type Engine = 'libsql' | 'postgres';

type Insert = (table: string, rows: readonly Row[]) => Promise<void>;

export interface Connection {
  readonly insert: Insert;
  run(statements: string): Promise<void>;
  readFirstValue(query: string): Promise<string>;
  /** SQL expression that joins all ids in a table with commas. */
  readonly joinedIdsSql: string;
  close(): Promise<void>;
}

const toInsert = (table: string, rows: readonly Row[], toPlaceholder: (number: number) => string): { text: string; values: (string | number | null)[] } => {
  const columns = Object.keys(rows[0] ?? {});
  const lists = rows.map((_, row) => `(${columns.map((_, column) => toPlaceholder(row * columns.length + column + 1)).join(', ')})`);
  return {
    text: `insert into ${table} (${columns.join(', ')}) values ${lists.join(', ')}`,
    values: rows.flatMap((row) => columns.map((name) => row[name] ?? null)),
  };
};

export const connectLibsql = (dataFolder: string): Connection => {
  const database = new Database(path.join(dataFolder, 'provider.db'), { timeout: 10_000 });
  return {
    insert: async (table, rows) => {
      const { text, values } = toInsert(table, rows, () => '?');
      database.prepare(text).run(values);
    },
    run: async (statements) => void database.exec(statements),
    readFirstValue: async (query) => String(Object.values(Object(database.prepare(query).get()))[0]),
    joinedIdsSql: 'group_concat(id)',
    close: async () => void database.close(),
  };
};

export const connectPostgres = async (url: string): Promise<Connection> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    insert: async (table, rows) => {
      const { text, values } = toInsert(table, rows, (number) => `$${number}`);
      await client.query(text, values);
    },
    run: async (statements) => void (await client.query(statements)),
    readFirstValue: async (query) => String(Object.values((await client.query(query)).rows[0] ?? {})[0]),
    joinedIdsSql: "string_agg(id, ',')",
    close: () => client.end(),
  };
};

const random = createRandom(20_261_123);
export const COMMON_WORDS = ['young', 'people', 'school', 'hub', 'drug', 'youth', 'lagos', 'teacher'];
const SYLLABLES = ['ba', 'ko', 'fe', 'lu', 'ni', 'ade', 'ola', 'ife', 'mu', 'sa', 'ran', 'wo', 'gbe', 'tu', 'shi'];
const RARE_WORDS = Array.from({ length: 4000 }, (_, index) =>
  [index % 15, Math.floor(index / 15) % 15, Math.floor(index / 225)].map((part) => SYLLABLES[part % 15]).join(''),
);
export const chooseWord = (): string =>
  (random() < 0.15 ? COMMON_WORDS[Math.floor(random() * COMMON_WORDS.length)] : RARE_WORDS[Math.floor(random() ** 2.5 * RARE_WORDS.length)]) ?? 'young';
export const makeText = (count: number): string => Array.from({ length: count }, chooseWord).join(' ');
const createId = (): string => randomBytes(12).toString('hex');
const toTimestamp = (hoursAgo: number): string => new Date(Date.now() - hoursAgo * 3_600_000).toISOString();

const insertMany = async (insert: Insert, table: string, count: number, create: (index: number) => Row): Promise<void> => {
  for (let start = 0; start < count; start += ROWS_PER_INSERT)
    await insert(
      table,
      Array.from({ length: Math.min(ROWS_PER_INSERT, count - start) }, (_, offset) => create(start + offset)),
    );
};

const toBodyWords = (texts: readonly string[]): string => [...new Set(texts.flatMap(toWords))].sort().join(' ');

/** Replaces the content. Every hundredth post is a draft. Post number n has the slug `measured-n`. */
export const fill = async (connection: Connection, size: ContentSize): Promise<void> => {
  const imageId = await connection.readFirstValue("select id from pictures where id not like 'samples-%' order by id limit 1");
  const times = (index: number, rules = 1) => {
    const at = toTimestamp(index);
    // Mark search columns as up to date with the provider's rules, so that the provider does not recompute them.
    return { is_sample: 0, created_at: at, updated_at: at, derived_from: `${rules}|${at}` };
  };
  await connection.run('begin; delete from posts; delete from events; delete from gallery_images; delete from applications');
  await insertMany(connection.insert, 'posts', size.posts, (index) => {
    const title = `${makeText(6)} ${index}`;
    const excerpt = makeText(25);
    const sharedColumns = { title, excerpt, category: COMMON_WORDS[index % 4] ?? '', tags: '[]', author_name: 'The editor' };
    const status = index % 100 === 99 ? 'draft' : 'published';
    const search_text = [title, excerpt, sharedColumns.category, 'the editor', '[]'].join('\n');
    const body = [makeText(200), makeText(200)];
    const texts = { content: `<p>${body.join('</p><p>')}</p>`, search_key: title, search_text, search_body: toBodyWords([search_text, ...body]) };
    const image = { picture_id: imageId, picture_alt: title, author_id: null, author_picture_id: null };
    return { id: createId(), slug: `measured-${index}`, ...sharedColumns, ...texts, ...image, status, published_at: toTimestamp(index), ...times(index, 2) };
  });
  await insertMany(connection.insert, 'events', size.events, (index) => {
    const title = `${makeText(4)} ${index}`;
    const description = makeText(80);
    const sharedColumns = { title, description: `<p>${description}</p>`, location: 'Yaba, Lagos', category: 'Hubs', tags: '[]', registration_link: '' };
    const day = toTimestamp(index * 12 - 2400).slice(0, 10);
    const eventTimes = { date: day, time: '4:00 PM', end_time: '', upcoming_override: null, upcoming_until: `${day}T15:00:00.000Z`, status: 'published' };
    return {
      id: createId(),
      ...sharedColumns,
      ...eventTimes,
      search_key: title,
      search_text: title,
      search_body: toBodyWords([title, description]),
      picture_id: imageId,
      picture_alt: title,
      author_id: null,
      ...times(index, 3),
    };
  });
  await insertMany(connection.insert, 'gallery_images', size.images, (index) => {
    const title = `${makeText(4)} ${index}`;
    const texts = { title, alt: index % 500 === 0 ? '' : title, search_key: title, search_text: `${title}\n${title}` };
    return { id: createId(), ...texts, picture_id: imageId, album_id: null, position: 0, is_published: 1, author_id: null, ...times(index) };
  });
  await insertMany(connection.insert, 'applications', size.applications, (index) => {
    const texts = { name: makeText(2), email: `a${index}@example.org`, phone: '+2348031234567', qualification: 'BSc', location: 'Kano' };
    const answers = { skills: makeText(40), interests: makeText(40), motivation: makeText(200), search_text: `${texts.name}\n${texts.email}` };
    const { updated_at: _, ...sent } = times(index);
    return { id: createId(), ...texts, ...answers, read_at: index % 2 === 0 ? null : toTimestamp(0), ...sent };
  });
  await connection.run('update content_revision set number = number + 1; commit');
  await connection.run('analyze');
};
