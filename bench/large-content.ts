import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { startPostgres } from '@site/scripts/postgres';
import { type RunningServer, startHost } from '@site/scripts/servers';
import { LISTED_SEARCHES } from '@site/shared/testing/listed-searches';
import { COMMON_WORDS, type Connection, type ContentSize, chooseWord, connectLibsql, connectPostgres, type Engine, fill, makeText } from './large-site.ts';
import { createReport, getMedian, pause, readPeakMiB, signIn, startMeasuredProvider } from './measuring.ts';

const SIZE: ContentSize = { posts: 50_000, events: 5000, images: 100_000, applications: 5000 };
/**
 * Reference queries that run without the provider. On SQLite, the query reads the texts of all posts. On PostgreSQL, it counts the posts with a common word
 * through the index; since 15.13, PostgreSQL reads every row that it counts.
 * `ms` is the duration on the machine on which the limits were set. On other machines, the limits scale in proportion.
 */
const REFERENCES = {
  libsql: { query: 'select sum(length(search_body)) from posts', ms: 172 },
  postgres: { query: "select count(*) from search_documents where kind = 'post' and body @@ '''young'':*'::tsquery", ms: 10 },
} as const;
/** `searchMs` is the 95th percentile. `stallMs` is the longest response time of another request during the work. */
const LIMITS = { searchMs: 30, dashboardMs: 50, staffBytes: 300_000, listsMiB: 400, sitemapMs: 4000, stallMs: 100 } as const;
const CONCURRENT_LIST_REQUESTS = 5;

export const getP95 = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN;

const REPETITIONS = 5;

const measureReference = async (engine: Engine, connection: Connection): Promise<number> => {
  const times: number[] = [];
  for (let index = 0; index < REPETITIONS; index += 1) {
    const began = performance.now();
    await connection.readFirstValue(REFERENCES[engine].query);
    times.push(performance.now() - began);
  }
  return getMedian(times);
};

type Report = ReturnType<typeof createReport>['report'];
type Times = Extract<keyof typeof LIMITS, `${string}Ms`>;

/**
 * Runs work and compares its times with limits that scale with the reference measured before and after it. A slow or busy machine therefore gets higher
 * limits.
 */
const createTimedWork =
  (engine: Engine, connection: Connection, report: Report) =>
  async <T>(work: () => Promise<T>) => {
    const before = await measureReference(engine, connection);
    const result = await work();
    const referenceMs = (before + (await measureReference(engine, connection))) / 2;
    const reportTime = (label: string, ms: number, name: Times, details = ''): void => {
      const limit = (LIMITS[name] * referenceMs) / REFERENCES[engine].ms;
      report(
        `${engine}: ${label}`,
        `${ms.toFixed(1)} ms (limit ${limit.toFixed(1)}: ${LIMITS[name]} where the reference takes ${REFERENCES[engine].ms} ms, here ${referenceMs.toFixed(1)})${details}`,
        ms <= limit,
      );
    };
    return { result, reportTime };
  };

type TimedWork = ReturnType<typeof createTimedWork>;

interface TimedResponse {
  readonly ms: number;
  readonly bytes: number;
}

export const fetchTimed = async (url: string, token?: string): Promise<TimedResponse> => {
  const began = performance.now();
  const response = await fetch(url, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`${url} responded with ${response.status}`);
  let bytes = 0;
  for await (const chunk of response.body ?? []) bytes += chunk.length;
  return { ms: performance.now() - began, bytes };
};

