import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCanary, toCanary } from '@site/releases/canary-changes';
import { createCanaryNumber } from '@site/releases/canary-number';
import { createPreview } from '@site/releases/preview';
import { createReleaseStore } from '@site/releases/release-store';
import { openTokens } from '@site/releases/release-tokens';
import { readHmacKey } from '@site/releases/signed-token';
import { buildAndPublish, root } from '@site/scripts/parts';
import { type RunningServer, startHost } from '@site/scripts/servers';
import sharp from 'sharp';
import { writeHostileVersion } from './attacks/hostile-version.ts';
import { ATTACK_KINDS, type AttackKind, getAttackerCount, isPageFlood } from './attacks/kinds.ts';
import { type VisitTimes, visit } from './attacks/visitor.ts';
import { createReport, pause, readMiB, signIn, startMeasuredProvider } from './measuring.ts';

const BASELINE_MS = 10_000;
const ATTACK_MS = 20_000;
const RAMP_UP_MS = 1000;
const SAMPLE_MS = 250;
const LIMITS = { cachedP99Ms: 200, uncachedTimes: 3, floodedTimes: 2, signInMs: 1000, signInTimes: 4, rollbackMs: 2000, hostMiB: 512, providerMiB: 512 };
const METRICS_TOKEN = 'a token of the measurements';
const IMAGE_CACHE_MB = 16;
const LARGE_PHOTO_COUNT = 12;
const SIZES = [160, 320, 480, 640, 720, 800, 960, 1080, 1280, 1600];

const MIB = 1024 * 1024;
const getPercentile = (values: readonly number[], percent: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.ceil((values.length * percent) / 100) - 1)] ?? Number.POSITIVE_INFINITY;
const round = (milliseconds: number): string => `${Math.round(milliseconds)} ms`;

const measureFolder = (folder: string): number =>
  (existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [])
    .filter((entry) => entry.isFile())
    .reduce((bytes, { parentPath, name }) => bytes + (statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0), 0);

/** Uploads photos of several megabytes and returns the paths of the originals. */
const uploadPhotos = async (url: string): Promise<string[]> => {
  const token = await signIn(url);
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  const image = await sharp({ create: { width: 2400, height: 1800, channels: 3, background: '#0b6e7a', noise } })
    .jpeg({ quality: 90 })
    .toBuffer();
  const addresses: string[] = [];
  for (let index = 0; index < LARGE_PHOTO_COUNT; index += 1) {
    const form = new FormData();
    form.append('title', `Picture ${index}`);
    form.append('image', new Blob([new Uint8Array(image)]), 'x.jpg');
    const response = await fetch(`${url}/api/gallery`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form });
    const { data }: { data: { url: string } } = await response.json();
    addresses.push(data.url);
  }
  return addresses;
};

/** Returns every size of every photo in every format, including sizes that no page uses. */
const getDerivedPaths = (originals: readonly string[]): string[] =>
  originals.flatMap((address) =>
    [...SIZES, 161, 333].flatMap((width) => ['auto', 'webp', 'jpg', 'avif'].map((format) => address.replace('/upload/', `/upload/w_${width},f_${format}/`))),
  );

