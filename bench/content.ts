import { rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { CONTENT_SIZE, type ContentDatabase, fillContent } from './fill-content.ts';
import { CHROMIUM } from './lighthouse.ts';
import { pause, readCpuMs, readMiB, startProvider } from './provider-process.ts';
import { publishSite, startHost } from './site-process.ts';
import { createVerdicts } from './verdicts.ts';

const DATA_DIR = path.resolve(import.meta.dirname, '../.cache/bench-content');
const COLD_LIMIT_MS = 50;
const KEPT_LIMIT_MS = 5;
const PICTURE_LIMIT = 40;
const ROUNDS = 25;
const KEPT_REQUESTS = 20;
/** The host asks for the revision once a second at most, and the provider reads it every quarter of one. */
const NOTICE_MS = 1300;
const REQUESTS = 2000;
/** What 2,000 more pages may add to a process that has warmed up; caches fill up to bounds of 32 and 64 MiB. */
const GROWTH_LIMIT_MIB = 150;

const median = (values: readonly number[]): number => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** Time until the last byte of a page, compressed as browsers ask for it. */
const timePage = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    get(url, { agent, headers: { 'accept-encoding': 'br' } }, (answer) => {
      answer.resume();
      answer.once('end', () => (answer.statusCode === 200 ? resolve(performance.now() - began) : reject(new Error(`${url} answered ${answer.statusCode}`))));
    }).once('error', reject);
  });

const sumCpuMs = (pids: readonly number[]): number => pids.reduce((sum, pid) => sum + readCpuMs(pid), 0);

interface Timed {
  readonly cold: number[];
  readonly kept: number[];
  /** Processor time of host and provider for all the cold ones: that hardly depends on what else the machine does. */
  cpuMs: number;
}

/** Every page once after each change of content, and then from the cache. */
const timePages = async (siteUrl: string, paths: readonly string[], content: ContentDatabase, pids: readonly number[]): Promise<ReadonlyMap<string, Timed>> => {
  const times = new Map(paths.map((address): [string, Timed] => [address, { cold: [], kept: [], cpuMs: 0 }]));
  // The first pages warm up what stays warm.
  for (let round = -3; round < ROUNDS; round += 1) {
    content.bumpRevision();
    await pause(NOTICE_MS);
    for (const [address, timed] of times) {
      const { cold, kept } = timed;
      const before = sumCpuMs(pids);
      const first = await timePage(`${siteUrl}${address}`);
      if (round >= 0) {
        cold.push(first);
        timed.cpuMs += sumCpuMs(pids) - before;
      }
      for (let request = 0; round >= 0 && request < KEPT_REQUESTS; request += 1) kept.push(await timePage(`${siteUrl}${address}`));
    }
  }
  return times;
};

/** Different pages one after the other, four at once, while the content changes now and then. */
const readPages = async (siteUrl: string, content: ContentDatabase, count: number): Promise<void> => {
  const pageOf = (number: number): string => {
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
      await timePage(`${siteUrl}${pageOf(number)}`);
    }
  };
  await Promise.all([work(), work(), work(), work()]);
};

/** Pictures that a wide screen asks for before anyone scrolls. */
const countPictures = async (url: string): Promise<number> => {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const pictures = new Set<string>();
    page.on('request', (request) => {
      if (request.resourceType() === 'image' && request.url().includes('/img/')) pictures.add(request.url());
    });
    await page.goto(url, { waitUntil: 'networkidle' });
    return pictures.size;
  } finally {
    await browser.close();
  }
};

/** The site over a large database: pages composed and kept, pictures of the first view, memory; true when all limits hold. */
export const measure = async (): Promise<boolean> => {
  const { report, allHeld } = createVerdicts();
  for (const name of ['provider.db', 'provider.db-shm', 'provider.db-wal', 'uploads', 'derived'])
    await rm(path.join(DATA_DIR, name), { recursive: true, force: true });
  await publishSite(DATA_DIR);
  // The first start makes the tables and the sample pictures.
  await (await startProvider(DATA_DIR)).kill('SIGTERM');
  const content = fillContent(DATA_DIR);
  const provider = await startProvider(DATA_DIR);
  const host = await startHost(DATA_DIR, provider.url);
  try {
    const { posts, events, images } = CONTENT_SIZE;
    process.stdout.write(`${posts} posts, ${events} events, ${images} images in ${CONTENT_SIZE.albums} albums\n`);
    const article = `/news/${content.slugs[posts / 2]}`;
    const album = `/gallery?album=${content.largeAlbum}`;
    const paths = ['/news', '/news?page=200', '/events', '/gallery', album, article];
    for (const [address, { cold, kept, cpuMs }] of await timePages(host.url, paths, content, [host.pid, provider.pid])) {
      const name = address.replace(/album=.*/, 'album=…').replace(/measured-.*/, '…');
      report(
        `${name} from cold cache, median`,
        `${median(cold).toFixed(1)} ms (limit ${COLD_LIMIT_MS}), ${(cpuMs / ROUNDS).toFixed(1)} ms of processor time`,
        median(cold) < COLD_LIMIT_MS,
      );
      report(`${name} from cache, median`, `${median(kept).toFixed(2)} ms (limit ${KEPT_LIMIT_MS})`, median(kept) < KEPT_LIMIT_MS);
    }
    const pictures = await countPictures(`${host.url}/gallery`);
    report('pictures in the first view of the gallery', `${pictures} (limit ${PICTURE_LIMIT})`, pictures > 0 && pictures <= PICTURE_LIMIT);

    const processes = { host: host.pid, provider: provider.pid };
    await readPages(host.url, content, REQUESTS);
    const before = Object.entries(processes).map(([name, pid]) => [name, pid, readMiB(pid)] as const);
    await readPages(host.url, content, REQUESTS);
    for (const [name, pid, warm] of before) {
      const grown = readMiB(pid) - warm;
      report(
        `memory of the ${name} after ${REQUESTS} more pages`,
        `${Math.round(warm + grown)} MiB, before ${Math.round(warm)} (limit +${GROWTH_LIMIT_MIB})`,
        grown <= GROWTH_LIMIT_MIB,
      );
    }
  } finally {
    content.close();
    await host.stop();
    await provider.kill('SIGTERM');
    agent.destroy();
  }
  return allHeld();
};
