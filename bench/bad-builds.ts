import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkBuild, type GateResult } from '@site/releases/gate';
import { releasePath } from '@site/releases/manifest';
import { createReleaseStore, type ReleaseStore } from '@site/releases/release-store';
import { buildAndPublish } from '@site/scripts/parts';
import { type RunningServer, startHost } from '@site/scripts/servers';
import { type Checkout, createCheckout } from './bad-builds/checkout.ts';
import { BAD_BUILDS, type BadBuild } from './bad-builds/fixtures.ts';
import { createVariations } from './bad-builds/variations.ts';
import { createReport, getMedian, pause, readMiB, startMeasuredProvider } from './measuring.ts';

/**
 * Settings: the number of healthy variations and the index of the first one; the fixtures to run, by name pattern or every nth with a daily offset; the parts
 * to run; and whether the browser also checks builds that cheaper checks have rejected.
 */
const {
  BENCH_VARIATIONS = '100',
  BENCH_FIRST = '1',
  BENCH_FIXTURES = '',
  BENCH_EVERY = '1',
  BENCH_PARTS = 'gate healthy forced',
  BENCH_ALL_FINDINGS = '',
} = process.env;
const DAY_MS = 86_400_000;

const REFUSED_SHARE = 0.9;
const REQUESTS_PER_SECOND = 20;
const TRAFFIC_MS = 4000;
const ROLLBACK_LIMIT_MS = 1000;
const HEALING_LIMIT_MS = 15_000;
const VISITOR_INTERVAL_MS = 50;
/** Maximum memory growth of a host after all bad builds have been activated and rolled back. Its page caches are filled beforehand. */
const TRACE_LIMIT_MIB = 60;
const CACHE_FILLING_PAGES = 5000;
const CACHE_FILLING_CONNECTIONS = 8;
/** Maximum lifetime of an idle process. The host ends surplus processes after 30 s. */
const RETIRE_LIMIT_MS = 40_000;
const MEDIAN_FACTOR = 1.2;
const P99_FACTOR = 2;
const P99_EXTRA_MS = 10;
const OTHER_AREAS = ['/', '/about', '/news', '/events'];

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const getP99 = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN;

interface TestSetup {
  readonly checkout: Checkout;
  readonly dataFolder: string;
  readonly fixtures: readonly BadBuild[];
  readonly stopsAtFirstFinding: boolean;
}

/** Builds a remote and returns the result of the release checks. Skips the checks if the build fails. */
const check = async (
  { checkout, dataFolder, stopsAtFirstFinding }: TestSetup,
  remote: string,
  edits: Parameters<Checkout['withBuild']>[1],
  afterBuild?: (dist: string) => void,
): Promise<GateResult> => {
  try {
    return await checkout.withBuild(remote, edits, async (workspace) => {
      afterBuild?.(join(workspace, 'dist'));
      const options = { remote, workspace, store: createReleaseStore(join(dataFolder, 'releases')), root: checkout.folder };
      // Skip the browser checks, which take most of the time, if the cheap checks reject the build.
      const quickResult = stopsAtFirstFinding ? await checkBuild({ ...options, depth: 'quick' }) : undefined;
      return quickResult !== undefined && quickResult.findings.length > 0 ? quickResult : checkBuild(options);
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { browser: 'skipped', findings: [{ check: 'files', where: 'the build', what: reason.split('\n').slice(0, 4).join(' '), fix: '' }] };
  }
};

const toRow = (columns: readonly string[]): string => `| ${columns.join(' | ')} |`;

/** Runs the release checks on every bad build, counts the rejected builds, and prints which check rejected each of them and why. */
const measureRefusals = async (setup: TestSetup): Promise<number> => {
  let refused = 0;
  say(toRow(['bad build', 'refused by', 'reason', 's']));
  say('|---|---|---|---|');
  for (const { name, edits = [], afterBuild } of setup.fixtures) {
    const began = performance.now();
    const { findings } = await check(setup, 'gallery', edits, afterBuild);
    const [first] = findings;
    if (first !== undefined) refused += 1;
    const checks = [...new Set(findings.map(({ check }) => check))].join(' ');
    const reason = first === undefined ? 'NOT REFUSED' : `${first.where}: ${first.what}`.slice(0, 140);
    say(toRow([name, checks || '-', reason.replaceAll('|', '/'), ((performance.now() - began) / 1000).toFixed(1)]));
  }
  return refused;
};

/** Runs the release checks on healthy variations and returns the ones that were rejected. The list should be empty. */
const measureFalseRefusals = async (setup: TestSetup, count: number): Promise<readonly string[]> => {
  const refused: string[] = [];
  const times: number[] = [];
  for (const { remote, name, edits } of createVariations(count).slice(Number(BENCH_FIRST) - 1)) {
    const began = performance.now();
    const { findings } = await check(setup, remote, edits);
    times.push((performance.now() - began) / 1000);
    for (const { check, where, what } of findings.slice(0, 1)) refused.push(`${remote}, ${name}: ${check}, ${where}: ${what}`);
    say(
      `  ${findings.length === 0 ? 'accepted' : 'REFUSED '} ${remote}, ${name} (${times.at(-1)?.toFixed(1)} s with its build)${findings.length === 0 ? '' : `: ${findings[0]?.where} ${findings[0]?.what}`}`,
    );
  }
  return refused;
};

/** Sends requests to other areas at a fixed rate, regardless of response times. */
const measureTraffic = async (url: string, milliseconds: number, bad?: string): Promise<{ readonly times: readonly number[]; readonly failed: number }> => {
  const times: number[] = [];
  let failed = 0;
  const pending: Promise<void>[] = [];
  const request = async (path: string): Promise<void> => {
    const began = performance.now();
    const status = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(10_000) }).then(
      async (response) => {
        await response.text();
        return response.status;
      },
      () => 0,
    );
    times.push(performance.now() - began);
    if (status !== 200) failed += 1;
  };
  const total = Math.round((milliseconds / 1000) * REQUESTS_PER_SECOND);
  const began = performance.now();
  for (let index = 0; index < total; index += 1) {
    // A unique query bypasses the page caches.
    pending.push(request(`${OTHER_AREAS[index % OTHER_AREAS.length]}?q=${Math.random()}`));
    if (bad !== undefined && index % 5 === 0)
      pending.push(
        fetch(`${url}${bad}?q=${Math.random()}`, { signal: AbortSignal.timeout(10_000) })
          .then((response) => response.text())
          .then(
            () => undefined,
            () => undefined,
          ),
      );
    await pause(Math.max(0, began + ((index + 1) * 1000) / REQUESTS_PER_SECOND - performance.now()));
  }
  await Promise.all(pending);
  return { times, failed };
};

