/** @jest-environment node */
import type { Registry } from '@site/releases/manifest';
import { createPreview, revokePreviews } from '@site/releases/preview';
import { createSignedToken } from '@site/releases/signed-token';
import { siteFixture } from '@site/shared/testing/fixtures';
import fastify from 'fastify';
import { createMetrics } from '../monitoring/metrics.ts';
import { createPageSource } from '../pages/page-source.ts';
import { activeSetFixture, bundleFixture, usableVersionFixture } from '../remotes/active-set-fixture.ts';
import { createPlaces } from '../remotes/places.ts';
import { createVisits, STAFF_PURPOSE } from '../remotes/visits.ts';
import { renderedPage } from '../rendering/composed-page-fixture.ts';
import { formRoutes } from './forms.ts';
import { operationsRoutes } from './operations.ts';
import { pageRoutes } from './pages.ts';
import { previewRoutes } from './preview.ts';
import { createGetVisit } from './visit.ts';

const PLACES = createPlaces({ siteUrl: 'https://site.test' });

const NOW = Date.UTC(2026, 10, 22, 10);
const HOUR_MS = 3_600_000;
const key = Buffer.alloc(32, 1);

const monitor = { noteServed: () => undefined, countRender: () => undefined };

const toPage = (version: string) => renderedPage({ markup: `<h1>Version ${version}</h1>` });

/** Sets up a host whose gallery has the active version 2 and the published versions 3 and 4. */
const setUp = (places = PLACES) => {
  const views = jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(null, { status: 204 }));
  const state = {
    now: NOW,
    registry: { generation: 1, remotes: { gallery: { paths: ['/gallery'], history: ['2', '1'], bad: [] } }, removed: {} } as Registry,
  };
  const active = activeSetFixture('set-1');
  const composedVersions: (string | undefined)[] = [];
  const visits = createVisits({
    places,
    key,
    now: () => state.now,
    log: { warn: () => undefined },
    knownVersions: { rememberVariant: () => undefined },
    activeSet: {
      current: () => active,
      released: () => state.registry,
      canaries: () => [],
      getVersion: async (_remote, version) => {
        if (version !== '3' && version !== '4') throw new Error('there is no such version');
        return usableVersionFixture(bundleFixture(version));
      },
    },
  });
  const metrics = createMetrics();
  const pages = createPageSource({
    site: siteFixture({ siteUrl: 'https://site.test' }),
    assets: { startScript: '', dataSaverScript: '', styles: [], fontFaces: [], fonts: [], buildId: 'build' },
    contentRevision: { getCurrent: async () => ({ oldest: 1, newest: 1 }), getRange: () => ({ oldest: 1, newest: 1 }), getOutage: () => undefined },
    getCurrentVisit: () => ({ set: active }),
    composePage: async ({ versions = [], form }) => {
      composedVersions.push(versions[0]?.version);
      return {
        response: { ...toPage(versions[0]?.version ?? 'none'), actionData: form === undefined ? null : { form: form.body } },
        used: 0,
        faults: [],
        data: { isComplete: true },
      };
    },
    recordFault: () => undefined,
    monitor,
    metrics,
    reloadsPages: false,
  });
  const getVisit = createGetVisit(visits, places);
  const app = fastify();
  app.register(previewRoutes, { visits, places });
  app.register(pageRoutes, { providerUrl: 'http://provider.test', pages, getVisit, monitor, findUrlOnOtherOrigin: () => undefined });
  app.register(formRoutes, { siteUrl: 'https://site.test', pages, getVisit });
  app.register(operationsRoutes, {
    site: siteFixture({ siteUrl: 'https://site.test' }),
    activeSet: { current: () => active },
    metrics,
    isolation: { barrier: 'none', permissionModel: true },
    isDraining: () => false,
    getOutage: () => undefined,
    getVisit,
    getSiteDocument: pages.getSiteDocument,
    assets: { startScript: '' },
  });
  const get = (url: string, preview?: string) => app.inject({ url, ...(preview === undefined ? {} : { cookies: { preview } }) });
  return { app, get, state, composedVersions, views };
};

const create = (version = '3', now = NOW) => createPreview({ key, remote: 'gallery', version, hours: 1, now });

