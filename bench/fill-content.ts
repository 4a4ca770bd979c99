import { randomBytes } from 'node:crypto';
import path from 'node:path';
import Database from 'libsql';

export const CONTENT_SIZE = { posts: 5000, events: 2000, images: 20_000, albums: 40 } as const;

const DAY_MS = 86_400_000;
const CATEGORIES = ['Hubs', 'Schools', 'Health', 'Xpression', 'Careers', 'Partners', 'Volunteers', 'Research'];
const WORDS = ['young', 'people', 'meet', 'listen', 'school', 'hub', 'question', 'answer', 'evening', 'teacher', 'music', 'walk', 'story', 'lesson', 'friend'];

const id = (): string => randomBytes(12).toString('hex');
const at = <T>(choices: readonly T[], index: number): T => {
  const chosen = choices[index % choices.length];
  if (chosen === undefined) throw new Error('Nothing to choose from.');
  return chosen;
};
const words = (seed: number, count: number): string => Array.from({ length: count }, (_, index) => at(WORDS, seed * 7 + index * (1 + (seed % 5)))).join(' ');
const moment = (daysAgo: number): string => new Date(Date.now() - daysAgo * DAY_MS).toISOString();

/** About three kilobytes, as an article has. */
const article = (seed: number): string =>
  Array.from({ length: 8 }, (_, index) => `<h2>${words(seed + index, 4)}</h2><p>${words(seed + index, 50)}, <strong>${words(index, 3)}</strong>.</p>`).join('');

export interface ContentDatabase {
  /** Slugs of all posts, newest first. */
  readonly slugs: readonly string[];
  /** The album with most images. */
  readonly largeAlbum: string;
  /** As a change of content by another provider. */
  bumpRevision(): void;
  close(): void;
}

/** Fills the database that a provider's first start has made, past the provider, in one go. Its sample pictures are shared by all. */
export const fillContent = (dataDir: string): ContentDatabase => {
  const database = new Database(path.join(dataDir, 'provider.db'), { timeout: 10_000 });
  const pictures = database
    .prepare("select id from pictures where id not like 'samples-%' order by id")
    .all()
    .map((row) => String(Reflect.get(Object(row), 'id')));
  const insert = (table: string, row: Readonly<Record<string, string | number | null>>): void => {
    const columns = Object.keys(row);
    database.prepare(`insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`).run(Object.values(row));
  };

  const slugs = Array.from({ length: CONTENT_SIZE.posts }, (_, index) => `measured-post-${index}`);
  const albums = Array.from({ length: CONTENT_SIZE.albums }, id);
  database.exec('begin');
  for (const table of ['posts', 'events', 'gallery_images', 'albums']) database.exec(`delete from ${table}`);
  for (const [index, slug] of slugs.entries()) {
    const title = `${words(index, 5)} ${index}`;
    insert('posts', {
      id: id(),
      slug,
      title,
      search_key: title,
      content: article(index),
      excerpt: index % 4 === 0 ? '' : words(index, 30),
      picture_id: at(pictures, index),
      picture_alt: title,
      category: at(CATEGORIES, index),
      tags: JSON.stringify([at(WORDS, index), at(WORDS, index * 3)]),
      status: 'published',
      published_at: moment(index / 4),
      author_id: null,
      author_name: 'The editor',
      author_picture_id: null,
      created_at: moment(index / 4),
      updated_at: moment(index / 4),
    });
  }
  for (let index = 0; index < CONTENT_SIZE.events; index += 1) {
    const title = `${words(index, 4)} ${index}`;
    // A tenth of them is to come.
    const day = moment((index - CONTENT_SIZE.events / 10) / 2).slice(0, 10);
    insert('events', {
      id: id(),
      title,
      search_key: title,
      description: `<p>${words(index, 60)}</p>`,
      date: day,
      time: '4:00 PM',
      end_time: '6:00 PM',
      upcoming_override: null,
      upcoming_until: `${day}T17:00:00.000Z`,
      location: 'Yaba, Lagos',
      category: at(CATEGORIES, index),
      picture_id: at(pictures, index),
      picture_alt: title,
      tags: JSON.stringify([at(WORDS, index)]),
      registration_link: '',
      status: 'published',
      author_id: null,
      created_at: moment(0),
      updated_at: moment(0),
    });
  }
  for (const [index, album] of albums.entries())
    insert('albums', { id: album, name: `Album ${index}`, name_key: `album ${index}`, position: index, created_at: moment(0), updated_at: moment(0) });
  for (let index = 0; index < CONTENT_SIZE.images; index += 1) {
    const title = `${words(index, 3)} ${index}`;
    insert('gallery_images', {
      id: id(),
      title,
      search_key: title,
      alt: title,
      picture_id: at(pictures, index),
      // A quarter of them in one album.
      album_id: index % 4 === 0 ? at(albums, 0) : at(albums, index),
      position: 0,
      is_published: 1,
      author_id: null,
      created_at: moment(index / 20),
      updated_at: moment(index / 20),
    });
  }
  const bumpRevision = (): void => void database.exec('update content_revision set number = number + 1');
  bumpRevision();
  database.exec('commit');
  database.exec('analyze');
  return { slugs, largeAlbum: at(albums, 0), bumpRevision, close: () => void database.close() };
};
