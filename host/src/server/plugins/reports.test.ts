/** @jest-environment node */
import fastify from 'fastify';
import type { ReleaseSet } from '../../federation/release-set.ts';
import type { Fault } from '../monitoring/faults.ts';
import { activeSetFixture } from '../remotes/active-set-fixture.ts';
import { createKnownVersions } from '../remotes/known-versions.ts';
import { reportRoutes } from './reports.ts';

const createSet = (id: string, version: string): ReleaseSet => ({
  id,
  remotes: {
    gallery: { paths: ['/gallery'], versions: [{ version, entry: `/_mf/gallery/${version}/entry.js`, integrity: 'sha256-x' }] },
    marketing: { paths: ['/'], versions: [] },
  },
});
const old = createSet('0a', '1.0.0-old');
const current = createSet('0b', '2.0.0-new');
const report = { kind: 'error', remote: 'gallery', version: '2.0.0-new', set: '0b', message: 'It broke', path: '/gallery' };

const setUp = () => {
  const faults: Fault[] = [];
  const outcomes: string[] = [];
  const lookups: string[] = [];
  const loggedLines: string[] = [];
  const evidence: unknown[] = [];
  const knownVersions = createKnownVersions({
    readRelease: async (remote, version) => {
      lookups.push(`${remote}/${version}`);
      if (version !== '1.5.0-stored') throw new Error('missing');
      return { remote, version, contract: 2, createdAt: '', entry: '', chunks: {}, paths: [], isPrivate: false, files: {} };
    },
  });
  knownVersions.remember(old);
  knownVersions.remember(current);
  const app = fastify({ logger: { level: 'warn', stream: { write: (line) => loggedLines.push(line) } } });
  app.register(reportRoutes, {
    siteUrl: 'https://site.test',
    buildId: 'build-1',
    knownVersions,
    recordFault: (fault) => void faults.push(fault),
    metrics: { countReport: (outcome) => void outcomes.push(outcome) },
    monitor: {
      countFault: ({ version }, address) => void evidence.push(['fault', version, address]),
      countView: (...view) => void evidence.push(['view', ...view]),
    },
    visits: {
      hasNumber: (cookie) => cookie === 'signed',
      getVisit: async ({ canary }) => ({
        visit: { set: { ...activeSetFixture('0b'), browserSet: canary === 'signed' ? old : current } },
        isPersonal: true,
      }),
    },
  });
  const post = (
    payload: unknown,
    { url = '/reports', headers = {}, remoteAddress = '127.0.0.1' }: { url?: string; headers?: Readonly<Record<string, string>>; remoteAddress?: string } = {},
  ) =>
    app.inject({
      method: 'POST',
      url,
      remoteAddress,
      headers: { 'content-type': 'application/json', ...headers },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    });
  return { post, faults, outcomes, lookups, loggedLines, evidence };
};

