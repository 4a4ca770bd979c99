import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAndPublish, dataFolder, printLine } from '@site/scripts/parts';
import { readTreeCpuMs, readTreeMiB } from '@site/scripts/process-tree';
import { startTopology, type Topology } from '@site/scripts/topology';
import { waitForIndex } from './large-content.ts';
import { connectPostgres, fill } from './large-site.ts';
import { getPercentile } from './load.ts';
import { createReport, getMedian, pause, waitUntilQuiet } from './measuring.ts';
import { measureRate, sendRequests, startBareServer } from './request-rate.ts';

const CONTENT = { posts: 500, events: 50, images: 500, applications: 0 };
const LARGE_POST_COUNT = 50_000;
const LIMITS = { prediction: 0.2, growth: 2 };
/**
 * Cost of a request in a mix, compared with one of many requests of the same kind at full load. Fewer requests arrive at once, so the server wakes up more
 * often: a bare Node server takes three times the CPU time for each of 700 requests/s.
 */
const MIX_COST_FACTOR = 1.3;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const CONNECTIONS = 16;
const RUN_MS = 1500;
const PROPAGATION_MS = 1500;
const CLOCK_TICK_MS = 10;
const HEADERS = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-encoding': 'gzip, deflate, br', 'accept-language': 'en-NG,en;q=0.9' };
const SERVER_HEADERS = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']);
const PAGES = ['/', '/news', '/about', '/events', '/gallery'];
const MIX = { 'cached page': 0.6, image: 0.3, 'API list': 0.05, 'API detail': 0.05 };

interface Kind {
  readonly name: string;
  readonly status: number;
  /** Returns the path of the nth request, or undefined after the last request. */
  readonly toPath: (index: number) => string | undefined;
  /** True if a content change before the measurement forces every page to be rendered again. */
  readonly isComposed?: boolean;
}

const rotate =
  (paths: readonly string[]) =>
  (index: number): string =>
    paths[index % paths.length] ?? '/';
const isPublished = (index: number): boolean => index % 100 !== 99;

/**
 * Paths differ between requests because the host merges identical concurrent calls, which would make each request cheaper than in a mixed run. The posts are
 * spread evenly across all of the content.
 */
const listKinds = (images: readonly string[], posts: number): readonly Kind[] => {
  const step = posts / CONTENT.posts;
  const published = Array.from({ length: CONTENT.posts }, (_, index) => index * step).filter(isPublished);
  return [
    { name: 'cached page', status: 200, toPath: rotate(PAGES) },
    {
      name: 'uncached article',
      status: 200,
      isComposed: true,
      toPath: (index) => (published[index] === undefined ? undefined : `/news/measured-${published[index]}`),
    },
    { name: 'list', status: 200, isComposed: true, toPath: (index) => (index < 40 ? `/news?page=${1 + index * step}` : undefined) },
    { name: '404', status: 404, toPath: (index) => `/not-there-${index}` },
    { name: 'image', status: 200, toPath: rotate(images) },
    { name: 'API list', status: 200, toPath: (index) => `/api/posts?view=summary&limit=12&offset=${(index % 40) * 12 * step}` },
    { name: 'API detail', status: 200, toPath: (index) => `/api/posts/measured-${published[(index * 7) % published.length]}` },
  ];
};

const createMix = (kinds: readonly Kind[]): Kind => {
  const parts = Object.entries(MIX).map(([name, share]) => ({ share, kind: kinds.find((kind) => kind.name === name), sent: 0 }));
  return {
    name: 'mix',
    status: 200,
    toPath: (index) => {
      const next = parts.reduce((a, b) => (b.share * (index + 1) - b.sent > a.share * (index + 1) - a.sent ? b : a));
      next.sent += 1;
      return next.kind?.toPath(next.sent);
    },
  };
};