describe('a preview', () => {
  it('RLS-07 begins at its URL, which sets a session cookie and redirects to the page of the remote', async () => {
    const { get, app } = setUp();
    const { token } = create();

    const opened = await get(`/_preview/${token}`);
    expect([opened.statusCode, opened.headers.location, opened.headers['cache-control']]).toEqual([303, '/gallery', 'private, no-store']);
    expect(opened.headers['set-cookie']).toBe(`preview=${token}; Path=/; HttpOnly; SameSite=Lax`);
    const proxiedResponse = await app.inject({ url: `/_preview/${token}`, headers: { 'x-forwarded-proto': 'https' } });
    expect(proxiedResponse.headers['set-cookie']).toContain('; Secure');
  });

  it.each(['image', 'iframe', 'empty', 'script', 'style'])('RLS-07 does not begin with a request for %s, which another site can send', async (dest) => {
    const { app } = setUp();
    const url = `/_preview/${create().token}`;

    const embeddedResponse = await app.inject({ url, headers: { 'sec-fetch-dest': dest, 'sec-fetch-site': 'cross-site' } });
    expect([embeddedResponse.statusCode, embeddedResponse.headers['set-cookie'], embeddedResponse.headers['cache-control']]).toEqual([
      403,
      undefined,
      'private, no-store',
    ]);
    expect((await app.inject({ url, headers: { 'sec-fetch-dest': 'document' } })).headers).toHaveProperty('set-cookie');
  });

  it('RLS-07 shows its version on every page, only to that visitor, and stays out of caches and statistics', async () => {
    const { get, composedVersions, views } = setUp();
    const { token } = create();

    const shown = await get('/gallery', token);
    expect(shown.body).toContain('<h1>Version 3</h1>');
    expect(shown.body).toContain('<b>Preview of gallery 3</b>');
    expect(shown.headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex', vary: 'accept-encoding, cookie, save-data, ect' });
    expect(shown.headers).not.toHaveProperty('etag');
    expect(views).not.toHaveBeenCalled();

    const regularPage = await get('/gallery');
    expect(regularPage.body).toContain('<h1>Version 2</h1>');
    expect(regularPage.body).not.toContain('preview');
    await get('/gallery', token);
    expect(composedVersions).toEqual(['3', '2', '3']);
  });

  it('RLS-07 has a set with only that version, inline and at the URL that open pages fetch', async () => {
    const { get } = setUp();
    const { token } = create();

    const { id, remotes } = (await get('/release-set.json', token)).json();
    expect(remotes.gallery).toMatchObject({ paths: ['/gallery'], versions: [{ version: '3' }] });
    expect((await get('/gallery', token)).body).toContain(`"set":{"id":"${id}"`);
    expect((await get('/release-set.json')).json().id).toBe('set-1');
    expect((await get('/release-set.json', create('4').token)).json().id).not.toBe(id);
  });

  it('RLS-07 handles forms, until its end link is opened', async () => {
    const { app, get } = setUp();
    const { token } = create();

    const sent = await app.inject({
      method: 'POST',
      url: '/gallery',
      cookies: { preview: token },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'name=Sade',
    });
    expect(sent.body).toContain('<h1>Version 3</h1>');
    expect(sent.body).toContain('name=Sade');
    expect(sent.headers['cache-control']).toBe('private, no-store');

    const ended = await get('/_preview/end', token);
    expect([ended.statusCode, ended.headers.location]).toEqual([303, '/']);
    expect(ended.headers['set-cookie']).toMatch(/^preview=; Max-Age=0; Path=\//);
  });

  it('RLS-07 ignores 100 forged, expired, revoked and altered tokens, without any effect on pages or caches', async () => {
    const { get, state, composedVersions } = setUp();
    const { token, preview } = create();
    const [payload = '', signature = ''] = token.split('.');
    const revokedPreview = create();
    state.registry = { ...revokePreviews(revokedPreview.preview.id, NOW)(state.registry), generation: 2 };
    const replayedPayload = Buffer.from(JSON.stringify({ ...preview, version: '4' })).toString('base64url');
    const alteredTokens = Array.from({ length: 90 }, (_, index) => {
      const position = Math.floor((index * token.length) / 90);
      return `${token.slice(0, position)}${token[position] === 'A' ? 'B' : 'A'}${token.slice(position + 1)}`;
    });
    const invalidTokens = [
      ...alteredTokens,
      revokedPreview.token,
      create('3', NOW - HOUR_MS).token,
      create('9').token,
      `${replayedPayload}.${signature}`,
      payload,
      `${token}.${signature}`,
      createSignedToken(Buffer.alloc(32, 2), 'preview', preview),
      createSignedToken(key, 'staff', preview),
      createSignedToken(key, 'preview', { ...preview, expiresAt: 'never' }),
      '..%2f..%2ftoken-key',
    ];
    expect(new Set(invalidTokens)).toHaveProperty('size', 100);
    const regularPage = await get('/gallery');

    for (const text of invalidTokens) {
      const opened = await get(`/_preview/${text}`);
      expect([opened.statusCode, opened.headers['set-cookie'], opened.headers['cache-control']]).toEqual([404, undefined, 'private, no-store']);
      const page = await get('/gallery', text);
      expect(page.rawPayload.equals(regularPage.rawPayload)).toBe(true);
      expect({ ...page.headers, date: '' }).toEqual({ ...regularPage.headers, date: '' });
    }
    expect(composedVersions).toEqual(['2']);
    expect((await get('/gallery', token)).body).toContain('<h1>Version 3</h1>');
  });
});

describe('previews at a separate origin', () => {
  const places = createPlaces({ siteUrl: 'https://site.test', staffUrl: 'https://staff.test', previewUrl: 'https://preview.test' });
  const ask = (app: ReturnType<typeof setUp>['app'], host: string, url: string, cookies = {}) => app.inject({ url, headers: { host }, cookies });

  it('SEC-10 begin there, wherever their URL is opened, and their cookie has no effect elsewhere', async () => {
    const { app } = setUp(places);
    const { token } = create();

    for (const host of ['site.test', 'staff.test']) {
      const redirectResponse = await ask(app, host, `/_preview/${token}`);
      expect([redirectResponse.statusCode, redirectResponse.headers.location, redirectResponse.headers['set-cookie']]).toEqual([
        302,
        `https://preview.test/_preview/${token}`,
        undefined,
      ]);
    }
    expect((await ask(app, 'preview.test', `/_preview/${token}`)).headers['set-cookie']).toContain(`preview=${token}`);
    expect((await ask(app, 'preview.test', '/gallery', { preview: token })).body).toContain('<h1>Version 3</h1>');
    expect((await ask(app, 'site.test', '/gallery', { preview: token })).body).toContain('<h1>Version 2</h1>');
  });

  it('SEC-10 give canaries only to staff, by a link that is valid for a minute', async () => {
    const { app, state } = setUp(places);
    const staff = createSignedToken(key, STAFF_PURPOSE, { expiresAt: NOW + 3_600_000 });

    const link = await ask(app, 'staff.test', '/_preview/canaries', { staff });
    const [, path = ''] = /^https:\/\/preview\.test(\/_preview\/canaries\/.+)$/.exec(String(link.headers.location)) ?? [];
    expect(link.statusCode).toBe(303);
    expect((await ask(app, 'staff.test', '/_preview/canaries')).headers.location).toBe('/login');

    const opened = await ask(app, 'preview.test', path);
    expect([opened.statusCode, opened.headers.location]).toEqual([303, '/']);
    expect(opened.headers['set-cookie']).toMatch(/^staff=[\w.-]+; Path=\/; HttpOnly/);
    expect((await ask(app, 'site.test', path)).statusCode).toBe(404);
    expect((await ask(app, 'preview.test', `/_preview/canaries/${staff}`)).statusCode).toBe(404);
    state.now += 60_000;
    expect((await ask(app, 'preview.test', path)).statusCode).toBe(404);
  });

  it('SEC-10 remove both cookies at their end', async () => {
    const { app } = setUp(places);
    const ended = await ask(app, 'preview.test', '/_preview/end');
    expect([ended.headers['set-cookie']].flat().map((cookie) => cookie?.split('=')[0])).toEqual(['preview', 'staff']);
    expect([(await ask(app, 'staff.test', '/_preview/end')).headers['set-cookie']].flat()).toHaveLength(1);
  });
});
