import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { buildWorkspace } from '@site/releases/release-client';
import { buildAndPublish, printLine, root } from '@site/scripts/parts';
import { startHost } from '@site/scripts/servers';
import { createHandWrittenHome } from './hand-written-home.ts';
import { createReport, startMeasuredProvider } from './measuring.ts';
import { type Candidate, type Comparison, compareViews, formatKilobytes, hasNoLayoutShift, TWIN_LIMIT } from './page-comparison.ts';
import {
  type Certificate,
  encodeFile,
  FILE_CACHE,
  makeCertificate,
  PAGE_CACHE,
  type SecureServer,
  startSecureServer,
  startTwinServer,
} from './page-servers.ts';

const HAND_WRITTEN_LIMITS = { fcp: 1.1, lcp: 1.05 };
/** Maximum additional blocking time compared with the static twin. Style and layout cost both pages the same, because they have the same markup. */
const ADDED_BLOCKING_LIMIT_MS = 40;
/**
 * Maximum time that a first interaction waits for a running task. The limit is higher if the static twin, which needs only style and layout, has a longer task.
 */
const LONGEST_TASK_LIMIT_MS = 100;
const FIRST_VIEW_LIMIT_BYTES = 120_000;
/** URL of a running site built from another commit, for example `http://localhost:3100`. Its pages and their static twins are measured in the same rotation. */
const EARLIER_SITE_URL = process.env.BENCH_BEFORE;
/** Minimum blocking time used in ratios. Visitors do not notice shorter blocking, and the ratio of two values near zero means nothing. */
const MIN_BLOCKED_MS = 10;
/** Maximum ratio of a page's time to its time at the other commit. Measurements of the same page differ by up to this factor. */
const EARLIER_SITE_LIMIT = 1.1;
/** Names of the pages that the home page is compared with, or of the areas to measure. By default, everything is measured. */
const SELECTED_PARTS = process.env.BENCH_PARTS?.split(',');
const REFERENCES = SELECTED_PARTS ?? ['hand-written', 'static twin', 'single bundle'];

const HTML_TYPE = 'text/html; charset=utf-8';
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': HTML_TYPE,
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const startSite = async () => {
  const folder = path.join(root, '.cache/bench-site');
  await buildAndPublish({ folder });
  const provider = await startMeasuredProvider(folder);
  const host = await startHost({ dataFolder: folder, providerUrl: provider.url, env: { LOG_LEVEL: 'error' } });
  return {
    url: host.url,
    stop: async (): Promise<void> => {
      await host.stop();
      await provider.stop();
    },
  };
};

/** Serves the site as a single-page application at `/` for comparison with the home page. Its files, images and API come from the real host. */
const startBundleServer = async (certificate: Certificate, siteUrl: string): Promise<SecureServer> => {
  await buildWorkspace(path.join(import.meta.dirname, 'single-bundle'));
  const folder = path.join(import.meta.dirname, 'single-bundle/dist');
  const files = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const isPage = name === 'index.html';
      const content = await readFile(path.join(folder, name));
      const type = CONTENT_TYPES[path.extname(name)] ?? 'application/octet-stream';
      return [isPage ? '/' : `/single-bundle/${name}`, await encodeFile(type, isPage ? PAGE_CACHE : FILE_CACHE, content)] as const;
    }),
  );
  return startSecureServer(certificate, siteUrl, new Map(files));
};

const startHandWrittenServer = async (certificate: Certificate, siteUrl: string): Promise<SecureServer> => {
  const { page, headers } = await createHandWrittenHome(siteUrl);
  return startSecureServer(certificate, siteUrl, new Map([['/', await encodeFile(HTML_TYPE, PAGE_CACHE, page, headers)]]));
};

type Reporter = ReturnType<typeof createReport>;

const TWIN = 'static twin';
const EARLIER_STATIC_TWIN = 'static twin before';
const EARLIER_COMPOSED_PAGE = 'composed before';