/** CPU time in milliseconds since each program started. `client` is this process, which generates the load. */
interface ProcessorTime {
  readonly host: number;
  readonly provider: number;
  readonly others: number;
  readonly client: number;
  readonly machine: number;
}

const readProcessorTime = ({ hosts, providers, database, objectStore, innerProxy }: Topology): ProcessorTime => {
  const sum = (pids: readonly number[]): number => pids.reduce((total, pid) => total + readTreeCpuMs(pid), 0);
  const { user, system } = process.cpuUsage();
  // Fields: user, nice, system, idle, iowait, irq, softirq, steal.
  const [, ...ticks] = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '').split(/\s+/).map(Number);
  return {
    host: sum(hosts.map((host) => host.current().pid)),
    provider: sum(providers.map((provider) => provider.current().pid)),
    others: sum([database.pid(), objectStore.pid(), innerProxy.pid()]),
    client: (user + system) / 1000,
    machine: [0, 1, 2, 5, 6, 7].reduce((total, index) => total + (ticks[index] ?? 0) * CLOCK_TICK_MS, 0),
  };
};

interface Run {
  readonly perSecond: number;
  readonly times: readonly number[];
  /** CPU time per request in milliseconds. `server` is the total for all servers, including `host` and `provider`. */
  readonly server: number;
  readonly host: number;
  readonly provider: number;
  readonly client: number;
  /** Average number of CPU cores that other programs used. */
  readonly otherCores: number;
}

const runKind = async (topology: Topology, kind: Kind, milliseconds: number): Promise<Run> => {
  let index = 0;
  const before = readProcessorTime(topology);
  const began = performance.now();
  const { perSecond, times, statuses } = await sendRequests({
    ports: topology.hosts.map(({ url }) => Number(new URL(url).port)),
    nextPath: () => kind.toPath(index++),
    headers: HEADERS,
    connections: CONNECTIONS,
    ...(kind.isComposed ? {} : { milliseconds }),
  });
  const elapsedMs = performance.now() - began;
  const after = readProcessorTime(topology);
  const unexpectedStatuses = [...statuses].filter(([status]) => status !== kind.status);
  if (unexpectedStatuses.length > 0) throw new Error(`${kind.name}: ${unexpectedStatuses.map(([status, count]) => `${count} × ${status}`).join(', ')}`);
  const used = (name: keyof ProcessorTime): number => after[name] - before[name];
  const [host, provider, others, client] = (['host', 'provider', 'others', 'client'] as const).map((name) => used(name) / times.length) as [
    number,
    number,
    number,
    number,
  ];
  const ownCpuMs = (host + provider + others + client) * times.length;
  return { perSecond, times, server: host + provider + others, host, provider, client, otherCores: Math.max(0, used('machine') - ownCpuMs) / elapsedMs };
};

/** Returns the medians of several runs and the response times of all of them. */
const summarise = (runs: readonly Run[]): Run => {
  const median = (name: Exclude<keyof Run, 'times'>): number => getMedian(runs.map((run) => run[name]));
  return {
    perSecond: median('perSecond'),
    times: runs.flatMap(({ times }) => times),
    server: median('server'),
    host: median('host'),
    provider: median('provider'),
    client: median('client'),
    otherCores: median('otherCores'),
  };
};

/** Measures all kinds in rotation, so that other load on the machine affects every kind equally. */
const measureKinds = async (topology: Topology, kinds: readonly Kind[]): Promise<ReadonlyMap<string, Run>> => {
  const runs = new Map<string, Run[]>(kinds.map(({ name }) => [name, []]));
  // The first round is the warm-up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const kind of kinds) {
      if (kind.isComposed) {
        topology.database.run('update content_revision set number = number + 1');
        await pause(PROPAGATION_MS);
      }
      for (const { url } of topology.hosts) for (const page of PAGES) await (await fetch(`${url}${page}`, { headers: HEADERS })).arrayBuffer();
      if (!kind.isComposed) await waitUntilQuiet(topology.hosts.map((host) => host.current().pid));
      const run = await runKind(topology, kind, RUN_MS);
      if (round > 0) runs.get(kind.name)?.push(run);
    }
  }
  return new Map([...runs].map(([name, each]) => [name, summarise(each)]));
};

