import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { listProviders } from '../../database/leases.ts';
import { RateLimitedError } from '../../domain/errors.ts';
import { registerProvider } from '../../images/register-provider.ts';
import { applyDueChanges } from '../../maintenance/due-changes.ts';
import { createLocalStorage } from '../../storage/local-storage.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

/** Only one provider can use an embedded database. */
const itShared = Reflect.get(globalThis, 'TEST_ENGINE') === 'postgres' ? it : it.skip;

let one: TestApp;
let other: TestApp;
beforeAll(async () => {
  one = await startTestApp();
  other = await startTestApp({ restartOf: one });
});
afterAll(async () => {
  await other.stop();
  await one.stop();
});

const getRevision = (headers: object): number => Number(Reflect.get(headers, 'x-content-revision'));

describe('two providers of one database', () => {
  itShared(
    'OPS-01 never name a content revision that is newer than the data of the response, regardless of which provider has written',
    async () => {
      const editor = (await one.signInAs('editor')).token;
      const createdPost = (await one.form('POST', '/api/posts', { title: 'Save 0', category: 'C', content: '<p>Text</p>', status: 'published' }, editor)).json()
        .data;
      const saveByRevision = new Map([[getRevision((await one.get('/api/revision')).headers), 0]]);
      let isWriting = true;
      const write = async (): Promise<void> => {
        for (let save = 1; save <= 40; save += 1) {
          const provider = save % 2 === 0 ? one : other;
          await provider.form('PUT', `/api/posts/${createdPost._id}`, { title: `Save ${save}` }, editor);
          const { number } = await one.services.db.selectFrom('content_revision').select('number').executeTakeFirstOrThrow();
          saveByRevision.set(number, save);
        }
      };
      const observations: { readonly revision: number; readonly save: number }[] = [];
      const read = async (provider: TestApp, url: string): Promise<void> => {
        while (isWriting) {
          // Cached responses need no I/O, so nothing else would run without this pause.
          await setImmediate();
          const { headers, body } = await provider.server.inject({ method: 'GET', url });
          observations.push({ revision: getRevision(headers), save: Number(/Save (\d+)/.exec(body)?.[1]) });
        }
      };
      const urls = ['/api/posts', '/api/posts?limit=3&view=summary', `/api/posts/${createdPost._id}`];
      const stop = (): void => {
        isWriting = false;
      };
      await Promise.all([write().finally(stop), ...[one, other].flatMap((provider) => urls.map((url) => read(provider, url)))]);

      const isTooNew = ({ revision, save }: (typeof observations)[number]): boolean => save < (saveByRevision.get(revision) ?? 0);
      expect(observations.length).toBeGreaterThan(40);
      expect(new Set(observations.map(({ save }) => save)).size).toBeGreaterThan(5);
      expect(Math.max(...observations.map(({ revision }) => revision))).toBeLessThanOrEqual(Math.max(...saveByRevision.keys()));
      expect(observations.filter(isTooNew)).toEqual([]);
    },
    60_000,
  );

  itShared('OPS-01 name the revision in every response to a public read, including errors', async () => {
    for (const url of ['/api/posts', '/api/events?limit=1', '/api/gallery/albums', '/api/programs', '/api/posts/none', '/api/posts?limit=wrong']) {
      expect([url, getRevision((await other.get(url)).headers)]).toEqual([url, expect.any(Number)]);
      expect(getRevision((await other.get(url)).headers)).toBeGreaterThan(0);
    }
  });

  itShared(
    'OPS-01 count all of 5,000 page views that both accept at the same time',
    async () => {
      const paths = Array.from({ length: 50 }, (_, index) => `/news/page-${index}`);
      const count = async (provider: TestApp, order: readonly string[]): Promise<void> => {
        for (let round = 0; round < 50; round += 1) {
          const responses = await Promise.all(order.map((path) => provider.server.inject({ method: 'POST', url: '/api/page-views', payload: { path } })));
          expect(responses.every(({ statusCode }) => statusCode === 200)).toBe(true);
          if (round % 5 === 4) await provider.get('/api/dashboard', reader);
        }
      };
      const reader = (await one.signInAs('contributor')).token;
      await Promise.all([count(one, paths), count(other, [...paths].reverse())]);

      expect((await one.get('/api/dashboard', reader)).json().data.pageViews.at(-1).views).toBe(5000);
    },
    60_000,
  );

  itShared('OPS-01 share the limits of the sign-in', async () => {
    const attempts = Array.from({ length: 40 }, (_, index) =>
      (index % 2 === 0 ? one : other).services.signInLimits.begin('a@site.example', '203.0.113.9', null),
    );
    const results = await Promise.allSettled(attempts);

    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(8);
    expect(results.filter((result) => result.status === 'rejected' && !(result.reason instanceof RateLimitedError))).toEqual([]);
    await expect(one.services.signInLimits.begin('a@site.example', '203.0.113.9', null)).rejects.toThrow(RateLimitedError);
    await expect(other.services.signInLimits.begin('a@site.example', '203.0.113.9', null)).rejects.toThrow(RateLimitedError);
  });
});

