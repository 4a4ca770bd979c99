import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { buildAndPublish } from '@site/scripts/parts';
import { startHost } from '@site/scripts/servers';
import Database from 'libsql';
import { measureLargeContent } from './large-content.ts';
import { createReport, getMedian, pause, readCpuMs, readMiB, startMeasuredProvider } from './measuring.ts';
import { CHROMIUM } from './page-comparison.ts';

const DATA_FOLDER = path.resolve(import.meta.dirname, '../.cache/bench-content');
const COLD_LIMIT_MS = 50;
const CACHED_LIMIT_MS = 5;
const IMAGE_LIMIT = 40;
const ATTEMPTS = 25;
const CACHED_REQUESTS = 20;
/** Time until a change becomes visible: the host fetches the revision at most once a second, and the provider reads it every 250 ms. */
const PROPAGATION_MS = 1300;
const REQUESTS = 2000;
/** Maximum memory growth of a warmed-up process over 2,000 more pages. Its caches are limited to 32 and 64 MiB. */
const GROWTH_LIMIT_MIB = 150;

const CONTENT_SIZE = { posts: 5000, events: 2000, images: 20_000, albums: 40 } as const;

const DAY_MS = 86_400_000;
const CATEGORIES = ['Hubs', 'Schools', 'Health', 'Xpression', 'Careers', 'Partners', 'Volunteers', 'Research'];
const WORDS = ['young', 'people', 'meet', 'listen', 'school', 'hub', 'question', 'answer', 'evening', 'teacher', 'music', 'walk', 'story', 'lesson', 'friend'];

const id = (): string => randomBytes(12).toString('hex');
const at = <T>(choices: readonly T[], index: number): T => {
  const chosenValue = choices[index % choices.length];
  if (chosenValue === undefined) throw new Error('Nothing to choose from.');
  return chosenValue;
};
const makeText = (seed: number, count: number): string => Array.from({ length: count }, (_, index) => at(WORDS, seed * 7 + index * (1 + (seed % 5)))).join(' ');
const toTimestamp = (daysAgo: number): string => new Date(Date.now() - daysAgo * DAY_MS).toISOString();

/** Creates about 3 KB of HTML, the size of a typical article. */
const createArticle = (seed: number): string =>
  Array.from(
    { length: 8 },
    (_, index) => `<h2>${makeText(seed + index, 4)}</h2><p>${makeText(seed + index, 50)}, <strong>${makeText(index, 3)}</strong>.</p>`,
  ).join('');

interface ContentDatabase {
  readonly slugs: readonly string[];
  readonly largeAlbum: string;
  /** Simulates a content change by another provider process. */
  bumpRevision(): void;
  close(): void;
}

