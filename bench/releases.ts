import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { createReleaseStore, type ReleaseStore } from '@site/releases/release-store';
import { buildAndPublish, printLine } from '@site/scripts/parts';
import { type RunningServer, startHost } from '@site/scripts/servers';
import { createReport, getMedian, pause, readMiB, startMeasuredProvider } from './measuring.ts';
import { CHROMIUM } from './page-comparison.ts';
import { startFleet } from './releases/fleet.ts';
import { createOperations } from './releases/operations.ts';
import { startSessions } from './releases/sessions.ts';
import { measureSpeed } from './releases/speed.ts';
import { openStoredPage, storePage } from './releases/stored-pages.ts';
import { startTraffic, type TrafficCounts } from './releases/traffic.ts';
import { createVariants } from './releases/variants.ts';

const REQUESTS_PER_SECOND = 200;
/** Duration of the run in seconds. Shorter runs make fewer releases. */
const SECONDS = Number(process.env.BENCH_SECONDS || 180);
const OPERATIONS = Math.ceil((50 * SECONDS) / 180);
const HOST_RELEASES = Math.ceil((5 * SECONDS) / 180);
const RETENTION_HOST_RELEASES = Math.ceil((20 * SECONDS) / 180);
const REMOTES = ['gallery', 'news-events', 'marketing', 'auth-admin'];
const MANY_RELEASES = Math.ceil((500 * SECONDS) / 180);
const PARTS = (process.env.BENCH_PARTS || 'speed traffic hosts retention').split(' ');
const EXAMPLES = 3;
const GROWTH_LIMIT_MIB = 50;
const DISK_FACTOR = 1.1;
const SHORT_AGE_MS = 30_000;
const DAY_MS = 24 * 60 * 60 * 1000;

type Report = ReturnType<typeof createReport>['report'];

interface Measurement {
  readonly dataFolder: string;
  readonly providerUrl: string;
  readonly store: ReleaseStore;
  readonly browser: Browser;
  readonly report: Report;
}

const summarise = (list: readonly string[]): string => [String(list.length), ...list.slice(0, EXAMPLES)].join('; ');
const expectEmpty = (report: Report, what: string, list: readonly string[]): void => report(what, summarise(list), list.length === 0);

const reportTraffic = (report: Report, { requests, failed, mixedPages, pages, slowestMs }: TrafficCounts, seconds: number): void => {
  const rate = requests / seconds;
  report('requests', `${requests}, ${rate.toFixed(0)}/s, slowest ${Math.round(slowestMs)} ms`, rate >= REQUESTS_PER_SECOND * 0.95);
  expectEmpty(report, 'responses other than 2xx', failed);
  expectEmpty(report, `of ${pages} pages, those with several versions of a remote`, mixedPages);
};

const spreadOverTime = async (times: number, milliseconds: number, act: () => Promise<unknown>): Promise<void> => {
  const began = performance.now();
  for (let index = 0; index < times; index += 1) {
    await pause(Math.max(0, began + ((index + 0.5) * milliseconds) / times - performance.now()));
    await act();
  }
  await pause(Math.max(0, began + milliseconds - performance.now()));
};

/** Releases remotes and hosts under a constant request rate while visitors follow links and fill in forms. */
const measureTraffic = async ({ dataFolder, providerUrl, store, browser, report }: Measurement): Promise<void> => {
  const variants = createVariants(store);
  const fleet = await startFleet({ dataFolder, providerUrl, releases: HOST_RELEASES });
  try {
    const operations = await createOperations(store, variants, OPERATIONS);
    const traffic = await startTraffic(fleet.url, REQUESTS_PER_SECOND);
    const began = performance.now();
    const sessions = startSessions(browser, fleet.url);
    const window = SECONDS * 1000;
    let done = 0;
    const runNextOperation = async (): Promise<void> => {
      await operations[done]?.();
      done += 1;
    };
    await Promise.all([spreadOverTime(OPERATIONS, window, runNextOperation), spreadOverTime(HOST_RELEASES, window, fleet.replaceHost)]);
    const visits = await sessions.stop();
    const counts = await traffic.stop();
    const seconds = (performance.now() - began) / 1000;
    report('releases, rollbacks and canary moves; releases of the host', `${done}; ${HOST_RELEASES} in ${seconds.toFixed(0)} s`, true);
    reportTraffic(report, counts, seconds);
    expectEmpty(report, 'responses of hosts that failed', fleet.failures);
    report(
      'browser sessions',
      `${visits.clicks} clicks, ${visits.documents} documents, ${visits.formChecks} form checks`,
      visits.clicks > SECONDS / 4 && visits.formChecks > 0,
    );
    expectEmpty(report, 'files that did not load, errors and reports', visits.faults);
    expectEmpty(report, 'documents with files of several versions of a remote', visits.mixedVersions);
    expectEmpty(report, 'lost inputs', visits.lostInputs);
  } finally {
    await fleet.stop();
    variants.remove();
  }
};

