import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCanary, toCanary } from '@site/releases/canary-changes';
import { createCanaryNumber } from '@site/releases/canary-number';
import type { ReleaseManifest } from '@site/releases/manifest';
import { createReleaseStore, type ReleaseStore } from '@site/releases/release-store';
import { readHmacKey } from '@site/releases/signed-token';
import { buildAndPublish } from '@site/scripts/parts';
import { type RunningServer, startHost } from '@site/scripts/servers';
import { createCheckout, type Edit } from './bad-builds/checkout.ts';
import { createReport, pause, signIn, startMeasuredProvider } from './measuring.ts';

const CANARY_PERCENT = 2;
const REQUESTS_PER_SECOND = 200;
const WINDOW_MS = 10_000;
const AFFECTED_LIMIT = 0.02;
const ADDRESS_COUNT = 40;
const LIMITS = { views: 500, minutes: 10 };

const HEALTHY_CANARIES = 100;
const HEALTHY_VIEWS = 500;
/** Normal share of page views with a fault in either version, caused by broken connections and browser extensions. */
const NORMAL_FAULT_SHARE = 0.01;
const CONCURRENT_VIEWS = 20;

const FAILING_EDIT: Edit = {
  file: 'remote-gallery/src/routes.tsx',
  from: 'loader: galleryLoader(services),',
  to: `loader: async (args) => {
          if (typeof window === 'undefined' && Number(new URL(args.request.url).searchParams.get('q')) % 10 < 3) throw new Error('a fault of the canary');
          return galleryLoader(services)(args);
        },`,
};
/** How each drill's canary fails. Visitors' browsers report the browser faults. */
const DRILLS: readonly (readonly [name: string, edits: readonly Edit[], isBrowserFault: boolean])[] = [
  ['30% failing renderings', [FAILING_EDIT], false],
  ['a fault in every browser', [], true],
];

interface Counts {
  views: number;
  affected: number;
  canaries: number;
  lastCanaryAt: number;
}

interface Visitor {
  readonly address: string;
  readonly cookie?: string;
}

let visitorCount = 0;
const createVisitor = (): Visitor => {
  visitorCount += 1;
  return { address: `10.${(visitorCount >> 16) & 255}.${(visitorCount >> 8) & 255}.${visitorCount & 255}` };
};

/** Sends the report that the site's script would send after showing a page or failing to show it. */
const sendReport = async ({ url }: RunningServer, { address, cookie = '' }: Visitor, version: string, html: string, isFault: boolean): Promise<void> => {
  const [, set = ''] = /"set":\{"id":"(\w+)"/.exec(html) ?? [];
  const page = { version, set, path: '/gallery' };
  const body = isFault ? { ...page, kind: 'hydration', remote: 'gallery', message: 'a fault of the page' } : page;
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address, cookie };
  await fetch(`${url}${isFault ? '/reports' : '/reports/views'}`, { method: 'POST', headers, body: JSON.stringify(body) });
};

const view = async (host: RunningServer, { version }: ReleaseManifest, isBrowserFault: boolean, counts: Counts): Promise<void> => {
  const number = Math.floor(Math.random() * ADDRESS_COUNT);
  const visitor = createVisitor();
  const response = await fetch(`${host.url}/gallery?q=${number}`, { headers: { 'x-forwarded-for': visitor.address } });
  const html = await response.text();
  const cookie = /canary=[^;]+/.exec(response.headers.get('set-cookie') ?? '')?.[0] ?? '';
  const shownVersion = /_mf\/gallery\/([^/]+)\//.exec(html)?.[1] ?? '';
  const isCanary = html.includes(`/_mf/gallery/${version}/`);
  counts.views += 1;
  if (isCanary) {
    counts.canaries += 1;
    counts.lastCanaryAt = performance.now();
  }
  // If the canary fails, the active version serves the page, so visitors notice only a slower page.
  if (response.status !== 200 || (isCanary && (isBrowserFault || number % 10 < 3))) counts.affected += 1;
  await sendReport(host, { ...visitor, cookie }, shownVersion, html, isCanary && isBrowserFault);
};

/** Runs a canary for 2% of visitors. Measures how soon it is rolled back and how many visitors it affects. */
const drill = async (host: RunningServer, store: ReleaseStore, release: ReleaseManifest, isBrowserFault: boolean) => {
  const counts = { views: 0, affected: 0, canaries: 0, lastCanaryAt: 0 };
  await store.changeRegistry(startCanary(release, toCanary(release.version, { share: CANARY_PERCENT, ...LIMITS })));
  const began = performance.now();
  const inFlight = new Set<Promise<void>>();
  while (performance.now() - began < WINDOW_MS) {
    for (let i = 0; i < REQUESTS_PER_SECOND / 10; i += 1) {
      const pendingView = view(host, release, isBrowserFault, counts).finally(() => inFlight.delete(pendingView));
      inFlight.add(pendingView);
    }
    await pause(100);
  }
  await Promise.all(inFlight);
  const { canary, bad = [] } = (await store.readRegistry()).remotes.gallery ?? {};
  const mark = bad.find(({ version }) => version === release.version);
  return { ...counts, isUndone: canary === undefined && mark !== undefined, reason: mark?.reason ?? 'not undone', undoneMs: counts.lastCanaryAt - began };
};