/** Inserts content directly, in one transaction, into the database that the provider created on its first start. All rows use the sample images. */
const fillContent = (dataFolder: string): ContentDatabase => {
  const database = new Database(path.join(dataFolder, 'provider.db'), { timeout: 10_000 });
  const images = database
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
    const title = `${makeText(index, 5)} ${index}`;
    insert('posts', {
      id: id(),
      slug,
      title,
      search_key: title,
      content: createArticle(index),
      excerpt: index % 4 === 0 ? '' : makeText(index, 30),
      picture_id: at(images, index),
      picture_alt: title,
      category: at(CATEGORIES, index),
      tags: JSON.stringify([at(WORDS, index), at(WORDS, index * 3)]),
      status: 'published',
      published_at: toTimestamp(index / 4),
      author_id: null,
      author_name: 'The editor',
      author_picture_id: null,
      created_at: toTimestamp(index / 4),
      updated_at: toTimestamp(index / 4),
    });
  }
  for (let index = 0; index < CONTENT_SIZE.events; index += 1) {
    const title = `${makeText(index, 4)} ${index}`;
    // One event in ten is upcoming.
    const day = toTimestamp((index - CONTENT_SIZE.events / 10) / 2).slice(0, 10);
    insert('events', {
      id: id(),
      title,
      search_key: title,
      description: `<p>${makeText(index, 60)}</p>`,
      date: day,
      time: '4:00 PM',
      end_time: '6:00 PM',
      upcoming_override: null,
      upcoming_until: `${day}T17:00:00.000Z`,
      location: 'Yaba, Lagos',
      category: at(CATEGORIES, index),
      picture_id: at(images, index),
      picture_alt: title,
      tags: JSON.stringify([at(WORDS, index)]),
      registration_link: '',
      status: 'published',
      author_id: null,
      created_at: toTimestamp(0),
      updated_at: toTimestamp(0),
    });
  }
  for (const [index, album] of albums.entries())
    insert('albums', {
      id: album,
      name: `Album ${index}`,
      name_key: `album ${index}`,
      position: index,
      created_at: toTimestamp(0),
      updated_at: toTimestamp(0),
    });
  for (let index = 0; index < CONTENT_SIZE.images; index += 1) {
    const title = `${makeText(index, 3)} ${index}`;
    insert('gallery_images', {
      id: id(),
      title,
      search_key: title,
      alt: title,
      picture_id: at(images, index),
      album_id: index % 4 === 0 ? at(albums, 0) : at(albums, index),
      position: 0,
      is_published: 1,
      author_id: null,
      created_at: toTimestamp(index / 20),
      updated_at: toTimestamp(index / 20),
    });
  }
  const bumpRevision = (): void => void database.exec('update content_revision set number = number + 1');
  bumpRevision();
  database.exec('commit');
  database.exec('analyze');
  return { slugs, largeAlbum: at(albums, 0), bumpRevision, close: () => void database.close() };
};

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** Measures the time to the last byte of a page, with the encodings that browsers accept. */
const timePage = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    get(url, { agent, headers: { 'accept-encoding': 'br' } }, (response) => {
      response.resume();
      response.once('end', () =>
        response.statusCode === 200 ? resolve(performance.now() - began) : reject(new Error(`${url} responded with ${response.statusCode}`)),
      );
    }).once('error', reject);
  });

const sumCpuMs = (pids: readonly number[]): number => pids.reduce((sum, pid) => sum + readCpuMs(pid), 0);

interface PageTimes {
  readonly uncached: number[];
  readonly cached: number[];
  /** CPU time of the host and the provider for all cold requests. Other load hardly affects this value. */
  cpuMs: number;
}

const timePages = async (
  siteUrl: string,
  paths: readonly string[],
  content: ContentDatabase,
  pids: readonly number[],
): Promise<ReadonlyMap<string, PageTimes>> => {
  const times = new Map(paths.map((address): [string, PageTimes] => [address, { uncached: [], cached: [], cpuMs: 0 }]));
  // Negative attempts are the warm-up.
  for (let attempt = -3; attempt < ATTEMPTS; attempt += 1) {
    content.bumpRevision();
    await pause(PROPAGATION_MS);
    for (const [address, timed] of times) {
      const { uncached, cached } = timed;
      const before = sumCpuMs(pids);
      const first = await timePage(`${siteUrl}${address}`);
      if (attempt >= 0) {
        uncached.push(first);
        timed.cpuMs += sumCpuMs(pids) - before;
      }
      for (let request = 0; attempt >= 0 && request < CACHED_REQUESTS; request += 1) cached.push(await timePage(`${siteUrl}${address}`));
    }
  }
  return times;
};

/** Requests different pages with a concurrency of four while the content changes periodically. */
const readPages = async (siteUrl: string, content: ContentDatabase, count: number): Promise<void> => {
  const getPath = (number: number): string => {
    const page = 1 + (Math.floor(number / 4) % 400);
    return (
      [`/news?page=${page}`, `/gallery?page=${page}`, `/news/${content.slugs[number % content.slugs.length]}`, `/events?page=${1 + (page % 150)}`][
        number % 4
      ] ?? '/news'
    );
  };
  let next = 0;
  const work = async (): Promise<void> => {
    for (let number = next++; number < count; number = next++) {
      if (number % 250 === 0) content.bumpRevision();
      await timePage(`${siteUrl}${getPath(number)}`);
    }
  };
  await Promise.all([work(), work(), work(), work()]);
};