describe('a provider whose clock is 20 minutes fast', () => {
  const AHEAD_MS = 20 * 60_000;
  let fastApp: TestApp;
  beforeAll(async () => {
    fastApp = await startTestApp({ restartOf: one, machineNow: () => new Date(Date.now() + AHEAD_MS) });
  });
  afterAll(() => fastApp.server.close());
  const getExpiry = (token: string): number => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).exp * 1000;

  itShared('OPS-10 accepts the tokens of others, and issues tokens that they accept for 15 minutes', async () => {
    const [token, fastToken] = [(await one.signIn()).token, (await fastApp.signIn()).token];

    expect((await fastApp.get('/api/auth/me', token)).statusCode).toBe(200);
    expect((await one.get('/api/auth/me', fastToken)).statusCode).toBe(200);
    expect(Math.abs(getExpiry(fastToken) - Date.now() - 15 * 60_000)).toBeLessThan(60_000);
    // Browsers set their clock by the `Date` header.
    expect(Math.abs(Date.parse(String((await fastApp.get('/api/auth/me', token)).headers.date)) - Date.now())).toBeLessThan(60_000);
  });

  itShared('OPS-10 does not publish a scheduled post early', async () => {
    const { token } = await one.signIn();
    const publishedAt = new Date(Date.now() + AHEAD_MS / 2).toISOString();
    const post = { title: 'Later', category: 'C', content: '<p>Text</p>', status: 'scheduled', publishedAt };
    const { _id } = (await one.form('POST', '/api/posts', post, token)).json().data;
    await applyDueChanges(fastApp.services, fastApp.services.now());

    expect((await one.get(`/api/posts/${_id}`)).statusCode).toBe(404);
    const writtenPost = (await fastApp.form('POST', '/api/posts', { ...post, title: 'Later, too' }, token)).json().data;
    expect([writtenPost.status, (await fastApp.get(`/api/posts/${writtenPost._id}`)).statusCode]).toEqual(['scheduled', 404]);
  });

  itShared('OPS-10 reports the difference', async () => {
    const { statusCode, body } = await fastApp.get('/ready');
    expect([statusCode, Math.round(JSON.parse(body).clockOffsetSeconds / 60)]).toEqual([200, -20]);
    expect((await fastApp.get('/metrics')).body).toMatch(/^database_clock_offset_seconds -1(?:199|200)\b/m);
  });
});

describe('the images of several providers', () => {
  const onUnreachable = jest.fn();
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'provider-moved-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('OPS-01 must be in one store while both run: another store is rejected until the first provider has ended', async () => {
    const { db, registration } = one.services;
    const register = (root: string) => registerProvider(db, createLocalStorage(path.join(root, 'uploads'), false), onUnreachable);

    await (await register(one.environment.dataDir)).release();
    await expect(register(folder)).rejects.toThrow('uses a different image store');

    // Both providers have been killed, so nothing extends their leases.
    await db.updateTable('leases').set({ expires_at: '2026-01-01T00:00:00.000Z' }).execute();
    const movedRegistration = await register(folder);
    expect(await listProviders(db)).toHaveLength(1);

    await movedRegistration.release();
    await registration.extend();
    expect(await listProviders(db)).toHaveLength(1);
  });

  it('OPS-01 get one id when two providers start at once with an empty store, and none if the store cannot be reached', async () => {
    const { db, registration } = one.services;
    await db.deleteFrom('leases').execute();
    const root = path.join(folder, 'empty');
    const registrations = await Promise.all([1, 2].map(() => registerProvider(db, createLocalStorage(root, false), onUnreachable)));
    const unreachable = { ...createLocalStorage(root, false), get: () => Promise.reject(new Error('no route')) };
    registrations.push(await registerProvider(db, unreachable, onUnreachable));

    expect(new Set((await listProviders(db)).map(({ value }) => value)).size).toBe(2);
    expect(onUnreachable).toHaveBeenCalledTimes(1);
    await Promise.all(registrations.map((each) => each.release()));
    await registration.extend();
  });

  itShared('OPS-01 keep a provider with another folder from starting', async () => {
    await expect(startTestApp({ restartOf: one, settings: { DATA_DIR: folder } })).rejects.toThrow('uses a different image store');
  });
});
