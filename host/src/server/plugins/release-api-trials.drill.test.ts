/** @jest-environment node */
import { readPreview } from '@site/releases/preview';
import { startReleaseApiSite } from './release-api-fixture.ts';

const KEY = Buffer.alloc(32, 1);

let site: Awaited<ReturnType<typeof startReleaseApiSite>>;
beforeAll(async () => {
  site = await startReleaseApiSite();
});
afterAll(() => site.close());

const readToken = async (path: string) => readPreview(KEY, path.replace('/_preview/', ''), await site.store.readRegistry(), Date.now());

describe('previews through the release API', () => {
  it('RLS-07 are created and revoked by a team that may publish, and both are in the history', async () => {
    const { versions, token, history } = site;
    const created = await site.post('/gallery/previews', { version: versions.broken, hours: 2 }, token.publish);
    expect([created.statusCode, created.headers['cache-control']]).toEqual([200, 'no-store']);
    const { id, path, expiresAt } = created.json();
    expect(await readToken(path)).toMatchObject({ id, remote: 'gallery', version: versions.broken, expiresAt: Date.parse(expiresAt) });

    expect((await site.post('/gallery/previews/revoke', { id }, token.publish)).json()).toEqual({ id });
    expect(await readToken(path)).toBeUndefined();
    expect(await history.list({ remote: 'gallery', limit: 2 })).toMatchObject([
      { actor: 'gallery-publisher', action: 'revoke-preview', outcome: 'done', detail: id },
      { actor: 'gallery-publisher', action: 'preview', outcome: 'done', version: versions.broken, detail: `${id} until ${expiresAt}` },
    ]);
  });

  it('RLS-07 are rejected for other remotes, without the scope, and for versions that must not be seen', async () => {
    const { versions, token } = site;
    const { id } = (await site.post('/news/previews', { version: versions.news }, token.foreign)).json();
    const before = await site.store.readRegistry();
    const attempts = [
      [403, '/news/previews', { version: versions.news }],
      [403, '/gallery/previews', { version: versions.broken }, token.activate],
      [403, '/gallery/previews/revoke', { id }],
      [403, '/gallery/previews/revoke', { id: 'all' }],
      [401, '/gallery/previews', { version: versions.broken }, token.revoked],
      [404, '/gallery/previews', { version: '9.9.9-none' }],
      [404, '/gallery/previews', { version: versions.damaged }],
      [400, '/gallery/previews', { version: '../news/1' }],
      [400, '/gallery/previews', { version: versions.broken, hours: 25 }],
      [409, '/gallery/previews', { version: versions.bad }],
    ] as const;
    for (const [status, url, body, text] of attempts) {
      const response = await site.post(url, body, text);
      expect([url, body, response.statusCode]).toEqual([url, body, status]);
    }
    expect(await site.store.readRegistry()).toEqual(before);
  });
});

describe('canaries through the release API', () => {
  it('RLS-06 are started, listed, stopped and promoted by a team that may activate, and each step is in the history', async () => {
    const { versions, store, history } = site;
    const started = await site.post('/gallery/canary', { version: versions.first, share: 5, reason: 'try it' });
    expect(started.json()).toMatchObject({ version: versions.first, share: 5, limits: { faultRate: 0.02, views: 500, minutes: 10 } });
    const [listed] = (await site.get('/gallery')).json().remotes;
    expect(listed.canary).toEqual(started.json());
    expect(listed.versions).toContainEqual(expect.objectContaining({ version: versions.first, state: 'canary' }));

    expect((await site.post('/gallery/canary/stop', {})).statusCode).toBe(200);
    expect((await store.readRegistry()).remotes.gallery).not.toHaveProperty('canary');
    await site.post('/gallery/canary', { version: versions.first, share: 0 });
    expect((await site.post('/gallery/canary/promote', {})).json()).toMatchObject({ version: versions.first, left: versions.second, isServed: true });
    expect((await history.list({ remote: 'gallery', limit: 4 })).map(({ action, version, reason }) => [action, version, reason])).toEqual([
      ['promote-canary', versions.first, undefined],
      ['start-canary', versions.first, undefined],
      ['stop-canary', undefined, undefined],
      ['start-canary', versions.first, 'try it'],
    ]);
  });

  it('RLS-06 are rejected for other remotes, without the scope, and for versions that must not become active', async () => {
    const { versions, token } = site;
    const before = await site.store.readRegistry();
    const attempts = [
      [403, '/news/canary', { version: versions.news, share: 5 }],
      [403, '/gallery/canary', { version: versions.second, share: 5 }, token.publish],
      [403, '/gallery/canary/promote', {}, token.publish],
      [403, '/gallery/canary/stop', {}, token.foreign],
      [400, '/gallery/canary', { version: versions.second, share: 101 }],
      [400, '/gallery/canary', { version: versions.second }],
      [404, '/gallery/canary', { version: versions.damaged, share: 5 }],
      [409, '/gallery/canary', { version: versions.bad, share: 5 }],
      [409, '/gallery/canary/stop', {}],
      [409, '/gallery/canary/promote', {}],
      [422, '/gallery/canary', { version: versions.broken, share: 5 }],
    ] as const;
    for (const [status, url, body, text] of attempts) {
      const response = await site.post(url, body, text);
      expect([url, body, response.statusCode]).toEqual([url, body, status]);
    }
    expect(await site.store.readRegistry()).toEqual(before);
  });
});

describe('limits of the release API', () => {
  it('RLS-03 limits how often a token changes what is active, because every host reads each change', async () => {
    const { text } = await site.tokens.create({ remote: 'gallery', scopes: ['activate'], days: 1 });
    const { generation } = await site.store.readRegistry();
    const statuses: number[] = [];
    // Uses rejected calls, which count too and are faster than creating 60 generations of the registry.
    for (let count = 0; count < 60; count += 1) statuses.push((await site.post('/gallery/activate', { version: '1.0.0-0a1b2c3d4e' }, text)).statusCode);

    expect(statuses).toEqual(Array(60).fill(404));
    expect((await site.post('/gallery/freeze', { reason: 'in a loop' }, text)).statusCode).toBe(429);
    expect((await site.store.readRegistry()).generation).toBe(generation);
    expect((await site.get('', text)).statusCode).toBe(200);
  });

  it('RLS-03 limits how often a token uploads, because all remotes share the disk', async () => {
    const { text } = await site.tokens.create({ remote: 'gallery', scopes: ['publish'], days: 1 });
    const statuses: number[] = [];
    const payload = JSON.stringify({});
    for (let count = 0; count < 101; count += 1) {
      const { statusCode } = await site.call({
        method: 'PUT',
        url: '/releases/gallery/versions/1.0.0-0a1b2c3d4e',
        authorization: `Bearer ${text}`,
        headers: { 'content-type': 'application/json' },
        payload,
      });
      statuses.push(statusCode);
    }

    expect(statuses).toEqual([...Array(100).fill(415), 429]);
  });
});
