/**
 * Compares this host with the host of an earlier commit, both using the same provider. Measures CPU time per page, including remote processes, and requests per
 * second of cached pages.
 * As a reference, prints the request rate of a bare `node:http` server that sends the same headers and bytes. The gap to that server depends on how fast the
 * machine's system calls are.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildAndPublish, printLine } from '@site/scripts/parts';
import { readTreeCpuMs } from '@site/scripts/process-tree';
import { type RunningServer, startHost } from '@site/scripts/servers';
import Database from 'libsql';
import { prepareBuiltCommit } from './built-commit.ts';
import { createReport, getMedian, pause, signIn, startMeasuredProvider, waitUntilQuiet } from './measuring.ts';
import { measureRate, startBareServer } from './request-rate.ts';

/** The last commit before remotes had their own processes and hosts had releases. The limits are relative to it. */
const BASELINE = '9b6ecca';
/** Optional commit to compare with. Both hosts use the same provider, and no result may be worse than with that commit. */
const EARLIER_COMMIT = process.env.BENCH_BEFORE;
/**
 * Limits, as shares of the baseline's CPU time and as a multiple of its request rate. The baseline's lists have 20 to 25% fewer elements. The baseline
 * compressed all pages in the same way, whereas compressed lists now fit into a connection's initial congestion window.
 */
const LIMITS = { article: 0.35, list: 0.85, missing: 0.5, cachedRate: 2 };
/** Two runs of the same commit differ by up to this factor. */
const EARLIER_COMMIT_LIMITS = { time: 2, rate: 0.85 };
const ARTICLE_COUNT = 60;
/**
 * After a change, the host refreshes the most recently requested pages in the background. These articles are requested last, so that no measured page is in
 * the cache.
 */
const REFRESHED_ARTICLE_COUNT = 60;
/** Number of articles to request between two measurements. The host refreshes fewer pages in that time. */
const REFRESHED_ARTICLES_PER_STEP = 20;
const WARM_UP_ROUNDS = 3;
/** Number of pages of each kind per round. More pages average out differences between requests. The content changes between requests for the same page. */
const PAGES_PER_ROUND = 8;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
/** Time until a change becomes visible: the host fetches the revision at most once a second, and the provider reads it every 250 ms. */
const PROPAGATION_MS = 1300;
/** Pause after a response, so that the background work it triggered counts towards its cost. */
const SETTLE_MS = 100;
const IDLE_MS = 4000;
const CACHED_ROUNDS = 5;
const CONNECTIONS = 16;
const RATE_MS = 1200;
const BROWSER_HEADERS = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en-NG,en;q=0.9',
  'user-agent': 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
};

const SENTENCE = 'Young people meet at the hub in the evening, listen to a story about a friend, and ask the teacher what they would not ask at home.';
/** Creates about 3 KB of HTML, the size of a typical article. */
const createArticle = (index: number): string =>
  Array.from({ length: 8 }, (_, part) => `<h2>Part ${part + 1} of ${index}</h2><p>${SENTENCE} ${SENTENCE} <strong>${index}.${part}</strong></p>`).join('');

const addArticles = async (url: string): Promise<string[]> => {
  const headers = { authorization: `Bearer ${await signIn(url)}`, 'content-type': 'application/json' };
  const add = async (index: number): Promise<string> => {
    const post = {
      title: `What was heard at hub ${index}`,
      category: index % 2 === 0 ? 'Hubs' : 'Schools',
      content: createArticle(index),
      status: 'published',
    };
    const response = await fetch(`${url}/api/posts`, { method: 'POST', headers, body: JSON.stringify(post) });
    const { data }: { data?: { slug: string } } = await response.json();
    if (data === undefined) throw new Error(`The provider responded with ${response.status}.`);
    return `/news/${data.slug}`;
  };
  const paths: string[] = [];
  for (let index = 0; index < ARTICLE_COUNT + REFRESHED_ARTICLE_COUNT; index += 1) paths.push(await add(index));
  return paths;
};

const agent = new Agent({ keepAlive: true, maxSockets: 4 });

const load = (url: string, status: number): Promise<{ readonly headers: IncomingHttpHeaders; readonly body: Buffer }> =>
  new Promise((resolve, reject) => {
    get(url, { agent, headers: BROWSER_HEADERS }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('end', () => {
        if (response.statusCode === status) resolve({ headers: response.headers, body: Buffer.concat(parts) });
        else reject(new Error(`${url} responded with ${response.statusCode}.`));
      });
    }).once('error', reject);
  });

interface PageKind {
  readonly name: string;
  readonly status: number;
  /** Paths must differ in every round if a response might stay cached after the content has changed. */
  readonly getPaths: (round: number) => readonly string[];
}

