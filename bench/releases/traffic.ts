import { Agent, get, type IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';

const TICK_MS = 50;
const SOCKETS = 64;
/** The traffic also includes the scripts of every page, even old ones, because open pages and caches refer to old versions for a long time. */
const PATHS = ['/', '/news', '/about', '/gallery', '/events', '/what-we-do', '/login', '/gallery?page=1', '/api/posts', '/release-set.json'];

const decode = (response: IncomingMessage): Readable => (response.headers['content-encoding'] === 'br' ? response.pipe(createBrotliDecompress()) : response);

const findMixedVersions = (html: string): string[] => {
  const versionsByRemote = new Map<string, Set<string>>();
  const add = (key: string, value: string): void => void versionsByRemote.set(key, (versionsByRemote.get(key) ?? new Set()).add(value));
  for (const [, remote = '', build = ''] of html.matchAll(/remote_([a-z_]+)_([0-9a-f]{10})-/g)) add(`markup of ${remote}`, build);
  // Skip the entry files (`remote_…`), because the release set lists two versions of each.
  for (const [, remote = '', version = ''] of html.matchAll(/\/_mf\/([a-z-]+)\/([^/"]+)\/(?!remote_)/g)) add(`files of ${remote}`, version);
  return [...versionsByRemote].flatMap(([what, values]) => (values.size > 1 ? [`${what}: ${[...values].join(', ')}`] : []));
};

export interface TrafficCounts {
  readonly requests: number;
  readonly failed: readonly string[];
  readonly mixedPages: readonly string[];
  readonly pages: number;
  readonly slowestMs: number;
}

/**
 * Requests each page once, then sends requests at a constant rate regardless of response times. `stop` waits for requests in flight and returns the results.
 */
export const startTraffic = async (url: string, perSecond: number): Promise<{ stop(): Promise<TrafficCounts> }> => {
  for (const path of PATHS) await (await fetch(`${url}${path}`)).arrayBuffer();
  const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS });
  const counts = { requests: 0, pages: 0, slowestMs: 0 };
  const [failed, mixedPages]: [string[], string[]] = [[], []];
  const scripts = new Set<string>();
  const inspectedPaths = new Set<string>();
  const inFlight = new Set<Promise<void>>();

  const inspect = (path: string, html: string): void => {
    mixedPages.push(...findMixedVersions(html).map((what) => `${path} has ${what}`));
    for (const [file] of html.matchAll(/\/(?:assets\/main|_mf\/[a-z-]+\/[^/"]+\/remote_)[^"]*\.js/g)) scripts.add(file);
  };
  const send = (path: string): Promise<void> =>
    new Promise((resolve) => {
      const began = performance.now();
      const finish = (failure?: string): void => {
        counts.slowestMs = Math.max(counts.slowestMs, performance.now() - began);
        if (failure !== undefined) failed.push(`${path}: ${failure}`);
        resolve();
      };
      get(new URL(path, url), { agent, headers: { accept: 'text/html', 'accept-encoding': 'br' } }, (response) => {
        const { statusCode = 0, headers } = response;
        const isPage = headers['content-type']?.startsWith('text/html') === true;
        if (isPage) counts.pages += 1;
        const isNew = isPage && !inspectedPaths.has(headers.etag ?? '');
        if (isNew && headers.etag !== undefined) inspectedPaths.add(headers.etag);
        const body = isNew ? text(decode(response)).then((html) => inspect(path, html)) : finished(response.resume());
        body.then(
          () => finish(statusCode >= 200 && statusCode < 300 ? undefined : String(statusCode)),
          (error: unknown) => finish(String(error)),
        );
      }).on('error', (error) => finish(error.message));
    });

  const began = performance.now();
  const timer = setInterval(() => {
    const dueCount = Math.floor(((performance.now() - began) / 1000) * perSecond);
    for (; counts.requests < dueCount; counts.requests += 1) {
      const old = [...scripts];
      // Every fourth request is for a script.
      const path = counts.requests % 4 === 3 && old.length > 0 ? old[counts.requests % old.length] : PATHS[counts.requests % PATHS.length];
      const sent = send(path ?? '/').finally(() => inFlight.delete(sent));
      inFlight.add(sent);
    }
  }, TICK_MS);

  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(inFlight);
      agent.destroy();
      return { ...counts, failed, mixedPages };
    },
  };
};