/** Runs work and measures the longest response time of another request meanwhile. */
const measureStall = async <T>(url: string, work: () => Promise<T>): Promise<{ readonly result: T; readonly stallMs: number }> => {
  let isDone = false;
  let stallMs = 0;
  const watch = (async () => {
    while (!isDone) {
      stallMs = Math.max(stallMs, (await fetchTimed(url)).ms);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  })();
  const result = await work();
  isDone = true;
  await watch;
  return { result, stallMs };
};

/** Returns queries with frequent, rare and unknown words, with several terms, and with terms that are too short for the index. */
export const createQueries = (): string[] => {
  const singleWordQueries = [...COMMON_WORDS, ...Array.from({ length: 22 }, chooseWord), 'zebra', 'editor', 'the editor', '499'];
  const multiWordQueries = Array.from({ length: 20 }, () => makeText(2));
  return [...singleWordQueries, ...multiWordQueries, 'ad', 'zz', 'k', '42', 'la school', '9 young'];
};

/** Size of the provider's PostgreSQL connection pool. */
const CONNECTIONS = 10;

/**
 * Searches on all connections at once. On a new connection, the first access to each page of shared memory adds up to 200 ms to a search. A provider that has
 * been running for a while has no new connections.
 */
const warmUpConnections = async (search: (q: string) => Promise<TimedResponse>): Promise<void> => {
  for (const word of COMMON_WORDS) await Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => search(`${word} ${index}`)));
};

/** Runs the searches in sequence, each alongside another request. */
const measureSearches = async (
  url: string,
  timedWork: TimedWork,
  { label, queries, search }: { readonly label: string; readonly queries: readonly string[]; readonly search: (q: string) => Promise<TimedResponse> },
): Promise<void> => {
  await warmUpConnections(search);
  const times: number[] = [];
  const { result, reportTime } = await timedWork(() =>
    measureStall(`${url}/health`, async () => {
      for (const query of queries) times.push((await search(query)).ms);
    }),
  );
  reportTime(`${label}, p95`, getP95(times), 'searchMs', `, median ${getMedian(times).toFixed(1)}, longest ${Math.max(...times).toFixed(1)}`);
  reportTime('another request meanwhile, at most', result.stallMs, 'stallMs');
};

const measureListSearch = async ({ url }: RunningServer, token: string, timedWork: TimedWork): Promise<void> => {
  const queries = createQueries();
  for (const [name, path, caller] of [
    ['staff list', '/api/posts?status=all&view=summary&scope=all&counts=true&limit=25&offset=0', token],
    ['public list', '/api/posts?view=summary&limit=12', undefined],
  ] as const)
    await measureSearches(url, timedWork, {
      label: `search of the ${name}, ${queries.length} texts, uncached`,
      queries,
      search: (q) => fetchTimed(`${url}${path}&q=${encodeURIComponent(q)}`, caller),
    });
};

/**
 * Returns correct and misspelt words, prefixes, and combinations of words from titles and texts. Also includes searches that visitors often make, some with
 * synonyms.
 */
const createPublicQueries = (): string[] => {
  const misspell = (word: string): string => `${word.slice(0, 2)}${word.slice(3)}`;
  const singleWordQueries = [...COMMON_WORDS, ...Array.from({ length: 12 }, chooseWord), 'zebra', 'young people', 'sch', 'yo', 'k'];
  const misspeltQueries = [...COMMON_WORDS, ...Array.from({ length: 8 }, chooseWord)].map(misspell);
  const listedQueries = LISTED_SEARCHES.map(({ query }) => query);
  return [
    ...singleWordQueries,
    ...misspeltQueries,
    ...listedQueries,
    ...Array.from({ length: 14 }, () => makeText(2)),
    ...Array.from({ length: 6 }, () => makeText(4)),
  ];
};

/** Reads the database into the page cache. Otherwise, hundreds of disk reads could distort the measurement if the kernel has reclaimed idle pages. */
const readFiles = async (folder: string): Promise<void> => {
  for (const name of ['provider.db', 'provider.db-wal']) for await (const _ of createReadStream(path.join(folder, name))) void _;
};

