/** @jest-environment node */
import { createCanaryNumber } from '@site/releases/canary-number';
import type { Canary } from '@site/releases/manifest';
import { createSignedToken } from '@site/releases/signed-token';
import fastify from 'fastify';
import { activeSetFixture, bundleFixture, usableVersionFixture } from '../remotes/active-set-fixture.ts';
import { createPlaces } from '../remotes/places.ts';
import { createVisits, STAFF_PURPOSE } from '../remotes/visits.ts';
import { providerProxy } from './proxy.ts';
import { createGetVisit } from './visit.ts';

const PLACES = createPlaces({ siteUrl: 'https://site.test' });

const NOW = Date.UTC(2026, 10, 22, 10);
const key = Buffer.alloc(32, 1);
const toCookie = (number: number): string => createCanaryNumber(key, number, NOW);
const canary: Canary = { version: '3', share: 5, since: '', limits: { faultRate: 0.02, views: 500, minutes: 10 } };

/** Sets up a host that responds with the versions in the visitor's set. */
const setUp = ({ share = 5, number = 50, isUsable = true } = {}) => {
  const state = { share, number, isRunning: true };
  const active = activeSetFixture('set-1');
  const visits = createVisits({
    places: PLACES,
    key,
    now: () => NOW,
    chooseNumber: () => state.number,
    log: { warn: () => undefined },
    knownVersions: { rememberVariant: () => undefined },
    activeSet: {
      current: () => active,
      released: () => ({ generation: 1, remotes: { gallery: { paths: ['/gallery'], history: ['2', '1'], bad: [] } }, removed: {} }),
      canaries: () =>
        state.isRunning
          ? [
              {
                remote: 'gallery',
                canary: { ...canary, share: state.share },
                ...(isUsable ? { usableVersion: usableVersionFixture(bundleFixture('3')) } : { problem: 'it throws' }),
              },
            ]
          : [],
      getVersion: () => Promise.reject(new Error('no preview')),
    },
  });
  const getVisit = createGetVisit(visits, PLACES);
  const app = fastify();
  app.get('/', async (request, reply) => {
    const { visit, audience } = await getVisit(request, reply);
    const { id, remotes } = visit.set.browserSet;
    return { audience, id, versions: remotes.gallery?.versions.map(({ version }) => version) };
  });
  const get = async (cookies: Readonly<Record<string, string>> = {}) => {
    const response = await app.inject({ url: '/', cookies });
    return { ...response.json(), cookie: response.headers['set-cookie'] };
  };
  return { get, state };
};

const ACTIVE = ['2', '1'];
const CANARY = ['3', '2', '1'];
const createStaffCookie = (expiresAt: number) => ({ staff: createSignedToken(key, STAFF_PURPOSE, { expiresAt }) });

describe('the visitors of a canary', () => {
  it('RLS-06 draw a number once, and then keep their version', async () => {
    const { get, state } = setUp({ number: 4 });
    const first = await get();
    expect(first).toMatchObject({ audience: 'visitor', versions: CANARY, cookie: `canary=${toCookie(4)}; Path=/; SameSite=Lax` });
    state.number = 5;
    expect(await get()).toMatchObject({ audience: 'visitor', versions: ACTIVE, id: 'set-1' });
    expect(await get({ canary: toCookie(4) })).toMatchObject({ versions: CANARY, id: first.id, cookie: undefined });
    expect(first.id).not.toBe('set-1');
  });

  it('RLS-06 make up the share that the registry names', async () => {
    const { get } = setUp({ share: 30 });
    const versions = await Promise.all(Array.from({ length: 100 }, async (_, number) => (await get({ canary: toCookie(number) })).versions[0]));
    expect(versions.filter((version) => version === '3')).toHaveLength(30);
  });

  it('RLS-06 lose their number when the canary has ended', async () => {
    const { get, state } = setUp();
    state.isRunning = false;
    expect(await get({ canary: toCookie(4) })).toMatchObject({ audience: 'visitor', versions: ACTIVE, cookie: 'canary=; Max-Age=0; Path=/; SameSite=Lax' });
    expect(await get()).toMatchObject({ audience: 'everyone', versions: ACTIVE, cookie: undefined });
  });

  it.each([
    ['0', 'without a signature'],
    [createCanaryNumber(Buffer.alloc(32, 2), 0, NOW), 'of another key'],
    [createSignedToken(key, STAFF_PURPOSE, { number: 0, issuedAt: NOW }), 'of another purpose'],
    [createSignedToken(key, 'canary-number', { number: -1, issuedAt: NOW }), 'out of range'],
    [createCanaryNumber(key, 0, NOW - 30 * 24 * 3_600_000), 'from last month'],
    ['', 'empty'],
  ])('RLS-06 draw a new number instead of %p, %s', async (canary) => {
    expect(await setUp({ number: 7 }).get({ canary })).toMatchObject({ versions: ACTIVE, cookie: expect.stringContaining(`canary=${toCookie(7)};`) });
  });

  it('RLS-06 are only staff while the share is 0, and others notice nothing', async () => {
    const { get } = setUp({ share: 0, number: 0 });
    expect(await get(createStaffCookie(NOW + 1))).toMatchObject({ audience: 'visitor', versions: CANARY, cookie: expect.stringContaining('canary=') });
    for (const cookies of [
      {},
      createStaffCookie(NOW),
      { staff: 'forged.value' },
      { staff: createSignedToken(Buffer.alloc(32, 2), STAFF_PURPOSE, { expiresAt: NOW + 1 }) },
    ])
      expect(await get(cookies)).toMatchObject({ audience: 'everyone', versions: ACTIVE, cookie: undefined });
  });

  it('RLS-06 get the active version from a host that cannot load the canary', async () => {
    expect(await setUp({ share: 100, isUsable: false }).get({ canary: toCookie(0) })).toMatchObject({ versions: ACTIVE });
  });
});

describe('the staff cookie', () => {
  const setUpProxy = async (status = 200) => {
    const provider = fastify();
    provider.all('/*', async (_request, reply) => reply.code(status).send({}));
    const app = fastify();
    app.register(providerProxy, { providerUrl: await provider.listen({ port: 0, host: '127.0.0.1' }), hmacKey: key });
    const post = async (path: string) => {
      const response = await app.inject({ method: 'POST', url: path, payload: {} });
      await app.close();
      await provider.close();
      return response.headers['set-cookie'];
    };
    return { post };
  };

  it.each(['/api/auth/login', '/api/auth/refresh'])('RLS-06 is set by a successful %s, and recognised by canaries', async (path) => {
    const cookie = String(await (await setUpProxy()).post(path));
    expect(cookie).toMatch(/^staff=[\w.-]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    const staff = /^staff=([^;]+)/.exec(cookie)?.[1] ?? '';
    expect(await setUp({ share: 0 }).get({ staff })).toMatchObject({ versions: CANARY });
  });

  it('RLS-06 is not set by a failed sign-in or by other calls, and is removed at sign-out', async () => {
    expect(await (await setUpProxy(401)).post('/api/auth/login')).toBeUndefined();
    expect(await (await setUpProxy()).post('/api/volunteer')).toBeUndefined();
    expect(await (await setUpProxy()).post('/api/auth/logout')).toMatch(/^staff=; Max-Age=0;/);
  });
});
