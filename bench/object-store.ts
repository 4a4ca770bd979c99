import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openReleaseStore } from '@site/releases/open-store';
import type { ReleaseStore } from '@site/releases/release-store';
import type { S3Settings } from '@site/releases/s3-settings';
import { createS3Storage } from '@site/releases/s3-storage';
import { buildAndPublish, root } from '@site/scripts/parts';
import { type RunningServer, startHost } from '@site/scripts/servers';
import { CEPH_PACKAGES, type CephStore, hasCeph, startCeph } from './ceph.ts';
import { createReport, getMedian, pause, startMeasuredProvider } from './measuring.ts';

const RACE_COUNT = 100;
const WRITERS = 4;
const RELEASE_COUNT = 10;
const VISIBLE_LIMIT_MS = 2000;
const OUTAGE_MS = 60_000;
const REQUEST_INTERVAL_MS = 100;
const PAGES = ['/', '/news', '/gallery', '/events'];

type Report = ReturnType<typeof createReport>['report'];

const toEnvironment = (settings: S3Settings): Record<string, string> => ({
  LOG_LEVEL: 'silent',
  RELEASES_S3_ENDPOINT: settings.endpoint,
  RELEASES_S3_BUCKET: settings.bucket,
  RELEASES_S3_REGION: settings.region,
  RELEASES_S3_ACCESS_KEY_ID: settings.accessKeyId,
  RELEASES_S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
});

/** Lets several writers create the same object. Exactly one must succeed, and its content must be stored. */
const measureRaces = async (settings: S3Settings, report: Report): Promise<void> => {
  const storage = createS3Storage(settings);
  let failedRaces = 0;
  for (let race = 0; race < RACE_COUNT; race += 1) {
    const key = `races/${race}`;
    const outcomes = await Promise.all(Array.from({ length: WRITERS }, (_, writer) => storage.create(key, `writer ${writer}`)));
    const hasOneWinner = outcomes.filter(Boolean).length === 1 && String(await storage.read(key)) === `writer ${outcomes.indexOf(true)}`;
    if (!hasOneWinner) failedRaces += 1;
    await storage.remove(key);
  }
  report(`${RACE_COUNT} races of ${WRITERS} writers for one object`, `${failedRaces} without exactly one winner`, failedRaces === 0);
};

const publishBuild = async (store: ReleaseStore, remote: string, dist: string): Promise<string> => {
  const release = await store.publish(remote, '1.0.0', dist);
  await store.activate(release);
  return release.version;
};

const releaseVariant = async (store: ReleaseStore, folder: string, name: string): Promise<string> => {
  const dist = join(folder, 'variants', name);
  cpSync(join(root, 'remote-gallery/dist'), dist, { recursive: true });
  appendFileSync(join(dist, 'server/routes.cjs'), `\n// ${name}`);
  return publishBuild(store, 'gallery', dist);
};

const readVersion = async (host: RunningServer): Promise<string | undefined> => {
  const ready: { remotes: Record<string, { version: string } | undefined> } = await (await fetch(`${host.url}/ready`)).json();
  return ready.remotes.gallery?.version;
};

/** Resolves with the number of milliseconds until a host serves a version, or with infinity after ten times the limit. */
const waitForVersion = async (host: RunningServer, version: string): Promise<number> => {
  const began = performance.now();
  while ((await readVersion(host)) !== version) {
    if (performance.now() - began > VISIBLE_LIMIT_MS * 10) return Number.POSITIVE_INFINITY;
    await pause(20);
  }
  return performance.now() - began;
};

const measureVisibility = async (store: ReleaseStore, folder: string, hosts: readonly RunningServer[], report: Report, prefix: string): Promise<void> => {
  const times: number[] = [];
  for (let index = 0; index < RELEASE_COUNT; index += 1) {
    const version = await releaseVariant(store, folder, `${prefix} ${index}`);
    times.push(Math.max(...(await Promise.all(hosts.map((host) => waitForVersion(host, version))))));
  }
  const slowest = Math.max(...times);
  report(
    `${RELEASE_COUNT} releases, ${prefix}: visible on ${hosts.length} hosts`,
    `median ${Math.round(getMedian(times))} ms, slowest ${Math.round(slowest)} ms after activation`,
    slowest <= VISIBLE_LIMIT_MS,
  );
};

const visit = async (host: RunningServer, until: number): Promise<{ readonly count: number; readonly failed: number }> => {
  let count = 0;
  let failed = 0;
  for (; performance.now() < until; count += 1) {
    const response = await fetch(`${host.url}${PAGES[count % PAGES.length]}`).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.status !== 200) failed += 1;
    await pause(REQUEST_INTERVAL_MS);
  }
  return { count, failed };
};

/** Stops the store for a minute. One host keeps serving while the other is killed and starts from its cache. */
const measureOutage = async (
  ceph: CephStore,
  [first, second]: readonly [RunningServer, RunningServer],
  start: () => Promise<RunningServer>,
  report: Report,
) => {
  const version = await readVersion(first);
  const halfwayMs = performance.now() + OUTAGE_MS / 2;
  const end = performance.now() + OUTAGE_MS;
  await ceph.stopGateway();
  const fullOutageVisit = visit(first, end);
  const before = await visit(second, halfwayMs);
  await second.kill();
  const restartedHost = await start();
  report('a host that starts without the store', `ready after ${Math.round(restartedHost.readyMs)} ms`, (await readVersion(restartedHost)) === version);
  const after = await visit(restartedHost, end);
  const total = await fullOutageVisit;
  await ceph.startGateway();
  const failed = before.failed + after.failed + total.failed;
  report(`${before.count + after.count + total.count} page views while the store is absent for ${OUTAGE_MS / 1000} s`, `${failed} not 200`, failed === 0);
  return restartedHost;
};

export const measure = async (): Promise<boolean> => {
  if (!(await hasCeph())) {
    process.stderr.write(`This measurement needs Ceph's S3 gateway: apt-get install --no-install-recommends ${CEPH_PACKAGES.join(' ')}\n`);
    return false;
  }
  const { report, allHeld } = createReport();
  const folder = mkdtempSync(join(tmpdir(), 'object-store-'));
  const cleanUps: (() => Promise<void>)[] = [];
  try {
    await buildAndPublish({ folder: join(folder, 'provider') });
    const ceph = await startCeph(join(folder, 'ceph'));
    cleanUps.push(ceph.stop);
    await measureRaces(ceph.settings, report);

    for (const machine of ['team', 'first', 'second']) cpSync(join(folder, 'provider/keys'), join(folder, machine, 'keys'), { recursive: true });
    const store = openReleaseStore(join(folder, 'team'), ceph.settings);
    for (const part of readdirSync(root).filter((name) => name.startsWith('remote-')))
      await publishBuild(store, part.slice('remote-'.length), join(root, part, 'dist'));
    const provider = await startMeasuredProvider(join(folder, 'provider'));
    cleanUps.push(provider.stop);
    const start = (name: string) => startHost({ dataFolder: join(folder, name), providerUrl: provider.url, env: toEnvironment(ceph.settings) });
    const [first, second] = [await start('first'), await start('second')];
    cleanUps.push(first.stop, second.stop);

    await measureVisibility(store, folder, [first, second], report, 'two hosts');
    const restartedHost = await measureOutage(ceph, [first, second], () => start('second'), report);
    cleanUps.push(restartedHost.stop);
    await measureVisibility(store, folder, [first, restartedHost], report, 'after the outage');
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
    rmSync(folder, { recursive: true, force: true });
  }
  return allHeld();
};
