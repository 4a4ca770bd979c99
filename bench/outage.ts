import { buildAndPublish, dataFolder } from '@site/scripts/parts';
import { type Instance, startTopology, type Topology } from '@site/scripts/topology';
import { connectPostgres, fill } from './large-site.ts';
import { type CallResult, createClient, getPercentile } from './load.ts';
import { createReport, pause } from './measuring.ts';

const PAGES = 2000;
const OTHER_PAGES = 100;
const OUTAGE_MS = 60_000;
const READERS = 8;
const MAX_UNAVAILABLE_MS = 5000;
const STALE_NOTICE = 'This page may be out of date.';
const FAILURE_MESSAGE = 'Failed to load post';
/** Every hundredth post is a draft. */
const PATHS = Array.from({ length: PAGES + OTHER_PAGES + 50 }, (_, index) => index)
  .filter((index) => index % 100 !== 99)
  .map((index) => `/news/measured-${index}`);

interface Outage {
  readonly name: string;
  begin(): Promise<unknown>;
  end(): Promise<unknown>;
}

const listOutages = ({ database, providers }: Topology): readonly Outage[] => [
  { name: 'database', begin: database.kill, end: database.start },
  {
    name: 'both providers',
    begin: () => Promise.all(providers.map(({ kill }) => kill())),
    end: () => Promise.all(providers.map(({ start }) => start())),
  },
];

const isStalePage = ({ status, headers, body }: CallResult): boolean =>
  status === 200 && /^host; hit; ttl=-\d+; detail="provider unreachable"$/.test(String(headers['cache-status'])) && body.includes(STALE_NOTICE);
const isFreshPage = ({ status, headers, body }: CallResult): boolean => status === 200 && headers['cache-status'] === undefined && !body.includes(STALE_NOTICE);

/**
 * Stops the database and then both providers for a minute while the host has 2,000 pages stored. Returns true if the host served every stored page and reported
 * the outage for all other requests.
 */
export const measure = async (): Promise<boolean> => {
  const { report, allHeld } = createReport();
  await buildAndPublish();
  const topology = await startTopology({ dataFolder, hosts: 1, hostEnv: { LOG_LEVEL: 'warn' } });
  const client = createClient();
  const get = (instance: Instance | undefined, path: string): Promise<CallResult> => client.call({ origins: [instance?.url ?? ''], path });
  const [host] = topology.hosts;
  const readAll = async (paths: readonly string[]): Promise<readonly CallResult[]> => {
    const results: CallResult[] = [];
    const waiting = [...paths];
    const read = async (): Promise<void> => {
      for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) results.push(await get(host, path));
    };
    await Promise.all(Array.from({ length: READERS }, read));
    return results;
  };
  /** Resolves with the number of milliseconds until the host's `/ready` reports this provider state. */
  const waitForProvider = async (state: string): Promise<number> => {
    const began = performance.now();
    while (performance.now() - began < OUTAGE_MS && JSON.parse((await get(host, '/ready')).body).provider.state !== state) await pause(20);
    return performance.now() - began;
  };
  const reportPages = (name: string, results: readonly CallResult[]): void => {
    const staleCount = results.filter(isStalePage).length;
    const p99 = getPercentile(
      results.map(({ milliseconds }) => milliseconds),
      99,
    );
    report(
      name,
      `${staleCount} of ${results.length} responded with 200, Cache-Status and the notice, p99 ${Math.round(p99)} ms`,
      staleCount === results.length,
    );
  };

  try {
    const connection = await connectPostgres(topology.database.url);
    await fill(connection, { posts: PATHS.length + 50, events: 50, images: 50, applications: 0 });
    await connection.close();
    await pause(2000);
    const [stored, others] = [PATHS.slice(0, PAGES), PATHS.slice(PAGES, PAGES + OTHER_PAGES)];
    // A page rendered while the provider was slow is stored only on the second request.
    await readAll(stored);
    const first = await readAll(stored);
    report(`${PAGES} pages before the outages`, `${first.filter(isFreshPage).length} without a notice`, first.every(isFreshPage));

    for (const { name, begin, end } of listOutages(topology)) {
      const until = performance.now() + OUTAGE_MS;
      await begin();
      const detectionMs = await waitForProvider('unreachable');
      report(
        `${name} down: the host's /ready reports it`,
        `after ${Math.round(detectionMs)} ms (limit ${MAX_UNAVAILABLE_MS})`,
        detectionMs <= MAX_UNAVAILABLE_MS,
      );
      reportPages(`${name} down: ${PAGES} pages at once`, await readAll(stored));
      const unknown = await readAll(others);
      const failed = unknown.filter(({ status, body }) => status === 503 && body.includes(FAILURE_MESSAGE)).length;
      report(`${name} down: ${OTHER_PAGES} pages that no visitor has read`, `${failed} responded with 503 and "${FAILURE_MESSAGE}"`, failed === OTHER_PAGES);
      const calls = await readAll(['/api/posts', '/api/posts/measured-1', '/api/events', '/api/gallery']);
      const rejected = calls.filter(({ status, headers }) => status === 503 && Number(headers['retry-after']) > 0).length;
      report(
        `${name} down: ${calls.length} API calls`,
        `${rejected} responded with 503 and Retry-After (${calls.map(({ status }) => status).join(', ')})`,
        rejected === calls.length,
      );
      const states = await Promise.all([host, ...topology.providers].map(async (each) => (await get(each, '/ready')).status));
      report(
        `${name} down: /ready of the host and of the providers`,
        states.join(', '),
        states[0] === 200 && states.slice(1).every((status) => status === 503 || status === 0),
      );
      await pause(until - performance.now());
      reportPages(`${name} down: ${PAGES} pages after ${OUTAGE_MS / 1000} s`, await readAll(stored));

      await end();
      const endedAt = performance.now();
      await waitForProvider('reachable');
      while (performance.now() - endedAt < OUTAGE_MS && !isFreshPage(await get(host, stored[0] ?? ''))) await pause(20);
      const recoveryMs = performance.now() - endedAt;
      const pagesAfterOutage = await readAll(stored);
      report(
        `${name} back: pages without a notice`,
        `after ${Math.round(recoveryMs)} ms (limit ${MAX_UNAVAILABLE_MS}), then ${pagesAfterOutage.filter(isFreshPage).length} of ${PAGES}`,
        recoveryMs <= MAX_UNAVAILABLE_MS && pagesAfterOutage.every(isFreshPage),
      );
    }
    const log = host?.current().output() ?? '';
    const lines = ['provider unreachable', 'provider reachable again'].map((message) => log.split(`"msg":"${message}"`).length - 1);
    report(
      'log lines: unreachable, reachable again',
      lines.join(', '),
      lines.every((count) => count >= listOutages(topology).length),
    );
  } finally {
    client.close();
    await topology.stop();
  }
  return allHeld();
};