/** Releases a series of hosts, and every remote once. Pages stored earlier must still hydrate. */
const measureHostReleases = async ({ dataFolder, providerUrl, store, browser, report }: Measurement): Promise<void> => {
  const fleet = await startFleet({ dataFolder, providerUrl, releases: RETENTION_HOST_RELEASES + 1 });
  const variants = createVariants(store);
  try {
    const traffic = await startTraffic(fleet.url, REQUESTS_PER_SECOND);
    const began = performance.now();
    const dayOldPage = await storePage(`${fleet.url}/news`);
    const remaining = [...REMOTES];
    for (let index = 0; index < RETENTION_HOST_RELEASES; index += 1) {
      await fleet.replaceHost();
      const remote = index % 4 === 3 ? remaining.shift() : undefined;
      if (remote !== undefined) await store.activate(await variants.publish(remote));
    }
    for (const remote of remaining) await store.activate(await variants.publish(remote));
    const recentPage = await storePage(`${fleet.url}/news`);
    await pause(SHORT_AGE_MS / 2);
    await fleet.replaceHost();
    await store.activate(await variants.publish('news-events'));
    await pause(SHORT_AGE_MS / 2);
    const counts = await traffic.stop();
    const seconds = (performance.now() - began) / 1000;
    report('releases of the host, of remotes', `${RETENTION_HOST_RELEASES + 1}, ${REMOTES.length} in ${seconds.toFixed(0)} s`, true);
    reportTraffic(report, counts, seconds);
    expectEmpty(report, 'responses of hosts that failed', fleet.failures);
    for (const [name, stored, ageMs] of [
      ['30 s', recentPage, 0],
      ['24 h', dayOldPage, DAY_MS],
    ] as const)
      expectEmpty(
        report,
        `a page that was stored ${name} ago: what failed until it was hydrated and left by a link`,
        await openStoredPage(browser, stored, ageMs),
      );
  } finally {
    await fleet.stop();
    variants.remove();
  }
};

const getDiskMiB = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).reduce(
    (sum, entry) => sum + (entry.isFile() ? (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0) : 0),
    0,
  ) /
  1024 /
  1024;

const waitUntilServed = async ({ url }: RunningServer, remote: string, version: string): Promise<void> => {
  const read = async () => (await (await fetch(`${url}/ready`)).json()).remotes[remote]?.version;
  while ((await read()) !== version) await pause(20);
};

/** Releases one remote many times. At ten points in between, applies retention as if a day had passed. */
const measureRetention = async ({ dataFolder, providerUrl, store, report }: Measurement): Promise<void> => {
  const variants = createVariants(store);
  const host = await startHost({ dataFolder, providerUrl, env: { LOG_LEVEL: 'error' } });
  const [memory, disk]: [number[], number[]] = [[], []];
  try {
    for (let index = 1; index <= MANY_RELEASES; index += 1) {
      const release = await variants.publish('gallery');
      await store.activate(release);
      await waitUntilServed(host, 'gallery', release.version);
      await (await fetch(`${host.url}/gallery`)).arrayBuffer();
      if (index % Math.ceil(MANY_RELEASES / 10) !== 0) continue;
      await store.prune({ days: -1 });
      memory.push(readMiB(host.pid));
      disk.push(getDiskMiB(join(dataFolder, 'releases')));
      printLine(`      after ${index} releases: ${memory.at(-1)?.toFixed(0)} MiB of memory, ${disk.at(-1)?.toFixed(1)} MiB of releases`);
    }
    const half = Math.floor(memory.length / 2);
    const growthMiB = getMedian(memory.slice(half)) - getMedian(memory.slice(1, half));
    report(
      `memory of the host over ${MANY_RELEASES} releases, second half compared with the first`,
      `${growthMiB.toFixed(0)} MiB more (limit ${GROWTH_LIMIT_MIB})`,
      growthMiB <= GROWTH_LIMIT_MIB,
    );
    const factor = (disk.at(-1) ?? 0) / (disk[1] ?? 1);
    report(`disk over ${MANY_RELEASES} releases`, `${factor.toFixed(2)} × the disk use after a fifth of them (limit ${DISK_FACTOR})`, factor <= DISK_FACTOR);
  } finally {
    await host.stop();
    variants.remove();
  }
};

/** Releases remotes and hosts. Measures how soon the releases become visible, and checks that visitors notice nothing. */
export const measure = async (): Promise<boolean> => {
  const { report, allHeld } = createReport();
  const measurements: Readonly<Record<string, (measurement: Measurement) => Promise<void>>> = {
    speed: measureSpeed,
    traffic: measureTraffic,
    hosts: measureHostReleases,
    retention: measureRetention,
  };
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    for (const part of PARTS) {
      const dataFolder = mkdtempSync(join(tmpdir(), 'releases-'));
      await buildAndPublish({ folder: dataFolder });
      const provider = await startMeasuredProvider(dataFolder);
      printLine(part);
      try {
        const store = createReleaseStore(join(dataFolder, 'releases'));
        await measurements[part]?.({ dataFolder, providerUrl: provider.url, store, browser, report });
      } finally {
        await provider.stop();
        rmSync(dataFolder, { recursive: true, force: true });
      }
    }
  } finally {
    await browser.close();
  }
  return allHeld();
};