describe('POST /reports', () => {
  it.each(['load', 'hydration', 'error', 'long-task', 'styles', 'policy'])(
    'REL-08 records a fault of the kind %s with its remote, version and set',
    async (kind) => {
      const { post, faults, outcomes } = setUp();

      const { statusCode, body } = await post({ ...report, kind });

      expect([statusCode, body]).toEqual([204, '']);
      expect(faults).toEqual([{ ...report, kind }]);
      expect(outcomes).toEqual(['accepted']);
    },
  );

  it('REL-08 accepts the body of a beacon as text', async () => {
    const { post, faults } = setUp();

    expect((await post(report, { headers: { 'content-type': 'text/plain;charset=UTF-8', 'sec-fetch-site': 'same-origin' } })).statusCode).toBe(204);
    expect(faults).toHaveLength(1);
  });

  it.each([
    ['an older set that this host has served', '1.0.0-old'],
    ['the release store', '1.5.0-stored'],
  ])('REL-08 knows the versions in %s', async (_, version) => {
    const { post, faults } = setUp();

    await post({ ...report, version });

    expect(faults).toMatchObject([{ version }]);
  });

  it.each([{ remote: 'unknown' }, { version: '9.9.9' }, { version: '../../registry' }, { remote: '__proto__' }, { version: '' }])(
    'REL-08 drops %j, but responds as usual',
    async (change) => {
      const { post, faults, outcomes, lookups } = setUp();

      const { statusCode, body } = await post({ ...report, ...change });

      expect([statusCode, body]).toEqual([204, '']);
      expect(faults).toEqual([]);
      expect(outcomes).toEqual(['unknown']);
      expect(lookups.join()).not.toContain('..');
    },
  );

  it("REL-08 records a fault of the host's script with the build of its set", async () => {
    const { post, faults } = setUp();

    await post({ ...report, remote: 'host', version: '' });
    await post({ ...report, remote: 'host', version: '', set: 'ff' });

    expect(faults).toEqual([{ ...report, remote: 'host', version: 'build-1' }]);
  });

  it("REL-08 counts a fault of the host's script as evidence about the version that owns the page", async () => {
    const { post, evidence } = setUp();
    const headers = { cookie: 'canary=signed' };

    await post({ ...report, remote: 'host', version: '', set: '0a' }, { headers });
    await post({ ...report, remote: 'host', version: '', path: '/gallery/album' }, { headers });
    await post({ ...report, remote: 'host', version: '', path: '/' }, { headers });

    // The set names no version for the home page's remote.
    expect(evidence).toEqual([
      ['fault', '1.0.0-old', '127.0.0.1'],
      ['fault', '2.0.0-new', '127.0.0.1'],
      ['fault', 'build-1', '127.0.0.1'],
    ]);
  });

  it('REL-08 removes queries and email addresses from the message, and shortens it', async () => {
    const { post, faults } = setUp();

    await post({ ...report, message: `GET https://site.test/api/posts?token=secret#x failed for sade@example.org ${'x'.repeat(1000)}` });

    expect(faults[0]?.message).toMatch(/^GET https:\/\/site\.test\/api\/posts failed for \[address\] x+$/);
    expect(faults[0]?.message.length).toBeLessThanOrEqual(300);
  });

  it.each([
    ['invalid JSON', '{'],
    ['another kind', { ...report, kind: 'server' }],
    ['another path', { ...report, path: 'https://elsewhere.test/' }],
    ['a missing set', { ...report, set: undefined }],
    ['a large body', { ...report, message: 'x'.repeat(9000) }],
    ['a list', [report]],
    ['null', 'null'],
  ])('REL-08 responds to %s with an empty 400, and logs nothing', async (_, payload) => {
    const { post, faults, outcomes, loggedLines } = setUp();

    const { statusCode, body } = await post(payload);

    expect([statusCode, body]).toEqual([400, '']);
    expect(faults).toEqual([]);
    expect(outcomes).toEqual(['invalid']);
    expect(loggedLines).toEqual([]);
  });

  it('REL-08 rejects reports from another site', async () => {
    const { post, faults } = setUp();

    expect((await post(report, { headers: { 'sec-fetch-site': 'cross-site' } })).statusCode).toBe(403);
    expect(faults).toEqual([]);
  });

  it('REL-08 limits the rate of one address', async () => {
    const { post, faults, outcomes } = setUp();

    for (let i = 0; i < 120; i += 1) await post(report);
    const { statusCode, headers } = await post(report);

    expect([statusCode, Number(headers['retry-after'])]).toEqual([429, expect.any(Number)]);
    expect(faults).toHaveLength(120);
    expect(outcomes.at(-1)).toBe('limited');
  });

  it('SEC-11 accepts a share from every address while others use up the limit', async () => {
    const { post } = setUp();
    const from = async (address: number): Promise<number> => (await post(report, { remoteAddress: `198.51.100.${address}` })).statusCode;
    for (let address = 1; address <= 12; address += 1) for (let i = 0; i < 120; i += 1) await from(address);

    expect(await from(1)).toBe(429);
    expect(await Promise.all(Array.from({ length: 6 }, () => from(99)))).toEqual(Array.from({ length: 6 }, () => 204));
    expect(await from(99)).toBe(429);
  });

  it('SEC-14 counts the addresses of one IPv6 network as one', async () => {
    const { post } = setUp();

    for (let i = 0; i < 120; i += 1) await post(report, { remoteAddress: `2001:db8:7:7::${i.toString(16)}` });

    expect((await post(report, { remoteAddress: '2001:db8:7:7:ffff::1' })).statusCode).toBe(429);
    expect((await post(report, { remoteAddress: '2001:db8:7:8::1' })).statusCode).toBe(204);
  });
});

