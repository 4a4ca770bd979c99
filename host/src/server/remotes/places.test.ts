/** @jest-environment node */
import fastify from 'fastify';
import { createPlaceGuard } from '../plugins/place-guard.ts';
import type { ActiveSet } from './active-set.ts';
import { activeSetFixture } from './active-set-fixture.ts';
import { createPlaces, isServedAt } from './places.ts';

const SITE = { siteUrl: 'https://example.org' };
const STAFF = { ...SITE, staffUrl: 'https://staff.example.org' };
const ALL_ORIGINS = { ...STAFF, previewUrl: 'https://preview.example.org' };

/** A set with the staff area, and a gallery that may declare anything. */
const createSet = (): ActiveSet => {
  const set = activeSetFixture('abcdefabcdef');
  const gallery = set.remotes.get('gallery');
  const versions = set.browserSet.remotes.gallery?.versions ?? [];
  return {
    ...set,
    browserSet: { ...set.browserSet, remotes: { ...set.browserSet.remotes, 'auth-admin': { paths: ['/login', '/admin'], versions } } },
    remotes: new Map([...set.remotes, ...(gallery === undefined ? [] : [['auth-admin', gallery] as const])]),
    unavailable: new Map([['news', 'it throws']]),
  };
};

describe('createPlaces', () => {
  it('SEC-10 creates a single place that serves everything if no other origin is configured', () => {
    const { site, staff, preview, find, toSet } = createPlaces(SITE);
    const set = createSet();

    expect([staff, preview, find('staff.example.org')]).toEqual([site, site, site]);
    expect(site).toEqual({ origin: 'https://example.org', hasSessions: true, hasPublicPages: true, hasPreviews: true });
    expect(toSet(set, site)).toBe(set);
  });

  it('SEC-10 keeps sessions at the site if only previews have their own origin', () => {
    const { site, preview, find, areSeparate } = createPlaces({ ...SITE, previewUrl: 'https://preview.example.org' });

    expect([areSeparate, site.name, find('preview.example.org')]).toEqual([true, undefined, preview]);
    expect(site).toMatchObject({ hasSessions: true, hasPublicPages: true, hasPreviews: false });
    expect(preview).toMatchObject({ name: 'preview', hasSessions: false, hasPreviews: true });
  });

  it.each([
    ['example.org', 'site'],
    ['STAFF.example.org:443', 'staff'],
    ['preview.example.org', 'preview'],
    ['127.0.0.1:3000', 'site'],
    [undefined, 'site'],
  ])('SEC-10 finds the place of the host %s: %s', (host, name) => {
    expect(createPlaces(ALL_ORIGINS).find(host).name).toBe(name);
  });

  it("SEC-10 runs the staff area's code only where staff sign in, and all other code elsewhere", () => {
    const { site, staff, preview, toSet } = createPlaces(ALL_ORIGINS);
    const set = createSet();
    const getNames = (place: typeof site) => Object.keys(toSet(set, place).browserSet.remotes);

    expect([getNames(site), getNames(staff), getNames(preview)]).toEqual([['gallery'], ['auth-admin'], ['gallery']]);
    expect([...toSet(set, staff).remotes.keys()]).toEqual(['auth-admin']);
    expect(new Set([set, toSet(set, site), toSet(set, staff), toSet(set, preview)].map(({ browserSet }) => browserSet.id)).size).toBe(4);
    expect(toSet(set, staff)).toBe(toSet(set, staff));
  });

  it('SEC-10 recognises the staff area by its sign-in page, not by private pages', () => {
    const { staff } = createPlaces(STAFF);
    const set = createSet();
    const gallery = set.remotes.get('gallery');
    if (gallery !== undefined) Object.assign(gallery.release, { isPrivate: true });

    expect(isServedAt(staff, set, 'gallery')).toBe(false);
  });

  it('SEC-10 finds the URL of a page that a place does not serve', () => {
    const { site, staff, findPage } = createPlaces(STAFF);
    const set = createSet();

    expect(findPage(set, site, '/admin/posts')).toBe('https://staff.example.org/admin/posts');
    expect(findPage(set, staff, '/gallery')).toBe('https://example.org/gallery');
    expect(findPage(set, staff, '/')).toBe('https://staff.example.org/login');
    expect([findPage(set, staff, '/admin'), findPage(set, site, '/gallery'), findPage(set, site, '/nothing'), findPage(set, site, '/')]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it.each([
    { ...SITE, staffUrl: 'https://example.org:8443' },
    { ...SITE, previewUrl: 'https://example.org' },
    { ...STAFF, previewUrl: 'https://staff.example.org' },
  ])('SEC-10 rejects two places with the same host name, because they would share cookies: %j', (options) => {
    expect(() => createPlaces(options)).toThrow('must have their own host names');
  });
});

describe('createPlaceGuard', () => {
  const app = fastify();
  app.addHook('onRequest', createPlaceGuard(createPlaces(ALL_ORIGINS)));
  for (const route of ['/api/site/parts', '/api/*', '/img/*', '/*']) app.all(route, async () => 'ok');
  const ask = async (host: string, url: string, authorization?: string) => {
    const response = await app.inject({ url, headers: { host, ...(authorization === undefined ? {} : { authorization }) } });
    return [response.statusCode, response.headers['x-robots-tag']];
  };

  it.each([
    ['/api/users', 'Bearer abc'],
    ['/api/site/parts', 'Bearer abc'],
    ['/%61pi/site/parts', 'Bearer abc'],
    ['/img/../api/users', 'Bearer abc'],
    ['/img/%2e%2e/api/users', 'Bearer abc'],
    ['/api/auth/login', undefined],
    ['/api/auth/refresh', undefined],
    ['/api/%61uth/login', undefined],
    ['/api/x/../auth/login', undefined],
    ['/img/../api/auth/login', undefined],
    ['/api/invitations/abc', undefined],
    ['/api/auth%2Flogin', undefined],
  ])('SEC-10 allows %s only where staff sign in', async (url, authorization) => {
    expect(await ask('example.org', url, authorization)).toEqual([403, undefined]);
    expect(await ask('preview.example.org', url, authorization)).toEqual([403, 'noindex']);
    expect(await ask('staff.example.org', url, authorization)).toEqual([200, 'noindex']);
  });

  it('SEC-10 says where staff sign in', async () => {
    expect((await app.inject({ url: '/api/auth/me', headers: { host: 'example.org' } })).json()).toEqual({
      message: 'Staff sign in at https://staff.example.org.',
    });
  });

  it.each(['/api/posts', '/api/authors', '/img/upload/v1/abc.webp', '/news', '/api-news'])('SEC-10 lets visitors request %s', async (url) => {
    expect(await ask('example.org', url)).toEqual([200, undefined]);
  });
});
