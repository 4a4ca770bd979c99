import { randomBytes } from 'node:crypto';
import { buildAndPublish, dataFolder } from '@site/scripts/parts';
import { startTopology, type Topology } from '@site/scripts/topology';
import { createRandom } from '@site/shared/testing/random';
import sharp from 'sharp';
import { type Call, type Client, createClient, sendLoad } from './load.ts';
import { createReport, pause } from './measuring.ts';
import { createStaff, type Staff } from './staff-calls.ts';

const MINUTES = Number(process.env.CHAOS_MINUTES ?? 30);
const READS_PER_SECOND = 40;
const WRITERS = 2;
const MIN_ANSWERED_SHARE = 0.999;
const MAX_DOWN_MS = 2000;
const MAX_PAUSE_MS = 1500;
const PATHS = ['/', '/news', '/events', '/gallery', '/about', '/privacy'];

interface Target {
  readonly name: string;
  kill(): Promise<void>;
  start(): Promise<void>;
}

const listTargets = ({ hosts, providers, database, objectStore, proxies }: Topology): readonly Target[] => [
  ...hosts,
  ...providers,
  { name: 'database', kill: database.kill, start: database.start },
  { name: 'object store', kill: () => objectStore.end('SIGKILL'), start: objectStore.start },
  // SIGKILL would leave the proxy's worker processes running.
  ...proxies.map((proxy, index) => ({ name: `proxy ${index + 1}`, kill: () => proxy.end(), start: proxy.start })),
];

/** Kills random targets one at a time and restarts each after a pause. Returns how often each was killed. */
const killAtRandom = async (topology: Topology, random: () => number, until: number): Promise<ReadonlyMap<string, number>> => {
  const targets = listTargets(topology);
  const kills = new Map<string, number>();
  while (performance.now() < until) {
    await pause(random() * MAX_PAUSE_MS);
    const target = targets[Math.floor(random() * targets.length)];
    if (target === undefined) continue;
    await target.kill();
    await pause(random() * MAX_DOWN_MS);
    await target.start();
    kills.set(target.name, (kills.get(target.name) ?? 0) + 1);
  }
  return kills;
};

interface WrittenContent {
  /** Titles of posts whose creation was acknowledged. */
  readonly posts: Set<string>;
  /** Paths of images whose upload was acknowledged. */
  readonly images: Map<string, string>;
  readonly image: Buffer;
}

const createUpload = (staff: Staff, image: Buffer, title: string, origins: readonly string[]): Call & { readonly form: FormData } => {
  const form = new FormData();
  form.set('title', title);
  form.set('alt', title);
  form.set('image', new Blob([new Uint8Array(image)], { type: 'image/jpeg' }), 'x.jpg');
  return { origins, path: '/api/gallery', method: 'POST', headers: { authorization: staff.headers.authorization }, form };
};

/** Writes until the chaos ends. A write that gets no response counts as unacknowledged and is not retried. */
const write = async (client: Client, staff: Staff, urls: readonly string[], written: WrittenContent, index: number): Promise<void> => {
  const origins = index % 2 === 0 ? urls : [...urls].reverse();
  const title = `chaos ${index} ${randomBytes(6).toString('hex')}`;
  if (index % 4 !== 3) {
    const { status } = await client.call(staff.createPost(title, origins));
    if (status === 201) written.posts.add(title);
  } else {
    const { origins: triedOrigins, path, headers, form } = createUpload(staff, written.image, title, origins);
    const response = await fetch(`${triedOrigins[0]}${path}`, { method: 'POST', body: form, ...(headers === undefined ? {} : { headers }) }).catch(
      () => undefined,
    );
    if (response?.status === 201) written.images.set(title, (await response.json()).data.url);
    else await response?.body?.cancel();
  }
  await pause(20);
};

/**
 * Kills hosts, providers, the database, the object store and one of two proxies at random during reads and writes. Returns true if no data was lost and pages
 * were served.
 */
export const measure = async (): Promise<boolean> => {
  const { report, allHeld } = createReport();
  const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);
  const random = createRandom(seed);
  process.stdout.write(`${MINUTES} minutes, CHAOS_SEED=${seed}\n`);
  await buildAndPublish();
  const topology = await startTopology({ dataFolder, proxies: 2, isDurable: true });
  const client = createClient();
  const image = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#b3123f' } })
    .jpeg()
    .toBuffer();
  const written: WrittenContent = { posts: new Set(), images: new Map(), image };
  try {
    const staff = await createStaff(client, topology);
    for (const { url } of topology.hosts) for (const path of PATHS) await client.call({ origins: [url], path });
    const failures = new Map<string, number>();
    let readCount = 0;
    let isOver = false;
    const readLoad = sendLoad(
      { perSecond: READS_PER_SECOND },
      () => isOver,
      async (index) => {
        const path = PATHS[index % PATHS.length] ?? '/';
        const { status, reason } = await client.call({ origins: index % 2 === 0 ? topology.urls : [...topology.urls].reverse(), path });
        readCount += 1;
        if (status !== 200) failures.set(`${path} ${status} ${reason}`, (failures.get(`${path} ${status} ${reason}`) ?? 0) + 1);
      },
    );
    const writeLoad = sendLoad(
      { concurrency: WRITERS },
      () => isOver,
      (index) => write(client, staff, topology.urls, written, index),
    );
    const kills = await killAtRandom(topology, random, performance.now() + MINUTES * 60_000);
    isOver = true;
    await Promise.all([readLoad, writeLoad]);

    const unansweredCount = [...failures.values()].reduce((sum, count) => sum + count, 0);
    for (const [failure, count] of failures) process.stdout.write(`      ${count} × ${failure}\n`);
    process.stdout.write(`      killed: ${[...kills].map(([name, count]) => `${name} ${count} ×`).join(', ')}\n`);
    const titles = (await staff.listPosts()).map(({ title }) => title);
    const lost = [...written.posts].filter((title) => !titles.includes(title)).length;
    const duplicateCount = titles.length - new Set(titles).size;
    report(`${written.posts.size} acknowledged posts`, `${lost} lost, ${duplicateCount} duplicated`, written.posts.size > 0 && lost + duplicateCount === 0);
    let missingImages = 0;
    for (const address of written.images.values()) {
      const { status } = await client.call({ origins: topology.urls, path: new URL(address, topology.url).pathname });
      if (status !== 200) missingImages += 1;
    }
    report(`${written.images.size} acknowledged images`, `${missingImages} cannot be read`, written.images.size > 0 && missingImages === 0);
    report(
      `${readCount} pages`,
      `${(100 - (unansweredCount / readCount) * 100).toFixed(3)}% with a response (limit ${MIN_ANSWERED_SHARE * 100}%)`,
      1 - unansweredCount / readCount >= MIN_ANSWERED_SHARE,
    );
  } finally {
    client.close();
    await topology.stop();
  }
  return allHeld();
};