describe("POST /reports with the browser's own reports", () => {
  const violation = { 'document-uri': 'https://site.test/gallery?name=Sade', 'effective-directive': 'img-src', 'blocked-uri': 'https://evil.test/x.png?id=1' };
  const postCsp = async (change: Readonly<Record<string, string>>, url = '/reports?set=0a') => {
    const { post, faults } = setUp();
    const { statusCode } = await post({ 'csp-report': { ...violation, ...change } }, { url, headers: { 'content-type': 'application/csp-report' } });
    expect(statusCode).toBe(204);
    return faults;
  };

  it('REL-08 attributes a violation to the remote and version whose script caused it', async () => {
    expect(await postCsp({ 'source-file': 'https://site.test/_mf/gallery/2.0.0-new/routes.js' })).toEqual([
      { kind: 'policy', remote: 'gallery', version: '2.0.0-new', set: '0a', message: 'img-src blocked https://evil.test/x.png', path: '/gallery' },
    ]);
  });

  it('REL-08 reads the version of a retried file, which is escaped', async () => {
    expect(await postCsp({ 'source-file': 'https://site.test/_mf/gallery/%31.0.0-old/routes.js' })).toMatchObject([
      { remote: 'gallery', version: '1.0.0-old' },
    ]);
  });

  it.each([
    ['React', 'https://site.test/assets/main.1.js'],
    ['markup', ''],
  ])("REL-08 attributes a violation by %s to the owner of the page, in the version of the page's set", async (_, source) => {
    expect(await postCsp({ 'source-file': source })).toMatchObject([{ remote: 'gallery', version: '1.0.0-old', set: '0a' }]);
    expect(await postCsp({ 'source-file': source }, '/reports')).toMatchObject([{ remote: 'gallery', version: '2.0.0-new', set: '0b' }]);
  });

  it.each([{ 'source-file': 'chrome-extension' }, { 'source-file': 'moz-extension://a/b.js' }, { 'blocked-uri': 'chrome-extension://a/b.js' }])(
    'REL-08 ignores browser extensions: %j',
    async (change) => {
      expect(await postCsp(change)).toEqual([]);
    },
  );

  it('REL-08 records violations of the Reporting API, and skips other reports', async () => {
    const { post, faults } = setUp();
    const url = 'https://site.test/gallery';
    const blockedUrl = 'https://site.test/_mf/gallery/2.0.0-new/page.js';
    await post(
      [
        { type: 'deprecation', age: 0, url, body: { id: 'x', message: 'y' } },
        {
          type: 'csp-violation',
          age: 0,
          url,
          user_agent: 'x',
          body: { documentURL: url, effectiveDirective: 'script-src-elem', blockedURL: 'inline', sourceFile: null },
        },
        { type: 'integrity-violation', age: 0, url, body: { documentURL: url, blockedURL: blockedUrl, destination: 'script', reportOnly: false } },
      ],
      { headers: { 'content-type': 'application/reports+json' } },
    );

    expect(faults.map(({ remote, version, message }) => [remote, version, message])).toEqual([
      ['gallery', '2.0.0-new', 'script-src-elem blocked inline'],
      ['gallery', '2.0.0-new', `integrity of a script blocked ${blockedUrl}`],
    ]);
  });

  it("REL-08 counts every entry of a report against the sender's limits", async () => {
    const { post, faults, outcomes } = setUp();
    const url = 'https://site.test/gallery';
    const entry = { type: 'csp-violation', url, body: { documentURL: url, effectiveDirective: 'script-src-elem', blockedURL: 'inline' } };
    const send = () =>
      post(
        Array.from({ length: 20 }, () => entry),
        { headers: { 'content-type': 'application/reports+json' } },
      );

    const responses = [];
    for (let count = 0; count < 8; count += 1) responses.push(await send());

    expect(responses.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204, 204, 204, 204, 429, 429]);
    expect(faults).toHaveLength(120);
    expect(outcomes.filter((outcome) => outcome === 'limited')).toHaveLength(2);
  });

  it('REL-08 does not record entries beyond the limit', async () => {
    const { post, faults, outcomes } = setUp();
    const url = 'https://site.test/gallery';
    const entry = { type: 'csp-violation', url, body: { documentURL: url, effectiveDirective: 'script-src-elem', blockedURL: 'inline' } };

    for (let count = 0; count < 119; count += 1) await post(report);
    const { statusCode, headers } = await post([entry, entry, entry], { headers: { 'content-type': 'application/reports+json' } });

    expect([statusCode, Number(headers['retry-after'])]).toEqual([429, expect.any(Number)]);
    expect(faults).toHaveLength(120);
    expect(outcomes.filter((outcome) => outcome === 'limited')).toHaveLength(1);
  });
});

