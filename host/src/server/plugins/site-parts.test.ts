/** @jest-environment node */
import { siteFixture, userFixture } from '@site/shared/testing/fixtures';
import fastify from 'fastify';
import type { VersionFaults } from '../monitoring/faults.ts';
import type { ActiveSet } from '../remotes/active-set.ts';
import { sitePartRoutes } from './site-parts.ts';

const AT = Date.UTC(2026, 0, 2, 12);
const toIso = (ms: number): string => new Date(ms).toISOString();

const activeSet: ActiveSet = {
  browserSet: {
    id: '0a',
    remotes: {
      gallery: {
        paths: ['/gallery'],
        versions: ['2.0.0-b', '1.0.0-a'].map((version) => ({ version, entry: '', integrity: '' })),
      },
      marketing: { paths: ['/'], versions: [] },
    },
  },
  remotes: new Map([
    [
      'gallery',
      {
        release: { remote: 'gallery', version: '2.0.0-b', contract: 2, createdAt: '', entry: '', chunks: {}, paths: ['/gallery'], isPrivate: false, files: {} },
        bundle: { remote: 'gallery', version: '1.0.0-a', file: '', hash: '', publicPath: '', paths: ['/gallery'] },
        styles: {},
        versions: [],
        usableVersions: [],
        rejected: '3.0.0-c: it throws',
      },
    ],
  ]),
  unavailable: new Map([['marketing', 'its files are gone']]),
  registry: { state: 'damaged', generation: 3, since: '', reason: 'the newest file is damaged' },
};

const faults: VersionFaults[] = [
  {
    remote: 'gallery',
    version: '2.0.0-b',
    counts: [
      { kind: 'load', lastHour: 1, lastDay: 3 },
      { kind: 'error', lastHour: 0, lastDay: 0 },
    ],
    recent: [{ kind: 'load', set: '0a', message: 'missing', path: '/gallery', at: AT, count: 3 }],
  },
  { remote: 'gallery', version: '1.0.0-a', counts: [], recent: [{ kind: 'error', set: '09', message: 'old', at: AT + 1000, count: 1 }] },
];

const respond = (body: unknown, status = 200) => jest.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(body, { status }));

const setUp = () => {
  const app = fastify();
  app.register(sitePartRoutes, {
    providerUrl: 'http://provider.test',
    buildId: 'build-1',
    activeSet: {
      current: () => activeSet,
      canaries: () => [
        {
          remote: 'gallery',
          canary: { version: '4.0.0-d', share: 5, since: toIso(AT), limits: { faultRate: 0.02, views: 500, minutes: 10 } },
          problem: 'it throws',
        },
      ],
    },
    monitor: { getTally: () => ({ renders: 9, failedRenders: 2, views: 40, browserFaults: 1 }) },
    store: {
      readRegistry: async () => ({
        generation: 3,
        remotes: { gallery: { paths: ['/gallery'], history: ['2.0.0-b'], bad: [{ version: '1.5.0-x', at: toIso(AT), reason: 'rolled back' }] } },
        removed: {},
      }),
    },
    knownVersions: { getActiveSince: (remote) => (remote === 'gallery' ? AT : undefined) },
    faults: { list: () => faults },
  });
  return (authorization?: string) => app.inject({ url: '/api/site/parts', headers: authorization === undefined ? {} : { authorization } });
};

describe('GET /api/site/parts', () => {
  it('REL-08 shows administrators each part with its versions, its state and its faults', async () => {
    const fetchMock = respond({ user: userFixture({ role: 'admin' }) });

    const response = await setUp()('Bearer t');

    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store']);
    const { set, registryProblem, parts } = response.json().data;
    expect([set, registryProblem]).toEqual(['0a', 'the newest file is damaged']);
    expect(parts).toEqual([
      expect.objectContaining({ name: 'host', state: 'active', version: 'build-1', faults: [], recent: [] }),
      {
        name: 'gallery',
        paths: ['/gallery'],
        state: 'fallback',
        version: '2.0.0-b',
        activeSince: '2026-01-02T12:00:00.000Z',
        lastGood: '1.0.0-a',
        problem: '3.0.0-c: it throws',
        bad: [{ version: '1.5.0-x', at: '2026-01-02T12:00:00.000Z', reason: 'rolled back' }],
        canary: { version: '4.0.0-d', share: 5, since: '2026-01-02T12:00:00.000Z', views: 40, faults: 3, problem: 'it throws' },
        faults: [{ version: '2.0.0-b', kind: 'load', lastHour: 1, lastDay: 3 }],
        recent: [
          { version: '1.0.0-a', kind: 'error', message: 'old', path: '', at: '2026-01-02T12:00:01.000Z', count: 1 },
          { version: '2.0.0-b', kind: 'load', message: 'missing', path: '/gallery', at: '2026-01-02T12:00:00.000Z', count: 3 },
        ],
      },
      expect.objectContaining({ name: 'marketing', state: 'unavailable', version: null, activeSince: null, problem: 'its files are gone' }),
    ]);
    expect(fetchMock.mock.calls[0]?.[0]).toEqual(new URL('http://provider.test/api/auth/me'));
    expect(fetchMock.mock.calls[0]?.[1]?.headers).toMatchObject({ authorization: 'Bearer t' });
  });

  it.each(['editor', 'contributor'] as const)('REL-08 responds to the role %s with 403', async (role) => {
    respond({ user: userFixture({ role }) });

    expect((await setUp()('Bearer t')).statusCode).toBe(403);
  });

  it('REL-08 responds with 401 if the session is missing or rejected, so that the client renews it', async () => {
    const fetchMock = respond({ message: 'Unauthorized' }, 401);

    expect((await setUp()()).statusCode).toBe(401);
    expect(fetchMock).not.toHaveBeenCalled();
    expect((await setUp()('Bearer expired')).statusCode).toBe(401);
  });

  it.each([
    ['is not available', {}, 502],
    ['sends something else', { user: siteFixture() }, 200],
  ])('REL-08 responds with 503 when the provider %s', async (_, body, status) => {
    respond(body, status);

    expect((await setUp()('Bearer t')).statusCode).toBe(503);
  });
});
