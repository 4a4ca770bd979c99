/** @jest-environment node */
import { siteFixture } from '@site/shared/testing/fixtures';
import fastify from 'fastify';
import { getSiteDataUrl } from '../../federation/page-data.ts';
import { createFaultRecorder } from '../monitoring/faults.ts';
import { registerGauges } from '../monitoring/gauges.ts';
import { createMetrics } from '../monitoring/metrics.ts';
import type { Audience } from '../pages/page-response.ts';
import { createSiteDocuments } from '../pages/site-data.ts';
import { createLanes } from '../proxy/provider-lanes.ts';
import type { ActiveSet } from '../remotes/active-set.ts';
import { createPlaces } from '../remotes/places.ts';
import type { Outage } from '../upstream/content-revision.ts';
import { operationsRoutes } from './operations.ts';

const METRICS_TOKEN = 'a-token-of-some-length';

const activeSet: ActiveSet = {
  browserSet: { id: 'set-1', remotes: {} },
  remotes: new Map([
    [
      'gallery',
      {
        release: { remote: 'gallery', version: '1.0.0-a', contract: 2, createdAt: '', entry: '', chunks: {}, paths: ['/gallery'], isPrivate: true, files: {} },
        bundle: { remote: 'gallery', version: '1.0.0-a', file: '', hash: '', publicPath: '', paths: ['/gallery', '/albums'] },
        styles: {},
        versions: [],
        usableVersions: [],
      },
    ],
  ]),
  unavailable: new Map(),
  registry: { state: 'current', generation: 1, since: '' },
};

const [gallery] = activeSet.remotes.values();
/** The same set, with versions that could not be loaded. */
const degradedSet: ActiveSet = {
  ...activeSet,
  remotes: new Map(gallery === undefined ? [] : [['gallery', { ...gallery, rejected: 'no /srv/data/x' }]]),
  unavailable: new Map([['news', 'no /srv/data/y']]),
  registry: { ...activeSet.registry, reason: 'no /srv/data/z' },
};

const setUp = (metricsToken?: string, isDraining = false, development?: string, set = activeSet, outage?: Outage, audience: Audience = 'everyone') => {
  const getSiteDocument = createSiteDocuments(siteFixture({ siteUrl: 'https://site.test' }));
  const app = fastify();
  const metrics = createMetrics();
  registerGauges(metrics, {
    activeSet: { current: () => set },
    pages: { getCacheSize: () => ({ entries: 2, bytes: 2048 }), listLoads: () => [{ remote: 'gallery', running: 8, waiting: 30 }] },
    lanes: createLanes(),
    processes: { listLoads: () => new Map([['gallery', { processes: 1, requests: 3 }]]) },
    contentRevision: { getLast: () => 7, getOutage: () => outage },
    now: () => 42_000,
  });
  const { recordFault } = createFaultRecorder({ log: { error: () => undefined, warn: () => undefined }, metrics, toLoggablePath: (path) => path });
  app.register(operationsRoutes, {
    site: siteFixture({ siteUrl: 'https://site.test' }),
    activeSet: { current: () => set },
    metrics,
    metricsToken,
    isolation: { barrier: 'none', permissionModel: true },
    isDraining: () => isDraining,
    getOutage: () => outage,
    getVisit: async () => ({ visit: { set: activeSet }, place: createPlaces({ siteUrl: 'https://site.test' }).site, audience }),
    getSiteDocument,
    assets: { startScript: 'start()', development },
  });
  const get = async (url: string) => (await app.inject(url)).body;
  const getMetrics = (authorization?: string) => app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } });
  return { app, get, getMetrics, metrics, recordFault, getSiteDocument };
};

describe('GET /site-data', () => {
  const read = async (audience: Audience, name?: string) => {
    const { app, getSiteDocument } = setUp(undefined, false, undefined, activeSet, undefined, audience);
    const { id, site, remotes } = getSiteDocument(activeSet.browserSet);
    const { headers, body } = await app.inject(getSiteDataUrl(name ?? id));
    return { cacheControl: headers['cache-control'], data: JSON.parse(body), expected: { site, remotes } };
  };

  it('returns the data that pages leave out, and lets browsers cache it permanently under its name', async () => {
    const { cacheControl, data, expected } = await read('everyone');

    expect([cacheControl, data]).toEqual(['public, max-age=31536000, immutable', expected]);
    expect((await read('visitor')).cacheControl).toBe('private, max-age=31536000, immutable');
  });

  it('returns the newest data, uncached, for pages from other releases or hosts and for previews', async () => {
    const { cacheControl, data, expected } = await read('everyone', 'of-an-earlier-set');

    expect([cacheControl, data]).toEqual(['no-store', expected]);
    expect((await read('preview')).cacheControl).toBe('no-store');
  });
});