describe('evidence about a canary', () => {
  const view = { set: '0b', version: '2.0.0-new', path: '/gallery/one' };
  const signedCookieHeader = { cookie: 'canary=signed' };

  it('RLS-06 includes views and faults of browsers that have a number of this site', async () => {
    const { post, evidence, faults } = setUp();
    expect(
      (await post(view, { url: '/reports/views', headers: { ...signedCookieHeader, 'content-type': 'text/plain;charset=UTF-8' }, remoteAddress: '10.1.2.3' }))
        .statusCode,
    ).toBe(204);
    await post(report, { headers: signedCookieHeader });
    expect(evidence).toEqual([
      ['view', '0b', 'gallery', '2.0.0-new', '10.1.2.3'],
      ['fault', '2.0.0-new', '127.0.0.1'],
    ]);
    expect(faults).toHaveLength(1);
  });

  it.each([{}, { cookie: 'canary=0' }, { cookie: 'theme=dark' }])('RLS-06 excludes reports with %j, although faults are still recorded', async (headers) => {
    const { post, evidence, faults } = setUp();
    expect((await post(view, { url: '/reports/views', headers })).statusCode).toBe(204);
    await post(report, { headers });
    expect(evidence).toEqual([]);
    expect(faults).toHaveLength(1);
  });

  it.each([{ set: 'ff' }, { version: '9.9.9' }, { path: '/elsewhere' }])('RLS-06 excludes views of %j', async (change) => {
    const { post, evidence } = setUp();
    expect((await post({ ...view, ...change }, { url: '/reports/views', headers: signedCookieHeader })).statusCode).toBe(204);
    expect(evidence).toEqual([]);
  });

  it.each([[{ set: '0b' }, {}, 400] as const, [{ ...view, path: 'x' }, {}, 400] as const, [view, { 'sec-fetch-site': 'cross-site' }, 403] as const])(
    'RLS-06 excludes %j with %j',
    async (body, headers, status) => {
      const { post, evidence } = setUp();
      expect((await post(body, { url: '/reports/views', headers: { ...signedCookieHeader, ...headers } })).statusCode).toBe(status);
      expect(evidence).toEqual([]);
    },
  );

  it.each([
    ['oom', 'it ran out of memory'],
    ['unresponsive', 'it did not respond'],
    ['', 'the browser does not say why'],
  ])("RLS-06 includes a tab that crashed (%p), in the visitor's version", async (reason, explanation) => {
    const { post, evidence, faults } = setUp();
    const crash = { age: 0, type: 'crash', url: 'https://site.test/gallery?q=1', body: { reason, is_top_level: true } };
    expect((await post([crash], { headers: { ...signedCookieHeader, 'content-type': 'application/reports+json' } })).statusCode).toBe(204);
    expect(faults).toEqual([{ kind: 'error', remote: 'gallery', version: '1.0.0-old', set: '0a', message: `The tab ended: ${explanation}`, path: '/gallery' }]);
    expect(evidence).toEqual([['fault', '1.0.0-old', '127.0.0.1']]);
  });

  it('RLS-06 excludes crashed tabs on pages without a remote, and other reports of browsers', async () => {
    const { post, faults } = setUp();
    const reports = [
      { type: 'crash', url: 'https://site.test/elsewhere', body: {} },
      { type: 'crash', url: 'https://site.test/gallery', body: null },
      { type: 'deprecation', url: 'https://site.test/gallery', body: { reason: 'oom' } },
    ];
    expect((await post(reports, { headers: { 'content-type': 'application/reports+json' } })).statusCode).toBe(204);
    expect(faults).toEqual([]);
  });

  it('RLS-06 is limited to 60 views a minute per address', async () => {
    const { post, evidence } = setUp();
    const statuses: number[] = [];
    for (let number = 0; number < 61; number += 1) statuses.push((await post(view, { url: '/reports/views', headers: signedCookieHeader })).statusCode);
    expect([statuses.filter((status) => status === 204).length, statuses.at(-1), evidence.length]).toEqual([60, 429, 60]);
    expect((await post(view, { url: '/reports/views', headers: signedCookieHeader, remoteAddress: '10.1.2.4' })).statusCode).toBe(204);
  });
});