export const waitForIndex = async (engine: Engine, connection: Connection, folder: string): Promise<void> => {
  const began = performance.now();
  while ((await connection.readFirstValue('select count(*) from search_queue')) !== '0') await pause(500);
  process.stdout.write(`${engine}: public content indexed in ${Math.round((performance.now() - began) / 1000)} s\n`);
  // Autovacuum would do the same within a minute.
  await connection.run(engine === 'postgres' ? 'vacuum analyze' : 'analyze');
  if (engine === 'libsql') await readFiles(folder);
};

const measurePublicSearch = ({ url }: RunningServer, timedWork: TimedWork): Promise<void> => {
  const queries = createPublicQueries();
  const { posts, events, images } = SIZE;
  return measureSearches(url, timedWork, {
    label: `public search over ${posts} posts, ${events} events and ${images} photos, ${queries.length} queries, uncached`,
    queries,
    search: (q) => fetchTimed(`${url}/api/search?q=${encodeURIComponent(q)}`),
  });
};

const STAFF_PATHS = [
  '/api/dashboard',
  '/api/applications',
  '/api/applications?limit=200',
  '/api/applications?view=summary&limit=200&counts=true',
  '/api/posts?status=all&scope=all&limit=200&counts=true',
  '/api/posts?status=all&view=summary&scope=all&limit=200&counts=true',
  '/api/events?status=all&scope=all&limit=200&counts=true',
  '/api/gallery?status=all&scope=all&limit=200&counts=true',
  '/api/gallery/albums',
  '/api/programs?view=summary&scope=all&limit=200',
  '/api/trash',
  '/api/users',
  '/api/audit',
  '/api/categories?type=posts',
];

const measureStaff = async (engine: Engine, { url }: RunningServer, token: string, report: Report, timedWork: TimedWork): Promise<void> => {
  const dashboardTimes: number[] = [];
  const { reportTime } = await timedWork(async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) dashboardTimes.push((await fetchTimed(`${url}/api/dashboard`, token)).ms);
  });
  reportTime('dashboard, median', getMedian(dashboardTimes), 'dashboardMs');
  const sizes: (readonly [path: string, bytes: number])[] = [];
  for (const call of STAFF_PATHS) sizes.push([call, (await fetchTimed(`${url}${call}`, token)).bytes]);
  const [largest, bytes] = sizes.reduce((a, b) => (b[1] > a[1] ? b : a));
  report(`${engine}: largest response to staff`, `${Math.round(bytes / 1000)} kB, ${largest} (limit ${LIMITS.staffBytes / 1000})`, bytes <= LIMITS.staffBytes);
};

const measureLists = async (engine: Engine, { url, pid }: RunningServer, report: Report, timedWork: TimedWork): Promise<void> => {
  const { result: stallResult, reportTime } = await timedWork(() =>
    measureStall(`${url}/health`, () => Promise.all(Array.from({ length: CONCURRENT_LIST_REQUESTS }, () => fetchTimed(`${url}/api/posts`)))),
  );
  const { result, stallMs } = stallResult;
  const peakMiB = readPeakMiB(pid);
  const megabytes = Math.round((result[0]?.bytes ?? 0) / 1_000_000);
  const isComplete = new Set(result.map(({ bytes }) => bytes)).size === 1 && megabytes > 100;
  report(
    `${engine}: ${CONCURRENT_LIST_REQUESTS} whole lists of posts at once, ${megabytes} MB each, peak memory of the provider`,
    `${Math.round(peakMiB)} MiB (limit ${LIMITS.listsMiB}), ${(Math.max(...result.map(({ ms }) => ms)) / 1000).toFixed(1)} s`,
    isComplete && peakMiB <= LIMITS.listsMiB,
  );
  reportTime('another request meanwhile, at most', stallMs, 'stallMs');
};

const fetchXml = async (url: string): Promise<string> => {
  const response = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
  if (response.headers.get('content-encoding') !== 'gzip') throw new Error(`${url} was not compressed.`);
  return response.text();
};