const getKinds = (articles: readonly string[]): PageKind[] => {
  const numbers = [1, 2, 3, 4, 5, 6];
  const unknown = (prefix: string) => (round: number) => Array.from({ length: 25 }, (_, index) => `${prefix}/not-there-${round}-${index}`);
  return [
    { name: 'article', status: 200, getPaths: () => articles },
    { name: '/news', status: 200, getPaths: () => numbers.map((number) => (number === 1 ? '/news' : `/news?page=${number}`)) },
    { name: '/events', status: 200, getPaths: () => ['/events'] },
    { name: '/gallery', status: 200, getPaths: () => ['/gallery'] },
    { name: '404', status: 404, getPaths: unknown('') },
    { name: '404 of a remote', status: 404, getPaths: unknown('/news') },
  ];
};

interface MeasuredHost {
  readonly server: RunningServer;
  idleShare: number;
}

/** Measures CPU time per request in milliseconds. */
const measurePages = async ({ server, idleShare }: MeasuredHost, kind: PageKind, round: number): Promise<number> => {
  const paths = kind.getPaths(round);
  const before = readTreeCpuMs(server.pid);
  const began = performance.now();
  for (const address of paths) await load(`${server.url}${address}`, kind.status);
  await pause(SETTLE_MS);
  return (readTreeCpuMs(server.pid) - before - idleShare * (performance.now() - began)) / paths.length;
};

/** Measures the CPU share of a host that gets no requests, after its warm-up and a content change. */
const measureIdleShare = async ({ pid }: RunningServer): Promise<number> => {
  const before = readTreeCpuMs(pid);
  await pause(IDLE_MS);
  return (readTreeCpuMs(pid) - before) / IDLE_MS;
};

type Report = ReturnType<typeof createReport>['report'];
const formatMs = (value: number): string => `${value.toFixed(2)} ms`;

interface Hosts {
  readonly current: RunningServer;
  readonly baseline: RunningServer;
  readonly before?: RunningServer;
}

const toEntries = ({ current, baseline, before }: Hosts): ReadonlyArray<readonly [name: keyof Hosts, server: RunningServer]> => [
  ['current', current],
  ['baseline', baseline],
  ...(before === undefined ? [] : [['before', before] as const]),
];

const getLimit = ({ name, status }: PageKind): number => {
  if (status === 404) return LIMITS.missing;
  return name === 'article' ? LIMITS.article : LIMITS.list;
};

const measureComposition = async (
  servers: Hosts,
  kinds: readonly PageKind[],
  refreshedPaths: readonly string[],
  changeContent: () => Promise<void>,
  report: Report,
) => {
  const hosts = new Map<keyof Hosts, MeasuredHost>(toEntries(servers).map(([name, server]) => [name, { server, idleShare: 0 }]));
  const measuredTimes = new Map<string, number[]>();
  const getTimes = (host: keyof Hosts, { name }: PageKind): number[] => {
    const times = measuredTimes.get(`${host} ${name}`) ?? [];
    measuredTimes.set(`${host} ${name}`, times);
    return times;
  };
  /** The baseline does not refresh pages in the background. */
  const loadRefreshedArticles = async (addresses: readonly string[]): Promise<void> => {
    for (const [name, { server }] of hosts) if (name !== 'baseline') for (const address of addresses) await load(`${server.url}${address}`, 200);
  };
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    if (round === 0) {
      await changeContent();
      for (const host of hosts.values()) host.idleShare = await measureIdleShare(host.server);
    }
    await changeContent();
    for (const kind of kinds) {
      const order = round % 2 === 0 ? [...hosts] : [...hosts].reverse();
      const repetitions = Math.ceil(PAGES_PER_ROUND / kind.getPaths(round).length);
      const cpuSums = new Map<keyof Hosts, number>();
      for (let repetition = 0; repetition < repetitions; repetition += 1) {
        if (repetition > 0) {
          await loadRefreshedArticles(refreshedPaths.slice(0, REFRESHED_ARTICLES_PER_STEP));
          await changeContent();
        }
        for (const [name, host] of order) cpuSums.set(name, (cpuSums.get(name) ?? 0) + (await measurePages(host, kind, round)));
      }
      if (round >= 0) for (const [name, sum] of cpuSums) getTimes(name, kind).push(sum / repetitions);
    }
    await loadRefreshedArticles(refreshedPaths);
  }
  for (const [name, { idleShare }] of hosts) printLine(`      ${name}: ${(idleShare * 100).toFixed(1)}% of a CPU core without requests, not included below`);
  for (const kind of kinds) {
    const compare = (other: 'baseline' | 'before', limit: number): void => {
      const [current, reference] = [getMedian(getTimes('current', kind)), getMedian(getTimes(other, kind))];
      const ratio = current / reference;
      const name = other === 'baseline' ? 'the baseline' : EARLIER_COMMIT;
      report(
        `${kind.name}, not cached, processor time`,
        `${ratio.toFixed(2)} of ${name} (limit ${limit}; ${formatMs(current)} of ${formatMs(reference)})`,
        ratio <= limit,
      );
    };
    compare('baseline', getLimit(kind));
    if (hosts.has('before')) compare('before', EARLIER_COMMIT_LIMITS.time);
  }
};