/** Fills the page caches first, so that pages requested during the measurement do not add to the memory growth. */
const fillCaches = async (url: string): Promise<void> => {
  const request = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) await (await fetch(`${url}${OTHER_AREAS[index % OTHER_AREAS.length]}?q=${Math.random()}`)).text();
  };
  await Promise.all(Array.from({ length: CACHE_FILLING_CONNECTIONS }, () => request(CACHE_FILLING_PAGES / CACHE_FILLING_CONNECTIONS)));
};

const isAreaHealthy = async (url: string, goodVersion: string, bad: string): Promise<boolean> => {
  const response = await fetch(`${url}/gallery?q=${Math.random()}`, { signal: AbortSignal.timeout(5000) });
  const html = await response.text();
  return response.status === 200 && html.includes('Our Gallery') && html.includes(releasePath('gallery', goodVersion)) && !html.includes(bad);
};

/** Measures the time until a visitor gets the healthy area. Visitors arrive at intervals, because the first ones may still be waiting for the bad version. */
const measureHealing = async (...args: Parameters<typeof isAreaHealthy>): Promise<number> => {
  const began = performance.now();
  let healedMs = Number.POSITIVE_INFINITY;
  while (healedMs === Number.POSITIVE_INFINITY && performance.now() - began < HEALING_LIMIT_MS) {
    void isAreaHealthy(...args).then(
      (right) => {
        if (right) healedMs = Math.min(healedMs, performance.now() - began);
      },
      () => undefined,
    );
    await pause(VISITOR_INTERVAL_MS);
  }
  return healedMs;
};

const countChildren = (pid: number): number => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).length;

const waitUntil = async (condition: () => Promise<boolean>, limitMs: number): Promise<number> => {
  const began = performance.now();
  while (!(await condition())) {
    if (performance.now() - began > limitMs) return Number.POSITIVE_INFINITY;
    await pause(20);
  }
  return performance.now() - began;
};

interface ForcedResult {
  readonly isAlive: boolean;
  readonly failed: number;
  readonly times: readonly number[];
  readonly healedMs: number;
}

/** Activates a bad build without release checks, measures the other areas, and rolls back. Returns undefined if the store rejects the build. */
const forceActivation = async (
  setup: TestSetup,
  host: RunningServer,
  store: ReleaseStore,
  { edits = [], afterBuild }: BadBuild,
): Promise<ForcedResult | undefined> => {
  const published = await setup.checkout
    .withBuild('gallery', edits, async (workspace) => {
      afterBuild?.(join(workspace, 'dist'));
      return store.publish('gallery', '9.9.9', join(workspace, 'dist'));
    })
    .catch(() => undefined);
  if (published === undefined) return undefined;
  await store.activate(published, { isExplicit: true });
  const { times, failed } = await measureTraffic(host.url, TRAFFIC_MS, '/gallery');
  const isAlive = await Promise.race([host.exited.then(() => false), pause(50).then(() => true)]);
  const { remotes } = await store.rollBack('gallery', 'measured');
  const goodVersion = remotes.gallery?.history[0] ?? '';
  const healedMs = isAlive ? await measureHealing(host.url, goodVersion, published.version) : Number.POSITIVE_INFINITY;
  return { isAlive, failed, times, healedMs };
};