/** Reports the blocking time beyond that of the static twin, the longest task, and the changes since the other commit. */
const reportSpeed = (report: Reporter['report'], title: string, { getMedian, getDifference, getRatio }: Comparison): void => {
  const addedBlockingMs = getDifference('blockedMs', 'composed', TWIN);
  report(
    `${title}: blocking time beyond the static twin`,
    `${Math.round(addedBlockingMs)} ms (limit ${ADDED_BLOCKING_LIMIT_MS})`,
    addedBlockingMs <= ADDED_BLOCKING_LIMIT_MS,
  );
  const { longestMs } = getMedian('composed');
  // A slow static twin raises the limit, because its longest task does the same style and layout work.
  const longestTaskLimitMs = Math.max(LONGEST_TASK_LIMIT_MS, TWIN_LIMIT * getMedian(TWIN).longestMs);
  report(
    `${title}: longest task after the first paint`,
    `${Math.round(longestMs)} ms (limit ${Math.round(longestTaskLimitMs)})`,
    longestMs <= longestTaskLimitMs,
  );
  if (EARLIER_SITE_URL === undefined) return;
  const getBlockedMs = (name: string): number => Math.max(getMedian(name).blockedMs, MIN_BLOCKED_MS);
  const values = {
    'blocking time of the static twin': getBlockedMs(TWIN) / getBlockedMs(EARLIER_STATIC_TWIN),
    'first paint': getRatio('fcpMs', 'composed', EARLIER_COMPOSED_PAGE),
    LCP: getRatio('lcpMs', 'composed', EARLIER_COMPOSED_PAGE),
  };
  for (const [what, value] of Object.entries(values))
    report(`${title}: ${what} against the one before`, `${value.toFixed(2)} (limit ${EARLIER_SITE_LIMIT.toFixed(2)})`, value <= EARLIER_SITE_LIMIT);
};

const printVerdict = ({ allHeld }: Reporter): boolean => {
  printLine(allHeld() ? '\nAll limits hold.' : '\nNot all limits hold.');
  return allHeld();
};

/**
 * Compares the home page with a hand-written page, a static page with the same markup, and a single-bundle build of the same source. Returns true if every
 * limit is met.
 */
export const measureHome = async (): Promise<boolean> => {
  const reporter = createReport();
  const site = await startSite();
  const certificate = await makeCertificate();
  const serverStarters: Readonly<Record<string, () => Promise<SecureServer>>> = {
    composed: () => startSecureServer(certificate, site.url, new Map()),
    'hand-written': () => startHandWrittenServer(certificate, site.url),
    [TWIN]: () => startTwinServer(certificate, site.url, ['/']),
    ...(EARLIER_SITE_URL !== undefined && {
      [EARLIER_STATIC_TWIN]: () => startTwinServer(certificate, EARLIER_SITE_URL, ['/']),
      [EARLIER_COMPOSED_PAGE]: () => startSecureServer(certificate, EARLIER_SITE_URL, new Map()),
    }),
    'single bundle': () => startBundleServer(certificate, site.url),
  };
  const servers: SecureServer[] = [];
  try {
    const candidates: Candidate[] = [];
    for (const [name, start] of Object.entries(serverStarters)) {
      if (!['composed', EARLIER_STATIC_TWIN, EARLIER_COMPOSED_PAGE, ...REFERENCES].includes(name)) continue;
      const server = await start();
      servers.push(server);
      candidates.push({ name, url: `${server.url}/` });
    }
    for (const [title, throttling] of [
      ['applied throttling', 'devtools'],
      ['simulated throttling', 'simulate'],
    ] as const) {
      const comparison = await compareViews(`home, ${title}`, candidates, throttling);
      const { getMedian, getRatio } = comparison;
      const report = (what: string, value: string, ok: boolean): void => reporter.report(`${what}, ${title}`, value, ok);
      const reportRatio = (metric: 'fcpMs' | 'lcpMs', reference: string, limit: number): void => {
        if (!REFERENCES.includes(reference)) return;
        const value = getRatio(metric, 'composed', reference);
        report(`${metric === 'fcpMs' ? 'first paint' : 'LCP'} against the ${reference}`, `${value.toFixed(2)} (limit ${limit.toFixed(2)})`, value <= limit);
      };
      const composedMs = getMedian('composed');
      reportRatio('fcpMs', 'hand-written', HAND_WRITTEN_LIMITS.fcp);
      reportRatio('lcpMs', 'hand-written', HAND_WRITTEN_LIMITS.lcp);
      reportRatio('lcpMs', TWIN, TWIN_LIMIT);
      reportRatio('lcpMs', 'single bundle', 1);
      report('layout shift', `${composedMs.cls.toFixed(3)} (limit 0)`, hasNoLayoutShift(composedMs));
      // Skip simulated throttling, which multiplies every delay on this machine by four.
      if (throttling === 'devtools' && REFERENCES.includes(TWIN)) reportSpeed(report, 'home', comparison);
      report(
        'first view before any script',
        `${formatKilobytes(composedMs.bytesBeforeScript)} (limit ${formatKilobytes(FIRST_VIEW_LIMIT_BYTES)})`,
        composedMs.bytesBeforeScript <= FIRST_VIEW_LIMIT_BYTES,
      );
    }
  } finally {
    for (const server of servers) await server.close();
    await site.stop();
  }
  return printVerdict(reporter);
};