describe('GET /metrics', () => {
  it('REL-08 reports faults, pages, restarts and active versions to the owner of the token', async () => {
    const { getMetrics, metrics, recordFault } = setUp(METRICS_TOKEN);
    recordFault({ kind: 'load', remote: 'gallery', version: '1.0.0-a', set: 'set-1', message: 'missing' });
    metrics.countPage('cached', 'gallery');
    metrics.countRestart('gallery');
    metrics.observeComposition('gallery', 0.004);

    const { statusCode, body, headers } = await getMetrics(`Bearer ${METRICS_TOKEN}`);

    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(headers['content-type']).toMatch(/^text\/plain/);
    for (const line of [
      'host_faults_total{kind="load",remote="gallery",version="1.0.0-a"} 1',
      'host_pages_total{outcome="cached",remote="gallery"} 1',
      'host_render_process_restarts_total{remote="gallery"} 1',
      'host_page_composition_seconds_bucket{le="0.005",remote="gallery"} 1',
      'host_active_version{remote="gallery",version="1.0.0-a"} 1',
    ])
      expect(body).toContain(line);
  });

  it('OPS-06 reports the cache, the queues, the active set and the age of the revision', async () => {
    const { getMetrics } = setUp(METRICS_TOKEN);

    const { body } = await getMetrics(`Bearer ${METRICS_TOKEN}`);

    for (const line of [
      'host_page_cache_entries 2',
      'host_page_cache_bytes 2048',
      'host_page_compositions{remote="gallery",state="waiting"} 30',
      'host_proxy_calls{lane="images",state="waiting"} 0',
      'host_render_processes{remote="gallery"} 1',
      'host_render_requests{remote="gallery"} 3',
      'host_active_set{set="set-1"} 1',
      'host_unavailable_remotes 0',
      'host_registry_current 1',
      'host_content_revision 7',
      'host_content_revision_age_seconds 0',
    ])
      expect(body).toContain(line);
  });

  it('OPS-06 reports how long the revision has been unknown', async () => {
    const { getMetrics } = setUp(METRICS_TOKEN, false, undefined, degradedSet, { since: 0, reason: 'connect ECONNREFUSED' });

    const { body } = await getMetrics(`Bearer ${METRICS_TOKEN}`);

    expect(body).toContain('host_content_revision_age_seconds 42');
    expect(body).toContain('host_unavailable_remotes 1');
    expect(body).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
    expect(body).toMatch(/^process_resident_memory_bytes \d/m);
  });

  it.each([undefined, 'Bearer', 'Bearer another-token-of-len', METRICS_TOKEN])('REL-08 responds with 401 to the header %s', async (authorization) => {
    expect((await setUp(METRICS_TOKEN).getMetrics(authorization)).statusCode).toBe(401);
  });

  it('REL-08 does not exist if no token is configured', async () => {
    expect((await setUp().getMetrics('Bearer undefined')).statusCode).toBe(404);
  });
});

describe('GET /development.json', () => {
  it('RLS-08 names the script of the development build, the script that it replaces, and the supported contracts', async () => {
    const { app } = setUp(undefined, false, '/assets/development.1.js');

    const response = await app.inject('/development.json');

    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.json()).toEqual({ contracts: [2], script: '/assets/development.1.js', replaces: 'start()' });
  });

  it('RLS-08 does not exist without a development build', async () => {
    expect((await setUp().app.inject('/development.json')).statusCode).toBe(404);
  });
});

describe('GET /ready', () => {
  it('RLS-10 responds with 503 while the host is draining', async () => {
    const { statusCode, body } = await setUp(undefined, true).app.inject('/ready');
    expect([statusCode, JSON.parse(body).status]).toEqual([503, 'draining']);
  });

  it('SEC-31 shows reasons, which contain paths of this machine, only to local processes and to the owner of the token', async () => {
    const reasons = {
      remotes: { gallery: { refused: 'no /srv/data/x' } },
      unavailable: { news: 'no /srv/data/y' },
      registry: { reason: 'no /srv/data/z' },
      isolation: {},
    };
    const ask = async (headers = {}, remoteAddress = '127.0.0.1') => {
      const response = await setUp(METRICS_TOKEN, false, undefined, degradedSet).app.inject({ url: '/ready', remoteAddress, headers });
      return response.json();
    };

    expect(await ask()).toMatchObject(reasons);
    expect(await ask({ authorization: `Bearer ${METRICS_TOKEN}` }, '203.0.113.7')).toMatchObject(reasons);
    for (const answer of [await ask({}, '203.0.113.7'), await ask({ 'x-forwarded-for': '203.0.113.7' })]) {
      expect(JSON.stringify(answer)).not.toContain('/srv');
      expect(answer).toMatchObject({ status: 'ready', remotes: { gallery: { version: '1.0.0-a', refused: true } }, unavailable: { news: true } });
    }
  });

  it('REL-03 reports the state of the registry', async () => {
    expect(JSON.parse(await setUp().get('/ready'))).toMatchObject({ status: 'ready', registry: { state: 'current', generation: 1 } });
  });
});

describe('GET /helplines.txt', () => {
  it('NS-02 lists the helplines in plain text', async () => {
    expect(await setUp().get('/helplines.txt')).toContain('Call 0800 000 0000. Sample helpline. Free, day and night\n');
  });
});

describe('GET /robots.txt', () => {
  it('REL-05 excludes the paths that a private remote owns, not those that its release declares', async () => {
    expect(await setUp().get('/robots.txt')).toContain('Disallow: /gallery\nDisallow: /albums\n');
  });
});

describe('GET /ready', () => {
  it('OPS-05 reports since when the provider has been unreachable, and the reason only to the owner', async () => {
    const { app, get } = setUp(METRICS_TOKEN, false, undefined, activeSet, { since: Date.UTC(2026, 10, 23), reason: 'connect ECONNREFUSED 10.0.0.7:4000' });
    const provider = { state: 'unreachable', since: '2026-11-23T00:00:00.000Z' };
    const proxiedResponse = await app.inject({ url: '/ready', headers: { via: '1.1 proxy' } });
    expect([proxiedResponse.statusCode, proxiedResponse.json().provider]).toEqual([200, provider]);
    expect(JSON.parse(await get('/ready')).provider).toEqual({ ...provider, reason: 'connect ECONNREFUSED 10.0.0.7:4000' });
    expect(JSON.parse(await setUp().get('/ready')).provider).toEqual({ state: 'reachable' });
  });
});