/** Measures a site without release checks: the host must stay up, other areas must stay fast, and a rollback must remove every trace. */
const measureForcedActivations = async (setup: TestSetup, report: ReturnType<typeof createReport>['report']): Promise<void> => {
  const store = createReleaseStore(join(setup.dataFolder, 'releases'));
  const provider = await startMeasuredProvider(setup.dataFolder);
  const start = (): Promise<RunningServer> => startHost({ dataFolder: setup.dataFolder, providerUrl: provider.url, env: { LOG_LEVEL: 'silent' } });
  let host = await start();
  const baselineTimes: number[] = [];
  const results: (ForcedResult & { readonly name: string })[] = [];
  try {
    await fillCaches(host.url);
    await measureTraffic(host.url, TRAFFIC_MS, '/gallery');
    baselineTimes.push(...(await measureTraffic(host.url, TRAFFIC_MS * 2, '/gallery')).times);
    const before = readMiB(host.pid);
    const childrenBefore = countChildren(host.pid);
    for (const fixture of setup.fixtures) {
      if (fixture.canBeForced === false) continue;
      const result = await forceActivation(setup, host, store, fixture);
      if (result === undefined) {
        say(`  ${fixture.name}: not even the store accepts it`);
        continue;
      }
      results.push({ ...result, name: fixture.name });
      say(
        `  ${fixture.name}: ${result.isAlive ? 'host up' : 'HOST DOWN'}, other areas median ${getMedian(result.times).toFixed(1)} ms, p99 ${getP99(result.times).toFixed(1)} ms, ${result.failed} failed, right again after ${Math.round(result.healedMs)} ms, ${countChildren(host.pid)} processes`,
      );
      if (!result.isAlive) host = await start();
    }
    const hasEndedChildren = (await waitUntil(async () => countChildren(host.pid) <= childrenBefore, RETIRE_LIMIT_MS)) <= RETIRE_LIMIT_MS;
    const growthMiB = readMiB(host.pid) - before;
    const medianLimit = getMedian(baselineTimes) * MEDIAN_FACTOR;
    const p99Limit = getP99(baselineTimes) * P99_FACTOR + P99_EXTRA_MS;
    const count = (isGood: (result: ForcedResult) => boolean): string => `${results.filter(isGood).length} of ${results.length}`;
    const all = (isGood: (result: ForcedResult) => boolean): boolean => results.every(isGood);
    const isHostAlive = ({ isAlive }: ForcedResult): boolean => isAlive;
    const hasFastMedian = ({ times }: ForcedResult): boolean => getMedian(times) <= medianLimit;
    const hasFastP99 = ({ times }: ForcedResult): boolean => getP99(times) <= p99Limit;
    const isHealed = ({ healedMs }: ForcedResult): boolean => healedMs <= ROLLBACK_LIMIT_MS;
    report('host process unchanged', count(isHostAlive), all(isHostAlive));
    report(`median of other areas ≤ ${medianLimit.toFixed(1)} ms`, count(hasFastMedian), all(hasFastMedian));
    report(`p99 of other areas ≤ ${p99Limit.toFixed(1)} ms`, count(hasFastP99), all(hasFastP99));
    report(
      'no failed request of another area',
      count(({ failed }) => failed === 0),
      all(({ failed }) => failed === 0),
    );
    report(`correct within ${ROLLBACK_LIMIT_MS} ms after the rollback`, count(isHealed), all(isHealed));
    report('processes of the host', `${childrenBefore} before, ${countChildren(host.pid)} after`, hasEndedChildren);
    report('growth of host memory', `${Math.round(growthMiB)} MiB`, growthMiB <= TRACE_LIMIT_MIB);
  } finally {
    await host.stop();
    await provider.stop();
  }
};

/**
 * `npm run bench -- bad-builds`: measures which bad builds the release checks reject, whether they accept every healthy build, and how a bad build that gets
 * past them affects the site.
 */
export const measure = async (): Promise<boolean> => {
  const { report, allHeld } = createReport();
  const dataFolder = mkdtempSync(join(tmpdir(), 'bad-builds-'));
  await buildAndPublish({ folder: dataFolder });
  const checkout = createCheckout();
  const interval = Number(BENCH_EVERY);
  const today = Math.floor(Date.now() / DAY_MS);
  const fixtures = BAD_BUILDS.filter(({ name }, index) => new RegExp(BENCH_FIXTURES).test(name) && (index + today) % interval === 0);
  const setup: TestSetup = { checkout, dataFolder, fixtures, stopsAtFirstFinding: BENCH_ALL_FINDINGS !== '1' };
  try {
    if (BENCH_PARTS.includes('gate')) {
      const refused = await measureRefusals(setup);
      report(`refused of ${fixtures.length} bad builds`, String(refused), refused >= fixtures.length * REFUSED_SHARE);
    }
    if (BENCH_PARTS.includes('healthy')) {
      const refused = await measureFalseRefusals(setup, Number(BENCH_VARIATIONS));
      report(`refused of the healthy variations ${BENCH_FIRST} to ${BENCH_VARIATIONS}`, refused.length === 0 ? '0' : refused.join('\n'), refused.length === 0);
    }
    if (BENCH_PARTS.includes('forced')) await measureForcedActivations(setup, report);
    return allHeld();
  } finally {
    checkout.remove();
    rmSync(dataFolder, { recursive: true, force: true });
  }
};
