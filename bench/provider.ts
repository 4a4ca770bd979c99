import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { createReport, getMedian, pause, readCpuMs, readPeakMiB, signIn, startMeasuredProvider } from './measuring.ts';
import { measureRate, startBareServer } from './request-rate.ts';

const KILL_ROUNDS = 50;
const SLOW_SOCKET_COUNT = 1500;
const CONCURRENT_SOCKETS = 100;
const CONNECTIONS = 16;
const RATE_MS = 1200;
const CLEAN_STARTS = 7;
/** Maximum ratio of the median restart time after a kill to the median restart time after a clean stop. */
const RECOVERY_LIMIT = 1.25;
/** Minimum ratio of cached to uncached requests per second for the same API call. */
const CACHED_LIMIT = 4;

const { report, allHeld } = createReport();

interface WrittenContent {
  readonly posts: Map<string, string>;
  readonly images: Map<string, string>;
}

const sendPost = async (url: string, token: string, title: string, written: WrittenContent): Promise<void> => {
  const body = JSON.stringify({ title, category: 'Bench', content: `<p>${title}</p>`, status: 'published' });
  const response = await fetch(`${url}/api/posts`, { method: 'POST', headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' }, body });
  if (response.status !== 201) return;
  const { data }: { data: { _id: string } } = await response.json();
  written.posts.set(data._id, title);
};

const sendImage = async (url: string, token: string, image: Buffer, title: string, written: WrittenContent): Promise<void> => {
  const form = new FormData();
  form.append('title', title);
  form.append('image', new Blob([new Uint8Array(image)]), 'x.jpg');
  const response = await fetch(`${url}/api/gallery`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form });
  if (response.status !== 201) return;
  const { data }: { data: { _id: string; url: string } } = await response.json();
  written.images.set(data._id, data.url);
};

/** Writes until the server is killed. A call that fails does not count as acknowledged. */
const writeUntilKilled = async (
  url: string,
  token: string,
  image: Buffer,
  round: number,
  worker: number,
  written: WrittenContent,
  isDead: () => boolean,
): Promise<void> => {
  for (let count = 0; !isDead(); count += 1) {
    const title = `round ${round} worker ${worker} number ${count}`;
    await (count % 3 === 2 ? sendImage(url, token, image, title, written) : sendPost(url, token, title, written)).catch(() => undefined);
  }
};

const countLosses = async (url: string, token: string, written: WrittenContent): Promise<{ lost: number; incomplete: number }> => {
  const headers = { authorization: `Bearer ${token}` };
  const posts: { data: Array<{ _id: string; title: string }> } = await (await fetch(`${url}/api/posts`, { headers })).json();
  const images: { data: Array<{ _id: string; url: string }> } = await (await fetch(`${url}/api/gallery`, { headers })).json();
  const titles = new Map(posts.data.map((post) => [post._id, post.title]));
  const addresses = new Set(images.data.map((image) => image._id));
  const lost = [...written.posts].filter(([id, title]) => titles.get(id) !== title).length + [...written.images].filter(([id]) => !addresses.has(id)).length;
  let incompleteImages = 0;
  // The file of every listed image must be complete.
  for (const image of images.data.slice(0, 60)) {
    const response = await fetch(`${url}${image.url}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    const isComplete =
      response.ok &&
      (await sharp(bytes)
        .stats()
        .then(
          () => true,
          () => false,
        ));
    if (!isComplete) incompleteImages += 1;
  }
  return { lost, incomplete: incompleteImages };
};

const measureRestartsAfterKills = async (dataFolder: string): Promise<void> => {
  const image = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#b3123f' } })
    .jpeg()
    .toBuffer();
  const written: WrittenContent = { posts: new Map(), images: new Map() };
  let lost = 0;
  let incompleteImages = 0;
  const restartTimes: number[] = [];
  let server = await startMeasuredProvider(dataFolder);
  let token = await signIn(server.url);
  for (let round = 0; round < KILL_ROUNDS; round += 1) {
    let isDead = false;
    const workers = [1, 2, 3].map((worker) => writeUntilKilled(server.url, token, image, round, worker, written, () => isDead));
    await pause(40 + Math.random() * 360);
    await server.kill();
    isDead = true;
    await Promise.all(workers);
    server = await startMeasuredProvider(dataFolder);
    restartTimes.push(server.readyMs);
    if (round % 20 === 0) token = await signIn(server.url);
    const losses = await countLosses(server.url, token, written);
    lost += losses.lost;
    incompleteImages += losses.incomplete;
  }
  const cleanStartTimes: number[] = [];
  while (cleanStartTimes.length < CLEAN_STARTS) {
    await server.stop();
    server = await startMeasuredProvider(dataFolder);
    cleanStartTimes.push(server.readyMs);
  }
  await server.stop();
  report(
    `kill -9 in ${KILL_ROUNDS} rounds, ${written.posts.size} posts and ${written.images.size} uploads acknowledged`,
    `${lost} lost, ${incompleteImages} incomplete`,
    lost + incompleteImages === 0,
  );
  const [killed, clean] = [getMedian(restartTimes), getMedian(cleanStartTimes)];
  report(
    'ready again after a kill, median',
    `${Math.round(killed)} ms, ${(killed / clean).toFixed(2)} × a clean restart (limit ${RECOVERY_LIMIT}), slowest ${Math.round(Math.max(...restartTimes))} ms`,
    killed <= RECOVERY_LIMIT * clean,
  );
};

const measureReads = async (dataFolder: string): Promise<void> => {
  const server = await startMeasuredProvider(dataFolder);
  const token = await signIn(server.url);
  for (const call of ['/api/posts', '/api/events']) {
    const file = path.join(dataFolder, 'bench-body');
    await writeFile(file, Buffer.from(await (await fetch(`${server.url}${call}`)).arrayBuffer()));
    const bareServer = await startBareServer({ 'content-type': 'application/json; charset=utf-8' }, file);
    const rates = { cached: [] as number[], read: [] as number[], bare: [] as number[] };
    // Alternate between the three, so that other load on the machine affects them equally.
    for (let round = 0; round < 5; round += 1) {
      rates.bare.push(await measureRate(bareServer.port, '/', {}, CONNECTIONS, RATE_MS));
      rates.cached.push(await measureRate(server.port, call, {}, CONNECTIONS, RATE_MS));
      rates.read.push(await measureRate(server.port, call, { authorization: `Bearer ${token}` }, CONNECTIONS, RATE_MS));
    }
    await bareServer.stop();
    const [cached, read, most] = [getMedian(rates.cached), getMedian(rates.read), getMedian(rates.bare)];
    const ratio = cached / read;
    report(
      `GET ${call} from the cache, compared with uncached calls of staff`,
      `${ratio.toFixed(1)} × (limit ${CACHED_LIMIT}; ${Math.round(cached)} and ${Math.round(read)} per second, bare node:http ${Math.round(most)})`,
      ratio >= CACHED_LIMIT,
    );
  }
  await server.stop();
};

const measureUpload = async (dataFolder: string): Promise<void> => {
  const server = await startMeasuredProvider(dataFolder);
  const token = await signIn(server.url);
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 20 };
  const image = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#0b6e7a', noise } })
    .jpeg({ quality: 80 })
    .toBuffer();
  const written: WrittenContent = { posts: new Map(), images: new Map() };
  const before = readCpuMs(server.pid);
  await sendImage(server.url, token, image, 'large', written);
  const used = readCpuMs(server.pid) - before;
  report(
    `upload of 12 megapixels (${Math.round(image.length / 1024)} KB)`,
    `${Math.round(used)} ms of CPU time (limit 1000)`,
    written.images.size === 1 && used < 1000,
  );
  const peakMiB = readPeakMiB(server.pid);
  report('peak memory during the upload', `${Math.round(peakMiB)} MiB (limit 300)`, peakMiB < 300);
  await server.stop();
};

const measureSlowSockets = async (dataFolder: string): Promise<void> => {
  const server = await startMeasuredProvider(dataFolder);
  const began = performance.now();
  let open = 0;
  const sockets: Socket[] = [];
  const openSocket = (): void => {
    const socket = connect(server.port, '127.0.0.1', () => {
      open += 1;
      socket.write('GET /api/posts HTTP/1.1\r\nx-slow: ');
    });
    // Reading makes the socket report a closed connection immediately.
    socket.resume();
    socket.on('error', () => undefined);
    socket.on('close', () => {
      open -= 1;
    });
    sockets.push(socket);
  };
  // The kernel queues only a few hundred connections at a time; the others are retried seconds later.
  while (sockets.length < SLOW_SOCKET_COUNT) {
    for (let index = 0; index < CONCURRENT_SOCKETS; index += 1) openSocket();
    await pause(20);
  }
  const dripTimer = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('a');
  }, 1000);
  await pause(1500);
  const openCount = open;
  const startedAt = performance.now();
  const healthyResponse = await fetch(`${server.url}/api/posts`);
  const healthyMs = performance.now() - startedAt;
  while (open > 0 && performance.now() - began < 20_000) await pause(100);
  clearInterval(dripTimer);
  const closedMs = performance.now() - began;
  report(
    `${openCount} slow sockets`,
    `all closed after ${(closedMs / 1000).toFixed(1)} s (limit 10)`,
    openCount === SLOW_SOCKET_COUNT && open === 0 && closedMs < 10_000,
  );
  report('a healthy request meanwhile', `${healthyResponse.status} in ${Math.round(healthyMs)} ms`, healthyResponse.ok && healthyMs < 1000);
  await server.stop();
};

export const measure = async (): Promise<boolean> => {
  const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'bench-provider-'));
  try {
    await measureReads(dataFolder);
    await measureUpload(dataFolder);
    await measureSlowSockets(dataFolder);
    await measureRestartsAfterKills(dataFolder);
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
  }
  return allHeld();
};