/** Measures requests per second of a bare `node:http` server that returns the same headers and bytes as the host. */
const measureBareServer = async (url: string, kinds: readonly Kind[]): Promise<ReadonlyMap<string, number>> => {
  const folder = mkdtempSync(join(tmpdir(), 'capacity-'));
  const rates = new Map<string, number>();
  for (const kind of kinds) {
    const address = kind.toPath(0) ?? '/';
    // Request uncompressed bytes, because fetch would decompress the response. Images have about the same size either way.
    const response = await fetch(`${url}${address}`, { headers: { ...HEADERS, 'accept-encoding': 'identity' } });
    const file = join(folder, 'body');
    writeFileSync(file, Buffer.from(await response.arrayBuffer()));
    const bareServer = await startBareServer(Object.fromEntries([...response.headers].filter(([name]) => !SERVER_HEADERS.has(name))), file);
    rates.set(kind.name, await measureRate(bareServer.port, address, HEADERS, CONNECTIONS, RUN_MS));
    await bareServer.stop();
  }
  rmSync(folder, { recursive: true });
  return rates;
};

const listImages = async (url: string): Promise<readonly string[]> => {
  const pages = await Promise.all([...PAGES, '/team', '/impact'].map(async (page) => (await fetch(`${url}${page}`)).text()));
  const addresses = [...new Set(pages.flatMap((html) => html.match(/\/img\/upload\/[^"'\s,)&]*,[^"'\s)&]*/g) ?? []))];
  const found: string[] = [];
  for (const address of addresses) {
    const response = await fetch(`${url}${address}`, { headers: HEADERS });
    await response.arrayBuffer();
    if (response.status === 200) found.push(address);
  }
  if (found.length < 5) throw new Error(`Only ${found.length} images were found.`);
  return found;
};

const fillPosts = async ({ database }: Topology, posts: number): Promise<void> => {
  const connection = await connectPostgres(database.url);
  await fill(connection, { ...CONTENT, posts });
  // Wait for the search index. Otherwise, the CPU time of indexing would count towards the requests.
  await waitForIndex('postgres', connection, '');
  await connection.close();
  await pause(PROPAGATION_MS);
};

const formatMs = (value: number): string => `${value.toFixed(2)} ms`;
const getDeviation = (predicted: number, measured: number): number => predicted / measured - 1;
const formatPercent = (value: number): string => `${value < 0 ? '' : '+'}${Math.round(value * 100)}%`;

const printKinds = (title: string, measuredRuns: ReadonlyMap<string, Run>, bareServer: ReadonlyMap<string, number>): void => {
  printLine(`\n${title}; medians of ${ROUNDS} runs, ${CONNECTIONS} connections`);
  const rows = [...measuredRuns].map(([name, { perSecond, times, server, host, provider, client, otherCores }]) => [
    name,
    Math.round(perSecond),
    Math.round(getPercentile(times, 99)),
    ...[server, host, provider, client].map((value) => value.toFixed(2)),
    (((server + client) * perSecond) / 1000).toFixed(2),
    otherCores.toFixed(2),
    bareServer.has(name) ? (perSecond / (bareServer.get(name) ?? 0)).toFixed(3) : '',
  ]);
  const headings = ['', 'per second', 'p99 ms', 'CPU ms', 'host', 'provider', 'client', 'cores', 'foreign', 'of bare'];
  for (const row of [headings, ...rows]) printLine(row.map((cell, column) => (column === 0 ? String(cell).padEnd(18) : String(cell).padStart(11))).join(''));
};

type Report = ReturnType<typeof createReport>['report'];

/** Compares a measured mixed run with the prediction of the model in `docs/operations.md`, which is based on the single runs. */
const comparePrediction = (title: string, measuredRuns: ReadonlyMap<string, Run>, report: Report): void => {
  const mix = measuredRuns.get('mix');
  const parts = Object.entries(MIX).map(([name, share]) => ({ share, run: measuredRuns.get(name) }));
  if (mix === undefined) return;
  const sum = (toCost: (run: Run) => number): number =>
    MIX_COST_FACTOR * parts.reduce((total, { share, run }) => total + (run === undefined ? Number.NaN : share * toCost(run)), 0);
  const [server, client] = [sum((run) => run.server), sum((run) => run.client)];
  // The request rate of a mix is the inverse of its mean time per request, weighted by the share of each kind.
  const perSecond = 1 / sum((run) => 1 / run.perSecond);
  for (const [what, predicted, actual, unit] of [
    ['CPU time per request', server + client, mix.server + mix.client, 'ms'],
    ['requests', perSecond, mix.perSecond, 'per second'],
  ] as const) {
    const deviation = getDeviation(predicted, actual);
    report(
      `${title}, mixed run: ${what} predicted`,
      `${predicted.toFixed(2)} ${unit}, measured ${actual.toFixed(2)}: ${formatPercent(deviation)} (limit ±${LIMITS.prediction * 100}%)`,
      Math.abs(deviation) <= LIMITS.prediction,
    );
  }
};

/**
 * Measures requests per second, CPU time and memory for each kind of request, with one host and provider and with two of each. Also checks the prediction for a
 * mixed run, and repeats the measurement with 50,000 posts. Returns true if every limit is met.
 */
export const measure = async (): Promise<boolean> => {
  const { report, allHeld } = createReport();
  await buildAndPublish();
  printLine(`${availableParallelism()} processors, which the load generator shares`);
  let bareServer: ReadonlyMap<string, number> = new Map();
  for (const instances of [1, 2]) {
    const topology = await startTopology({ dataFolder, hosts: instances, providers: instances });
    try {
      await fillPosts(topology, CONTENT.posts);
      const url = topology.hosts[0]?.url ?? '';
      const images = await listImages(url);
      const kinds = listKinds(images, CONTENT.posts);
      if (instances === 1) bareServer = await measureBareServer(url, kinds);
      const title = `${instances} host${instances === 1 ? '' : 's'} and ${instances} provider${instances === 1 ? '' : 's'}`;
      const measuredRuns = await measureKinds(topology, [...kinds, createMix(kinds)]);
      printKinds(title, measuredRuns, bareServer);
      const describeMemory = (group: Topology['hosts']): string => group.map((each) => `${Math.round(readTreeMiB(each.current().pid))} MiB`).join(', ');
      printLine(`memory: hosts with their remotes ${describeMemory(topology.hosts)}; providers ${describeMemory(topology.providers)}\n`);
      comparePrediction(title, measuredRuns, report);
      if (instances > 1) continue;
      await fillPosts(topology, LARGE_POST_COUNT);
      const names = ['uncached article', 'list', 'API list', 'API detail'];
      const largeSiteResults = await measureKinds(
        topology,
        listKinds(images, LARGE_POST_COUNT).filter(({ name }) => names.includes(name)),
      );
      printKinds(`${LARGE_POST_COUNT} posts`, largeSiteResults, new Map());
      for (const [name, { server }] of largeSiteResults) {
        const before = measuredRuns.get(name)?.server ?? Number.NaN;
        report(
          `${name}: CPU time with ${LARGE_POST_COUNT} posts`,
          `${formatMs(server)}, ${(server / before).toFixed(2)} × that with ${CONTENT.posts} (limit ${LIMITS.growth})`,
          server <= LIMITS.growth * before,
        );
      }
    } finally {
      await topology.stop();
    }
  }
  return allHeld();
};