const SERVER_HEADERS: ReadonlySet<string> = new Set(['date', 'connection', 'keep-alive', 'content-length']);

const measureCachedPages = async (hosts: Hosts, address: string, folder: string, report: Report): Promise<void> => {
  const servers = toEntries(hosts);
  const loadAll = async () => {
    for (const [, { url }] of servers) await load(`${url}${address}`, 200);
    return load(`${hosts.current.url}${address}`, 200);
  };
  // Load each page twice: the second request makes the host store a better compressed copy, and `Last-Modified` is missing during the first second.
  for (let time = 0; time < 2; time += 1) await loadAll();
  await pause(PROPAGATION_MS);
  const { headers, body } = await loadAll();
  const file = path.join(folder, 'body');
  writeFileSync(file, body);
  const sent = Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (SERVER_HEADERS.has(name) || value === undefined ? [] : [[name, String(value)]])),
  );
  const bareServer = await startBareServer(sent, file);
  const ports = new Map<string, number>([['bare', bareServer.port], ...servers.map(([name, { port }]) => [name, port] as const)]);
  const rates = new Map<string, number[]>([...ports.keys()].map((name) => [name, []]));
  try {
    for (let round = 0; round < CACHED_ROUNDS; round += 1)
      for (const [name, port] of ports) rates.get(name)?.push(await measureRate(port, address, BROWSER_HEADERS, CONNECTIONS, RATE_MS));
  } finally {
    await bareServer.stop();
  }
  const getRate = (name: string): number => getMedian(rates.get(name) ?? []);
  const compare = (other: 'baseline' | 'before', limit: number): void => {
    const ratio = getRate('current') / getRate(other);
    const name = other === 'baseline' ? 'the baseline' : EARLIER_COMMIT;
    report(
      `${address} from the cache, requests per second`,
      `${ratio.toFixed(2)} × ${name} (limit ${limit}; ${Math.round(getRate('current'))}, there ${Math.round(getRate(other))}, bare node:http ${Math.round(getRate('bare'))}; ${body.length} bytes)`,
      ratio >= limit,
    );
  };
  compare('baseline', LIMITS.cachedRate);
  if (hosts.before !== undefined) compare('before', EARLIER_COMMIT_LIMITS.rate);
};

export const measure = async (): Promise<boolean> => {
  const { report, allHeld } = createReport();
  const baseline = prepareBuiltCommit(BASELINE);
  const before = EARLIER_COMMIT === undefined ? undefined : prepareBuiltCommit(EARLIER_COMMIT);
  const folder = mkdtempSync(path.join(tmpdir(), 'composition-'));
  const runningServers: RunningServer[] = [];
  const start = async (server: Promise<RunningServer>): Promise<RunningServer> => {
    runningServers.push(await server);
    return server;
  };
  try {
    await buildAndPublish({ folder });
    const provider = await start(startMeasuredProvider(folder));
    const articles = await addArticles(provider.url);
    const database = new Database(path.join(folder, 'provider.db'), { timeout: 10_000 });
    const env = { LOG_LEVEL: 'error' };
    const startBuiltHost = (checkout: string): Promise<RunningServer> =>
      start(startHost({ checkout, dataFolder: path.join(checkout, 'data'), providerUrl: provider.url, env }));
    const hosts = {
      current: await start(startHost({ dataFolder: folder, providerUrl: provider.url, env })),
      baseline: await startBuiltHost(baseline),
      ...(before === undefined ? {} : { before: await startBuiltHost(before) }),
    };
    const changeContent = async (): Promise<void> => {
      database.exec('update content_revision set number = number + 1');
      await pause(PROPAGATION_MS);
      await waitUntilQuiet(toEntries(hosts).map(([, { pid }]) => pid));
    };
    const parts = (process.env.BENCH_PARTS ?? 'composed,cached').split(',');
    if (parts.includes('composed'))
      await measureComposition(hosts, getKinds(articles.slice(0, ARTICLE_COUNT)), articles.slice(ARTICLE_COUNT), changeContent, report);
    if (parts.includes('cached')) for (const address of ['/news', articles[0] ?? '', '/about']) await measureCachedPages(hosts, address, folder, report);
    database.close();
  } finally {
    agent.destroy();
    for (const server of runningServers.reverse()) await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return allHeld();
};