const countImages = async (url: string): Promise<number> => {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const images = new Set<string>();
    page.on('request', (request) => {
      if (request.resourceType() === 'image' && request.url().includes('/img/')) images.add(request.url());
    });
    await page.goto(url, { waitUntil: 'networkidle' });
    return images.size;
  } finally {
    await browser.close();
  }
};

/**
 * Measures a site with a large database: cold and cached pages, images in the first viewport, and memory. Then repeats this with ten times as much content.
 * Returns true if every limit is met.
 */
export const measure = async (): Promise<boolean> => {
  const { report, allHeld } = createReport();
  for (const name of ['provider.db', 'provider.db-shm', 'provider.db-wal', 'uploads', 'derived'])
    await rm(path.join(DATA_FOLDER, name), { recursive: true, force: true });
  await buildAndPublish({ folder: DATA_FOLDER });
  // The first start creates the tables and the sample images.
  await (await startMeasuredProvider(DATA_FOLDER)).stop();
  const content = fillContent(DATA_FOLDER);
  const provider = await startMeasuredProvider(DATA_FOLDER);
  const host = await startHost({ dataFolder: DATA_FOLDER, providerUrl: provider.url, env: { LOG_LEVEL: 'error' } });
  try {
    const { posts, events, images } = CONTENT_SIZE;
    process.stdout.write(`${posts} posts, ${events} events, ${images} images in ${CONTENT_SIZE.albums} albums\n`);
    const article = `/news/${content.slugs[posts / 2]}`;
    const album = `/gallery?album=${content.largeAlbum}`;
    const paths = ['/news', '/news?page=200', '/events', '/gallery', album, article];
    for (const [address, { uncached, cached, cpuMs }] of await timePages(host.url, paths, content, [host.pid, provider.pid])) {
      const name = address.replace(/album=.*/, 'album=…').replace(/measured-.*/, '…');
      report(
        `${name} from cold cache, median`,
        `${getMedian(uncached).toFixed(1)} ms (limit ${COLD_LIMIT_MS}), ${(cpuMs / ATTEMPTS).toFixed(1)} ms of CPU time`,
        getMedian(uncached) < COLD_LIMIT_MS,
      );
      report(`${name} from cache, median`, `${getMedian(cached).toFixed(2)} ms (limit ${CACHED_LIMIT_MS})`, getMedian(cached) < CACHED_LIMIT_MS);
    }
    const imageCount = await countImages(`${host.url}/gallery`);
    report('images in the first view of the gallery', `${imageCount} (limit ${IMAGE_LIMIT})`, imageCount > 0 && imageCount <= IMAGE_LIMIT);

    const processes = { host: host.pid, provider: provider.pid };
    await readPages(host.url, content, REQUESTS);
    const before = Object.entries(processes).map(([name, pid]) => [name, pid, readMiB(pid)] as const);
    await readPages(host.url, content, REQUESTS);
    for (const [name, pid, warm] of before) {
      const growthMiB = readMiB(pid) - warm;
      report(
        `memory of the ${name} after ${REQUESTS} more pages`,
        `${Math.round(warm + growthMiB)} MiB, before ${Math.round(warm)} (limit +${GROWTH_LIMIT_MIB})`,
        growthMiB <= GROWTH_LIMIT_MIB,
      );
    }
  } finally {
    content.close();
    await host.stop();
    await provider.stop();
    agent.destroy();
  }
  return (await measureLargeContent({ folder: DATA_FOLDER, isProviderOnly: false })) && allHeld();
};