const measureSitemap = async (engine: Engine, dataFolder: string, provider: RunningServer, report: Report, timedWork: TimedWork): Promise<void> => {
  const host = await startHost({ dataFolder, providerUrl: provider.url, env: { LOG_LEVEL: 'error' } });
  try {
    await fetchTimed(`${host.url}/news`);
    const { result, reportTime } = await timedWork(async () => {
      const began = performance.now();
      const stallResult = await measureStall(`${provider.url}/health`, () => fetchXml(`${host.url}/sitemap.xml`));
      return { ...stallResult, ms: performance.now() - began };
    });
    const parts = [...result.result.matchAll(/\/sitemap-\d+\.xml/g)].map(([path]) => path);
    let urlCount = 0;
    for (const part of parts) urlCount += (await fetchXml(`${host.url}${part}`)).split('<url>').length - 1;
    report(`${engine}: URLs in the sitemap`, `${urlCount} in ${parts.length} parts`, urlCount >= SIZE.posts * 0.99 + SIZE.events);
    reportTime('sitemap', result.ms, 'sitemapMs');
    reportTime('another request of the provider meanwhile, at most', result.stallMs, 'stallMs');
  } finally {
    await host.stop();
  }
};

interface Content {
  readonly folder: string;
  /** True to run only searches and whole lists, which do not need a host. */
  readonly isProviderOnly: boolean;
}

/** Measures one engine with ten times the content of a large site: search, whole lists, dashboard, staff responses and the sitemap. */
const measureEngine = async (engine: Engine, { folder, isProviderOnly }: Content, databaseUrl: string, report: Report): Promise<void> => {
  for (const name of ['provider.db', 'provider.db-shm', 'provider.db-wal', 'uploads', 'derived'])
    await rm(path.join(folder, name), { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const env = { DATABASE_URL: databaseUrl, ...(databaseUrl === '' ? {} : { JWT_SECRET: randomBytes(24).toString('hex') }) };
  await (await startMeasuredProvider(folder, env)).stop();
  const connect = async (): Promise<Connection> => (engine === 'libsql' ? connectLibsql(folder) : connectPostgres(databaseUrl));
  const connection = await connect();
  const began = performance.now();
  await fill(connection, SIZE);
  const { posts, events, images } = SIZE;
  process.stdout.write(`${engine}: ${posts} posts, ${events} events, ${images} images written in ${Math.round((performance.now() - began) / 1000)} s\n`);
  const provider = await startMeasuredProvider(folder, env);
  try {
    const token = await signIn(provider.url);
    await waitForIndex(engine, connection, folder);
    const timedWork = createTimedWork(engine, connection, report);
    await measurePublicSearch(provider, timedWork);
    await measureListSearch(provider, token, timedWork);
    await measureLists(engine, provider, report, timedWork);
    if (isProviderOnly) return;
    await measureStaff(engine, provider, token, report, timedWork);
    await measureSitemap(engine, folder, provider, report, timedWork);
  } finally {
    await connection.close();
    await provider.stop();
  }
};

const ENGINES = (process.env.BENCH_PARTS ?? 'libsql,postgres').split(',');

/**
 * Measures the chosen engines. Reports a failed measurement if PostgreSQL is not running. Unless `isProviderOnly` is set, the folder must contain the
 * published remotes.
 */
export const measureLargeContent = async (content: Content): Promise<boolean> => {
  const { report, allHeld } = createReport();
  if (ENGINES.includes('libsql')) await measureEngine('libsql', content, '', report);
  if (!ENGINES.includes('postgres')) return allHeld();
  const postgres = await startPostgres({ isFast: true, isLarge: true });
  try {
    if (postgres === undefined) report('postgres', 'is not installed', false);
    else await measureEngine('postgres', content, postgres.url, report);
  } finally {
    await postgres?.remove();
  }
  return allHeld();
};

export const measureSearchAndLists = (): Promise<boolean> =>
  measureLargeContent({ folder: path.resolve(import.meta.dirname, '../.cache/bench-lists'), isProviderOnly: true });