const startAttack = (kind: AttackKind, port: number, details: readonly string[]) => {
  const file = join(import.meta.dirname, 'attacks/attacker.ts');
  const child = spawn('nice', ['-n', '15', process.execPath, '--import', 'tsx', file, kind, String(port), JSON.stringify(details)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  return async (): Promise<void> => {
    if (child.exitCode !== null) throw new Error('The attack ended early.');
    child.kill('SIGKILL');
    await exited;
  };
};

const watchMemory = (servers: readonly RunningServer[]): { stop(): readonly number[] } => {
  const peaks = servers.map(({ pid }) => readMiB(pid));
  const timer = setInterval(() => {
    for (const [index, { pid }] of servers.entries()) peaks[index] = Math.max(peaks[index] ?? 0, readMiB(pid));
  }, SAMPLE_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return peaks;
    },
  };
};

const readRestartCount = async (url: string): Promise<number> => {
  const metrics = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text();
  return [...metrics.matchAll(/^host_render_process_restarts_total\{.*\} (\d+)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0);
};

const createTeam = async (dataFolder: string, url: string) => {
  const store = createReleaseStore(join(dataFolder, 'releases'));
  const next = await store.publish('gallery', '2.0.0', join(root, 'remote-gallery/dist'));
  await store.activate(next);
  const { text } = await openTokens(store).create({ remote: 'gallery', scopes: ['activate'], days: 1 });
  const post = async (path: string, body: object): Promise<void> => {
    const headers = { authorization: `Bearer ${text}`, 'content-type': 'application/json' };
    const response = await fetch(`${url}/releases/gallery/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  };
  return {
    /** Resolves with the number of milliseconds until the host responds. */
    rollBack: async (): Promise<number> => {
      const began = performance.now();
      await post('rollback', { reason: 'measured' });
      return performance.now() - began;
    },
    takeBack: (): Promise<void> => post('activate', { version: next.version, takesBack: true }),
  };
};

/**
 * Starts a canary that is served only to visitors with a signed canary number. Returns the data that an attacker needs, and a check that the canary is still
 * running.
 */
const startSteeredCanary = async (dataFolder: string, url: string) => {
  const store = createReleaseStore(join(dataFolder, 'releases'));
  const { version, ...release } = await store.publish('news-events', '3.0.0', join(root, 'remote-news-events/dist'));
  await store.changeRegistry(startCanary({ version, ...release }, toCanary(version, { share: 10, views: 500, minutes: 0 })));
  const cookie = `canary=${createCanaryNumber(await readHmacKey(dataFolder), 0, Date.now())}`;
  let html = '';
  while (!html.includes(`/_mf/news-events/${version}/`)) {
    html = await (await fetch(`${url}/news`, { headers: { cookie } })).text();
    await pause(SAMPLE_MS);
  }
  const [, set = ''] = /"set":\{"id":"(\w+)"/.exec(html) ?? [];
  return {
    details: [set, version, cookie],
    isRunning: async (): Promise<boolean> => (await store.readRegistry()).remotes['news-events']?.canary?.version === version,
  };
};

/** Returns a cookie that previews a version whose page is as large and slow as the limits allow. */
const startHostilePreview = async (dataFolder: string, url: string): Promise<string> => {
  const folder = join(dataFolder, 'hostile-gallery');
  writeHostileVersion(join(root, 'remote-gallery/dist'), folder);
  const { version } = await createReleaseStore(join(dataFolder, 'releases')).publish('gallery', '4.0.0', folder);
  const { token } = createPreview({ key: await readHmacKey(dataFolder), remote: 'gallery', version, hours: 1, now: Date.now() });
  const cookie = `preview=${token}`;
  const page = await fetch(`${url}/gallery`, { headers: { cookie } });
  const { length } = await page.text();
  process.stdout.write(`      the preview responds with ${page.status} and ${Math.round(length / 1024)} KB\n`);
  return cookie;
};

const getKinds = (): readonly AttackKind[] => {
  const chosenKinds = process.env.BENCH_PARTS?.split(',') ?? ATTACK_KINDS;
  return ATTACK_KINDS.filter((kind) => chosenKinds.includes(kind));
};

/** Attacks a running site in several ways and measures the effect on another visitor. Returns true if every limit is met. */
export const measure = async (): Promise<boolean> => {
  const { report, allHeld } = createReport();
  const dataFolder = mkdtempSync(join(tmpdir(), 'attacks-'));
  await buildAndPublish({ folder: dataFolder });
  const provider = await startMeasuredProvider(dataFolder, { IMAGE_CACHE_MB: String(IMAGE_CACHE_MB) });
  const host = await startHost({ dataFolder, providerUrl: provider.url, env: { LOG_LEVEL: 'error', METRICS_TOKEN } });
  const team = await createTeam(dataFolder, host.url);
  const originals = await uploadPhotos(host.url);
  const kinds = getKinds();
  const details: Readonly<Record<AttackKind, readonly string[]>> = {
    'slow bodies': [],
    'slow readers': originals,
    'pipelined pages': [],
    'uncached images': getDerivedPaths(originals),
    'password guesses': [],
    'passkey options': [],
    'canary steering': [],
    'unknown addresses': [],
    'unknown items': [],
    'unknown queries': [],
    'long paths': [],
    'other spellings': [],
    searches: [],
    'releases that do not exist': [],
    'signed copies': originals.map((address) => address.replace('/upload/', '/upload/w_1600,f_jpg/')),
    'hostile preview': kinds.includes('hostile preview') ? [await startHostilePreview(dataFolder, host.url)] : [],
    'contributor texts': [await signIn(host.url)],
  };

  const summarise = ({ cached, uncached, signIns, failures }: VisitTimes) => ({
    cached: getPercentile(cached, 99),
    uncached: getPercentile(uncached, 95),
    signIn: Math.max(...signIns),
    failures,
  });

  try {
    await visit(host.url, RAMP_UP_MS);
    const baseline = summarise(await visit(host.url, BASELINE_MS));
    report(
      'calm',
      `cached page p99 ${round(baseline.cached)}, new page p95 ${round(baseline.uncached)}, slowest sign-in ${round(baseline.signIn)}`,
      baseline.failures.length === 0,
    );
    // Sign-in may take more than a second on a slow machine even without an attack.
    const signInLimit = Math.max(LIMITS.signInMs, LIMITS.signInTimes * baseline.signIn);
    for (const kind of kinds) {
      const uncachedLimit = (isPageFlood(kind) ? LIMITS.floodedTimes : LIMITS.uncachedTimes) * baseline.uncached;
      const memory = watchMemory([host, provider]);
      const canary = kind === 'canary steering' ? await startSteeredCanary(dataFolder, host.url) : undefined;
      const stop = startAttack(kind, host.port, canary?.details ?? details[kind]);
      await pause(RAMP_UP_MS);
      const restartsBefore = await readRestartCount(host.url);
      const [visited, rollbackMs] = await Promise.all([visit(host.url, ATTACK_MS), pause(ATTACK_MS / 2).then(team.rollBack)]);
      const times = summarise(visited);
      const restartCount = (await readRestartCount(host.url)) - restartsBefore;
      await stop();
      await team.takeBack();
      const [hostMiB = 0, providerMiB = 0] = memory.stop();
      const name = `${getAttackerCount(kind)} connections, ${kind}`;
      report(`${name}: cached page, p99`, `${round(times.cached)} (limit ${LIMITS.cachedP99Ms})`, times.cached <= LIMITS.cachedP99Ms);
      report(`${name}: new page, p95`, `${round(times.uncached)} (limit ${Math.round(uncachedLimit)})`, times.uncached <= uncachedLimit);
      report(`${name}: slowest sign-in`, `${round(times.signIn)} (limit ${Math.round(signInLimit)})`, times.signIn <= signInLimit);
      report(
        `${name}: the visitor's failed requests`,
        `${times.failures.length}${times.failures[0] === undefined ? '' : ` (${times.failures[0]})`}`,
        times.failures.length === 0,
      );
      report(`${name}: a rollback`, `${round(rollbackMs)} (limit ${LIMITS.rollbackMs})`, rollbackMs <= LIMITS.rollbackMs);
      if (canary !== undefined) {
        const isRunning = await canary.isRunning();
        report(`${name}: the canary`, isRunning ? 'continues' : 'has ended', isRunning);
      }
      report(`${name}: remote processes that ended`, String(restartCount), restartCount === 0);
      report(`${name}: host memory`, `${Math.round(hostMiB)} MiB (limit ${LIMITS.hostMiB})`, hostMiB <= LIMITS.hostMiB);
      report(`${name}: provider memory`, `${Math.round(providerMiB)} MiB (limit ${LIMITS.providerMiB})`, providerMiB <= LIMITS.providerMiB);
      await pause(RAMP_UP_MS);
    }
    const derivedMiB = measureFolder(join(dataFolder, 'derived')) / MIB;
    report('derived images on disk', `${derivedMiB.toFixed(1)} MiB (quota ${IMAGE_CACHE_MB})`, derivedMiB <= IMAGE_CACHE_MB);
  } finally {
    await host.stop();
    await provider.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
  return allHeld();
};