interface CanaryState {
  readonly since: string;
  readonly views: number;
}

/** Shows the canary for half of the page views, with the normal share of faults in both versions. Returns how many canary page views the host has counted. */
const runHealthyCanary = async (host: RunningServer, store: ReleaseStore, release: ReleaseManifest, token: string, key: Buffer): Promise<number> => {
  const canary = toCanary(release.version, { share: 50, ...LIMITS });
  await store.changeRegistry(startCanary(release, canary));
  const readState = async (): Promise<CanaryState | undefined> => {
    const response = await fetch(`${host.url}/api/site/parts`, { headers: { authorization: `Bearer ${token}` } });
    const { data }: { data: { parts: { name: string; canary?: CanaryState }[] } } = await response.json();
    return data.parts.find(({ name }) => name === 'gallery')?.canary;
  };
  // The previous canary had the same version, so only `since` tells the two apart.
  while ((await readState())?.since !== canary.since) await pause(50);
  const get = async ({ address, cookie = '' }: Visitor): Promise<string> =>
    (await fetch(`${host.url}/gallery`, { headers: { cookie, 'x-forwarded-for': address } })).text();
  const { history = [] } = (await store.readRegistry()).remotes.gallery ?? {};
  const pending = Array.from({ length: 2 * HEALTHY_VIEWS }, (_, index) => index % 2 === 0);
  while (pending.length > 0)
    await Promise.all(
      pending.splice(0, CONCURRENT_VIEWS).map(async (isCanary) => {
        const visitor = { ...createVisitor(), cookie: `canary=${createCanaryNumber(key, isCanary ? 0 : 99, Date.now())}` };
        const html = await get(visitor);
        await sendReport(host, visitor, isCanary ? release.version : (history[0] ?? ''), html, Math.random() < NORMAL_FAULT_SHARE);
      }),
    );
  return (await readState())?.views ?? 0;
};

export const measure = async (): Promise<boolean> => {
  const { report: print, allHeld } = createReport();
  const dataFolder = mkdtempSync(join(tmpdir(), 'canary-'));
  await buildAndPublish({ folder: dataFolder });
  const checkout = createCheckout();
  const provider = await startMeasuredProvider(dataFolder);
  const host = await startHost({ dataFolder, providerUrl: provider.url, env: { TRUST_PROXY: 'loopback', LOG_LEVEL: 'error' } });
  const store = createReleaseStore(join(dataFolder, 'releases'));
  const publish = (version: string, edits: readonly Edit[]): Promise<ReleaseManifest> =>
    checkout.withBuild('gallery', edits, (workspace) => store.publish('gallery', version, join(workspace, 'dist')));
  try {
    for (const [index, [name, edits, isBrowserFault]] of DRILLS.entries()) {
      const { views, affected, canaries, isUndone, reason, undoneMs } = await drill(host, store, await publish(`2.0.${index}`, edits), isBrowserFault);
      print(`${name}: undone after`, `${Math.round(undoneMs)} ms (${reason})`, isUndone && undoneMs <= WINDOW_MS);
      print(`${name}: affected page views`, `${affected} of ${views}, of which ${canaries} got the canary`, affected <= AFFECTED_LIMIT * views);
    }
    const healthyRelease = await publish('3.0.0', []);
    const [token, key] = await Promise.all([signIn(host.url), readHmacKey(dataFolder)]);
    const viewCounts: number[] = [];
    for (let round = 0; round < HEALTHY_CANARIES; round += 1) viewCounts.push(await runHealthyCanary(host, store, healthyRelease, token, key));
    const rolledBackCount = viewCounts.filter((views) => views < HEALTHY_VIEWS).length;
    const isBlocked = (await store.readRegistry()).remotes.gallery?.bad.some(({ version }) => version === healthyRelease.version) === true;
    const value = `${rolledBackCount} of ${viewCounts.length}, with at least ${Math.min(...viewCounts)} page views each`;
    print('healthy canaries that were undone', value, rolledBackCount === 0 && !isBlocked);
  } finally {
    await host.stop();
    await provider.stop();
    checkout.remove();
    rmSync(dataFolder, { recursive: true, force: true });
  }
  return allHeld();
};
