import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Candidate, compareViews, hasNoShift, kilobytes, ratio, TWIN_LIMIT } from './compare.ts';
import { type Certificate, FILE_CACHE, makeCertificate, ownFile, PAGE_CACHE, type SecureServer, startSecureServer } from './secure-server.ts';
import { buildSingleBundle, startSite } from './site-process.ts';
import { startTwinServer } from './twin-server.ts';
import { createVerdicts } from './verdicts.ts';

const TBT_LIMIT_MS = 50;
const FIRST_VIEW_LIMIT_BYTES = 120_000;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** The single-page application: its page at `/`, its files beside, pictures and calls from the real host. */
const startBundleServer = async (certificate: Certificate, siteUrl: string): Promise<SecureServer> => {
  const folder = await buildSingleBundle();
  const files = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const isPage = name === 'index.html';
      const content = await readFile(path.join(folder, name));
      const type = TYPES[path.extname(name)] ?? 'application/octet-stream';
      return [isPage ? '/' : `/single-bundle/${name}`, await ownFile(type, isPage ? PAGE_CACHE : FILE_CACHE, content)] as const;
    }),
  );
  return startSecureServer(certificate, siteUrl, new Map(files));
};

/** The home page against a static page of the same content, and against the same source as one application; true when all limits hold. */
export const measure = async (): Promise<boolean> => {
  const { report, allHeld } = createVerdicts();
  const site = await startSite();
  const certificate = await makeCertificate();
  const servers = [
    await startSecureServer(certificate, site.url, new Map()),
    await startTwinServer(certificate, site.url, ['/']),
    await startBundleServer(certificate, site.url),
  ];
  try {
    const candidates: Candidate[] = ['composed', 'static twin', 'single bundle'].map((name, index) => ({ name, url: `${servers[index]?.url}/` }));
    for (const [title, throttling] of [
      ['applied throttling', 'devtools'],
      ['simulated throttling', 'simulate'],
    ] as const) {
      const view = await compareViews(`home, ${title}`, candidates, throttling);
      const [composed, twin, bundle] = [view('composed'), view('static twin'), view('single bundle')];
      report(`LCP against the static twin, ${title}`, `${ratio(composed.lcpMs, twin.lcpMs)} (limit ${TWIN_LIMIT})`, composed.lcpMs <= TWIN_LIMIT * twin.lcpMs);
      report(`LCP against the single bundle, ${title}`, `${ratio(composed.lcpMs, bundle.lcpMs)} (limit 1.00)`, composed.lcpMs < bundle.lcpMs);
      report(`layout shift, ${title}`, `${composed.cls.toFixed(3)} (limit 0)`, hasNoShift(composed));
      // Judged where a slow processor is at work. Simulated, every moment that this machine is busy elsewhere counts four times: the table shows it.
      if (throttling === 'devtools')
        report(`blocking time, ${title}`, `${Math.round(composed.tbtMs)} ms (limit ${TBT_LIMIT_MS})`, composed.tbtMs <= TBT_LIMIT_MS);
      report(
        `first view before any script, ${title}`,
        `${kilobytes(composed.bytesBeforeScript)} (limit ${kilobytes(FIRST_VIEW_LIMIT_BYTES)})`,
        composed.bytesBeforeScript <= FIRST_VIEW_LIMIT_BYTES,
      );
    }
  } finally {
    for (const server of servers) await server.close();
    await site.stop();
  }
  return allHeld();
};