const readFirstItem = async <Item>(siteUrl: string, call: string): Promise<Item> => {
  const { data }: { data: readonly Item[] } = await (await fetch(`${siteUrl}/api/${call}`)).json();
  const [first] = data;
  if (first === undefined) throw new Error(`There are no ${call} to measure.`);
  return first;
};

const findAreas = async (siteUrl: string): Promise<Readonly<Record<string, string>>> => {
  const post = await readFirstItem<{ slug: string }>(siteUrl, 'posts');
  const event = await readFirstItem<{ _id: string }>(siteUrl, 'events');
  return { article: `/news/${post.slug}`, event: `/events/${event._id}`, gallery: '/gallery' };
};

/** Compares article, event and gallery pages with static twins without script. Returns true if every limit is met. */
export const measureAreas = async (): Promise<boolean> => {
  const reporter = createReport();
  const { report } = reporter;
  const site = await startSite();
  const areas = await findAreas(site.url);
  const chosen = Object.entries(areas).filter(([area]) => SELECTED_PARTS?.includes(area) ?? true);
  const certificate = await makeCertificate();
  const siteServer = await startSecureServer(certificate, site.url, new Map());
  const twins = await startTwinServer(certificate, site.url, Object.values(areas));
  const earlierAreas = EARLIER_SITE_URL === undefined ? {} : await findAreas(EARLIER_SITE_URL);
  const before =
    EARLIER_SITE_URL === undefined
      ? []
      : [
          { name: EARLIER_STATIC_TWIN, server: await startTwinServer(certificate, EARLIER_SITE_URL, Object.values(earlierAreas)) },
          { name: EARLIER_COMPOSED_PAGE, server: await startSecureServer(certificate, EARLIER_SITE_URL, new Map()) },
        ];
  try {
    if (chosen.length === 0) throw new Error(`BENCH_PARTS names no area. There are ${Object.keys(areas).join(', ')}.`);
    for (const [area, path] of chosen) {
      const candidates = [
        { name: 'composed', url: siteServer.url + path },
        { name: TWIN, url: twins.url + path },
        ...before.map(({ name, server }) => ({ name, url: server.url + earlierAreas[area] })),
      ];
      const comparison = await compareViews(`${area}, applied throttling`, candidates, 'devtools');
      const composedMs = comparison.getMedian('composed');
      const lcpRatio = comparison.getRatio('lcpMs', 'composed', TWIN);
      report(`${area}: LCP against the static twin`, `${lcpRatio.toFixed(2)} (limit ${TWIN_LIMIT})`, lcpRatio <= TWIN_LIMIT);
      report(`${area}: layout shift`, `${composedMs.cls.toFixed(3)} (limit 0)`, hasNoLayoutShift(composedMs));
      reportSpeed(report, area, comparison);
    }
  } finally {
    await Promise.all([siteServer, twins, ...before.map(({ server }) => server)].map((server) => server.close()));
    await site.stop();
  }
  return printVerdict(reporter);
};
