/** @jest-environment node */
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { StorageUnavailableError } from '@site/releases/release-storage';
import type { LightMyRequestResponse } from 'fastify';
import { build, describeFiles, ENTRY, encode, getVersion, hashAll, sha256, startReleaseApiSite } from './release-api-fixture.ts';

// Every attempt is a request with a body, and some start a probe.
jest.setTimeout(120_000);

let site: Awaited<ReturnType<typeof startReleaseApiSite>>;
beforeAll(async () => {
  site = await startReleaseApiSite();
});
afterAll(() => site.close());

/** All files in the store except the history, and all files that an upload has left in the temporary folder. */
const takeSnapshot = async () => ({
  files: readdirSync(join(site.folder, 'releases'), { recursive: true })
    .map(String)
    .filter((path) => !path.startsWith('history'))
    .sort(),
  registry: await site.store.readRegistry(),
  temporary: readdirSync(site.temporaryFolder),
});

const GOOD = build('a good release');

/** Tokens that give no access to `gallery`. */
const badTokens = (): readonly (readonly [name: string, authorization: string | undefined, headers?: Record<string, string>])[] => {
  const good = site.token.gallery;
  const flip = (index: number): string => `${good.slice(0, index)}${good[index] === 'A' ? 'B' : 'A'}${good.slice(index + 1)}`;
  return [
    ['no token', undefined],
    ['an empty token', 'Bearer '],
    ['the prefix of a token', 'Bearer release_'],
    ['another scheme', `Basic ${Buffer.from(`gallery:${good}`).toString('base64')}`],
    ['a token as a cookie of the same site', undefined, { cookie: `token=${good}`, origin: 'https://site.test', 'sec-fetch-site': 'same-origin' }],
    ['another remote’s token', `Bearer ${site.token.foreign}`],
    ['an expired token', `Bearer ${site.token.expired}`],
    ['a revoked token', `Bearer ${site.token.revoked}`],
    ['a token with another first character', `Bearer ${flip(8)}`],
    ['a token with another character in the middle', `Bearer ${flip(30)}`],
    ['a token without its last character', `Bearer ${good.slice(0, -1)}`],
    ['a token with one more character', `Bearer ${good}A`],
    ['a token in upper case', `Bearer ${good.toUpperCase()}`],
    ['the hash of a token', `Bearer ${sha256(good)}`],
    ['the name of a token', 'Bearer gallery-ci-and-some-more-text'],
    ['two tokens', `Bearer ${site.token.revoked}, Bearer ${good}`],
  ];
};

const PATH_TRICKS = [
  '../evil.js',
  'browser/../../evil.js',
  'browser/../server/routes.cjs',
  '/etc/passwd',
  'browser//evil.js',
  'browser/./evil.js',
  'browser\\..\\evil.js',
  'browser/evil\u0000.js',
  'browser/.htaccess',
  'browser/%2e%2e/evil.js',
  'browser/evil.js/',
  'registry/00000099.json',
  'release.json',
  'C:\\evil.js',
  'browser/a b.js',
  `browser/${'a'.repeat(250)}.js`,
  '__proto__',
];

/** Sends a complete call whose body is not an upload. */
const putBody = (contentType: string, payload: string) =>
  site.call({
    method: 'PUT',
    url: '/releases/gallery/versions/1',
    authorization: `Bearer ${site.token.gallery}`,
    headers: { 'content-type': contentType },
    payload,
  });

type Attempt = readonly [name: string, expectedStatus: number, attempt: () => Promise<LightMyRequestResponse>];

const ATTEMPTS: readonly Attempt[] = [
  ...PATH_TRICKS.map(
    (path): Attempt => [
      `a file named ${JSON.stringify(path)}`,
      400,
      () => {
        const files = JSON.stringify({ ...hashAll(GOOD), [path]: sha256('evil') });
        // As text, because a literal would set the prototype.
        const description = `{"packageVersion":"1.0.0","browser":"skipped","files":${files.replace(/^\{\}/, '{')}}`;
        const text = path === '__proto__' ? description.replace('"files":{', `"files":{"__proto__":"${sha256('evil')}",`) : description;
        return site.put([['release', text], ...Object.entries(GOOD), [path, 'evil']], { version: getVersion(GOOD) });
      },
    ],
  ),
  ['a file that is a folder too', 400, () => site.upload({ ...GOOD, [`browser/${ENTRY}/more.js`]: '' })],
  ['two files that differ by case', 400, () => site.upload({ ...GOOD, [`browser/${ENTRY.replace('remote', 'Remote')}`]: '' })],
  [
    'a file that is not announced',
    400,
    () => site.put([describeFiles(GOOD), ...Object.entries(GOOD), ['browser/evil.js', 'evil']], { version: getVersion(GOOD) }),
  ],
  ['a file twice', 400, () => site.put([describeFiles(GOOD), ...Object.entries(GOOD), [`browser/${ENTRY}`, 'a good release']], { version: getVersion(GOOD) })],
  ['a missing file', 400, () => site.put([describeFiles(GOOD), ...Object.entries(GOOD).slice(1)], { version: getVersion(GOOD) })],
  ['files without a description', 400, () => site.put(Object.entries(GOOD))],
  ['a description after the files', 400, () => site.put([...Object.entries(GOOD), describeFiles(GOOD)])],
  ['a description that is not JSON', 400, () => site.put([['release', '{'], ...Object.entries(GOOD)])],
  ['a description of another shape', 400, () => site.put([['release', '[]'], ...Object.entries(GOOD)])],
  ['two descriptions', 413, () => site.put([describeFiles(GOOD), describeFiles(build('another')), ...Object.entries(GOOD)])],
  ['an empty upload', 400, () => site.put([])],
  ['a false commit', 400, () => site.upload(GOOD, { description: { commit: 'HEAD; rm -rf /' } })],
  [
    'another content than announced',
    422,
    () => site.put([describeFiles(GOOD), ...Object.entries({ ...GOOD, [`browser/${ENTRY}`]: 'evil' })], { version: getVersion(GOOD) }),
  ],
  ['another version than its files have', 422, () => site.upload(GOOD, { version: '1.0.0-0123456789' })],
  ['the version of another release', 422, () => site.upload(GOOD, { version: site.versions.second })],
  ['a version that is a path', 400, () => site.upload(GOOD, { version: '..%2F..%2Fnews%2Fevil' })],
  ['too large a file', 413, () => site.upload({ ...GOOD, 'browser/large.js': Buffer.alloc(5 * 1024 * 1024 + 1) })],
  [
    'too many bytes in all',
    413,
    () =>
      site.upload({ ...GOOD, ...Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`browser/large-${index}.js`, Buffer.alloc(4.9 * 1024 * 1024)])) }),
  ],
  ['too many files', 400, () => site.upload({ ...GOOD, ...Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`browser/${index}.js`, ''])) })],
  ['too long a description', 400, () => site.put([['release', `{"files":{"browser/${'a'.repeat(300 * 1024)}":""}}`], ...Object.entries(GOOD)])],
  [
    'a body that ends too early',
    400,
    async () => {
      const { headers, payload } = await encode([describeFiles(GOOD), ...Object.entries(GOOD)]);
      const authorization = `Bearer ${site.token.gallery}`;
      return site.call({ method: 'PUT', url: `/releases/gallery/versions/${getVersion(GOOD)}`, authorization, headers, payload: payload.subarray(0, -120) });
    },
  ],
  ['a body that is no form', 415, () => putBody('application/json', '{}')],
  ['a body of another type', 415, () => putBody('application/x-tar', 'x')],
  ["another remote's path", 422, () => site.upload(build('greedy', { paths: ['/gallery', '/news'] }))],
  ["the host's path", 422, () => site.upload(build('greedy', { paths: ['/gallery', '/releases'] }))],
  ['a release for another contract', 422, () => site.upload(build('future', { contract: 99 }))],
  ['a release for another React', 422, () => site.upload(build('old', { shared: { react: '18.0.0' } }))],
  ['a page of HTML', 422, () => site.upload({ ...GOOD, 'browser/index.html': '<script>1</script>' })],
  ['a compressed copy of something else', 422, () => site.upload({ ...GOOD, [`browser/${ENTRY}.gz`]: 'evil' })],
  ['no server bundle', 422, () => site.upload(Object.fromEntries(Object.entries(GOOD).slice(0, 2)))],
  ['a broken server bundle', 422, () => site.upload(build('broken'))],
  ['a build.json of another shape', 422, () => site.upload(build('greedy', { paths: Array.from({ length: 101 }, (_, index) => `/gallery/${index}`) }))],
  ['a runtime name that is a pattern', 422, () => site.upload(build('pattern', { runtimeName: '(a+)+' }))],
  ['too large a build.json', 413, () => site.upload(build('large', { inputs: 'a'.repeat(64 * 1024) }))],
  ['no build.json', 422, () => site.upload(Object.fromEntries(Object.entries(GOOD).slice(1)))],

  ['an upload with a token that only activates', 403, () => site.upload(GOOD, { authorization: `Bearer ${site.token.activate}` })],
  ['an activation with a token that only publishes', 403, () => site.post('/gallery/activate', { version: site.versions.first }, site.token.publish)],
  ['a rollback with a token that only publishes', 403, () => site.post('/gallery/rollback', {}, site.token.publish)],
  ['a freeze with a token that only publishes', 403, () => site.post('/gallery/freeze', { reason: 'mine' }, site.token.publish)],
  ['a freeze of another remote', 403, () => site.post('/gallery/freeze', { reason: 'mine' }, site.token.foreign)],
  ['a rollback of another remote', 403, () => site.post('/gallery/rollback', {}, site.token.foreign)],
  ["another remote's list", 403, () => site.get('/gallery', site.token.foreign)],
  ["another remote's history", 403, () => site.get('/gallery/history', site.token.foreign)],
  ['a check of another remote’s version', 403, () => site.post(`/gallery/versions/${site.versions.first}/check`, {}, site.token.foreign)],
  ['an unregistered remote', 404, () => site.post('/weather/activate', { version: '1' }, site.token.unregistered)],
  ['an upload for an unregistered remote', 404, () => site.upload(GOOD, { remote: 'weather', authorization: `Bearer ${site.token.unregistered}` })],

  ['the activation of a bad version', 409, () => site.post('/gallery/activate', { version: site.versions.bad })],
  ['the activation of a damaged version', 404, () => site.post('/gallery/activate', { version: site.versions.damaged })],
  ['the activation of a version with findings', 422, () => site.post('/gallery/activate', { version: site.versions.broken })],
  ['the activation of a version that does not exist', 404, () => site.post('/gallery/activate', { version: '9.9.9-none' })],
  ["the activation of another remote's version", 404, () => site.post('/gallery/activate', { version: site.versions.news })],
  ['the activation of a path', 400, () => site.post('/gallery/activate', { version: `../news/${site.versions.news}` })],
  ['an activation without a version', 400, () => site.post('/gallery/activate', {})],
  ['a reason with control characters', 400, () => site.post('/gallery/rollback', { reason: '\u001b[2J cleared' })],
  ['a body that is too large', 413, () => site.post('/gallery/rollback', { reason: 'a'.repeat(20_000) })],
  ['a rollback to a version that was never active', 409, () => site.post('/gallery/rollback', { version: site.versions.broken })],
  ['a rollback to a bad version', 409, () => site.post('/gallery/rollback', { version: site.versions.bad })],
  ['a freeze without a reason', 400, () => site.post('/gallery/freeze', {})],
  ['the end of a freeze that does not exist', 409, () => site.post('/gallery/unfreeze', {})],
];

describe('the release API', () => {
  it('RLS-03 rejects and records at least 60 hostile attempts, and leaves nothing half-published', async () => {
    const tokenAttempts = badTokens().flatMap(([name, authorization, headers = {}]): Attempt[] => {
      const status = name === 'another remote’s token' ? 403 : 401;
      return [
        [
          `an activation with ${name}`,
          status,
          () =>
            site.call({
              url: '/releases/gallery/activate',
              authorization,
              headers: { 'content-type': 'application/json', ...headers },
              payload: JSON.stringify({ version: site.versions.first }),
            }),
        ],
        [
          `an upload with ${name}`,
          status,
          async () => {
            const body = await encode([describeFiles(GOOD), ...Object.entries(GOOD)]);
            return site.call({
              method: 'PUT',
              url: `/releases/gallery/versions/${getVersion(GOOD)}`,
              authorization,
              payload: body.payload,
              headers: { ...body.headers, ...headers },
            });
          },
        ],
      ];
    });
    const attempts = [...tokenAttempts, ...ATTEMPTS];
    expect(attempts.length).toBeGreaterThanOrEqual(60);
    const before = await takeSnapshot();
    const surprises: unknown[] = [];
    for (const [name, expectedStatus, attempt] of attempts) {
      site.lines.length = 0;
      const { statusCode, body } = await attempt();
      if (statusCode !== expectedStatus || typeof JSON.parse(body).message !== 'string') surprises.push([name, statusCode, body]);
      if (site.lines.length !== 1 || !JSON.stringify(site.lines).includes('"outcome":"rejected"')) surprises.push([name, site.lines]);
    }
    expect(surprises).toEqual([]);
    expect(await takeSnapshot()).toEqual(before);
    expect(await site.history.list({ limit: 1000 })).toHaveLength(attempts.length);
  });

  it('RLS-03 publishes nothing if the connection of an upload ends', async () => {
    const { port } = new URL(await site.app.listen({ port: 0, host: '127.0.0.1' }));
    const { headers, payload } = await encode([describeFiles(GOOD), ...Object.entries(GOOD)]);
    const before = await takeSnapshot();
    const callRecorded = site.whenRecorded();
    const socket = connect(Number(port), '127.0.0.1');
    const head = [`PUT /releases/gallery/versions/${getVersion(GOOD)} HTTP/1.1`, 'host: site', `authorization: Bearer ${site.token.gallery}`];
    const contentHeaders = [`content-type: ${headers['content-type']}`, `content-length: ${payload.length}`, '', ''];
    socket.write([...head, ...contentHeaders].join('\r\n'));
    socket.write(payload.subarray(0, payload.length - 200), () => socket.destroy());
    await callRecorded;

    expect((await site.history.list({ limit: 1 }))[0]).toMatchObject({ actor: 'gallery-ci', action: 'publish', outcome: 'rejected' });
    expect(await takeSnapshot()).toEqual(before);
  });

  it('RLS-03 limits failed tokens by address, and does not record those above the limit', async () => {
    const before = (await site.history.list({ limit: 1000 })).length;
    const attempt = () =>
      site.app.inject({ url: '/releases', remoteAddress: '192.0.2.7', headers: { authorization: 'Bearer release_guessed-guessed-guessed' } });
    const statuses: number[] = [];
    for (let count = 0; count < 12; count += 1) statuses.push((await attempt()).statusCode);
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    expect((await site.history.list({ limit: 1000 })).length).toBe(before + 10);

    const validResponse = await site.app.inject({ url: '/releases', remoteAddress: '192.0.2.7', headers: { authorization: `Bearer ${site.token.gallery}` } });
    expect(validResponse.statusCode).toBe(200);
  });

  it('RLS-03 limits how many failed tokens are recorded across all addresses, and limits the calls of a token', async () => {
    for (let count = 0; count < 100; count += 1) expect((await site.get('', 'release_guessed-guessed-guessed')).statusCode).toBe(401);
    const before = await site.history.list({ limit: 1000 });
    expect((await site.get('', 'release_guessed-guessed-guessed')).statusCode).toBe(401);
    expect(await site.history.list({ limit: 1000 })).toEqual(before);

    const { text } = await site.tokens.create({ remote: 'gallery', scopes: ['publish'], days: 1 });
    const statuses: number[] = [];
    for (let count = 0; count < 301; count += 1) statuses.push((await site.get('', text)).statusCode);
    expect(statuses).toEqual([...Array(300).fill(200), 429]);
    expect((await site.get('')).statusCode).toBe(200);
  });

  it('RLS-04 responds with 503 while tokens cannot be looked up, and records nothing', async () => {
    const find = jest.spyOn(site.tokens, 'find').mockRejectedValue(new StorageUnavailableError('the object store at 10.0.0.1 does not respond'));
    const before = site.lines.length;
    const response = await site.get('/gallery');
    expect([response.statusCode, response.json()]).toEqual([503, { message: 'The release store does not respond. Try again later.' }]);
    expect(site.lines.length).toBe(before);

    find.mockRejectedValue(new Error('the list of tokens is damaged'));
    const failed = await site.get('/gallery');
    find.mockRestore();
    expect([failed.statusCode, failed.body]).toEqual([500, expect.not.stringContaining('damaged')]);
  });

  it('RLS-03 publishes a release, activates it, rolls back to any earlier version, and records who did what', async () => {
    site.lines.length = 0;
    const version = getVersion(GOOD);
    const uploadResponse = await site.upload(GOOD, { description: { commit: 'abcdef1234567', browser: 'passed' } });
    expect([uploadResponse.statusCode, uploadResponse.json()]).toEqual([
      200,
      { remote: 'gallery', version, gate: { browser: 'passed', by: 'gallery-ci', host: 'host-1' } },
    ]);
    expect((await site.store.readRegistry()).remotes.gallery?.history).toEqual([site.versions.second, site.versions.first]);
    expect((await site.post(`/gallery/versions/${version}/check`, {})).json()).toEqual({ findings: [] });
    expect((await site.post(`/gallery/versions/${site.versions.broken}/check`, {})).json()).toMatchObject({ findings: [{ what: 'is broken.' }] });

    const activationResponse = await site.post('/gallery/activate', { version, commit: 'abcdef1234567', reason: 'the new lightbox' });
    expect(activationResponse.json()).toEqual({ remote: 'gallery', version, left: site.versions.second, isServed: true });
    expect((await site.get('')).json()).toMatchObject({
      remotes: [{ remote: 'gallery', state: 'released', paths: ['/gallery'], history: [version, site.versions.second, site.versions.first] }],
    });
    const rollbackResponse = await site.post('/gallery/rollback', { version: site.versions.first, reason: 'it flickers' });
    expect(rollbackResponse.json()).toMatchObject({ version: site.versions.first, left: version });
    expect((await site.store.readRegistry()).remotes.gallery).toMatchObject({
      history: [site.versions.first, site.versions.second],
      bad: [{ version, reason: 'it flickers', by: 'gallery-ci' }, { version: site.versions.bad }],
    });

    const { entries } = (await site.get('/gallery/history?limit=5')).json();
    const checked = { at: expect.any(String), actor: 'gallery-ci', action: 'check', outcome: 'done', remote: 'gallery' };
    expect(entries).toEqual([
      {
        at: expect.any(String),
        actor: 'gallery-ci',
        action: 'roll-back',
        outcome: 'done',
        remote: 'gallery',
        version: site.versions.first,
        reason: 'it flickers',
        detail: `left ${version}`,
      },
      {
        at: expect.any(String),
        actor: 'gallery-ci',
        action: 'activate',
        outcome: 'done',
        remote: 'gallery',
        version,
        commit: 'abcdef1234567',
        reason: 'the new lightbox',
        detail: `left ${site.versions.second}`,
      },
      { ...checked, version: site.versions.broken, detail: 'findings: 1' },
      { ...checked, version, detail: 'findings: 0' },
      {
        at: expect.any(String),
        actor: 'gallery-ci',
        action: 'publish',
        outcome: 'done',
        remote: 'gallery',
        version,
        commit: 'abcdef1234567',
        detail: 'browser check passed',
      },
    ]);
    // The host's log has one line for each entry (REL-08).
    expect(site.lines).toEqual([...entries].reverse());

    // A team may reverse its own decision, but not an administrator's.
    expect((await site.post('/gallery/activate', { version })).statusCode).toBe(409);
    expect((await site.post('/gallery/activate', { version: site.versions.bad, takesBack: true })).statusCode).toBe(409);
    expect((await site.post('/gallery/activate', { version, takesBack: true })).json()).toMatchObject({ version, left: site.versions.first });
  });

  it('RLS-03 freezes a remote, even for administrators, until it is unfrozen', async () => {
    expect((await site.post('/gallery/freeze', { reason: 'an investigation' })).json()).toMatchObject({
      remotes: [{ frozen: { by: 'gallery-ci', reason: 'an investigation' } }],
    });
    const before = await takeSnapshot();
    for (const [url, body] of [
      ['activate', { version: site.versions.second }],
      ['rollback', {}],
      ['freeze', { reason: 'again' }],
    ] as const) {
      const response = await site.post(`/gallery/${url}`, body);
      expect([response.statusCode, response.json().message]).toEqual([409, expect.stringContaining('gallery is frozen since')]);
    }
    await expect(site.store.rollBack('gallery')).rejects.toThrow('an investigation');
    expect(await takeSnapshot()).toEqual(before);
    expect((await site.post('/gallery/unfreeze', {})).statusCode).toBe(200);
    expect((await site.post('/gallery/activate', { version: site.versions.second })).statusCode).toBe(200);
  });

  it('RLS-03 stores no token, and rejects concurrent uploads of one remote', async () => {
    const stored = readdirSync(join(site.folder, 'releases/tokens'))
      .map((file) => readFileSync(join(site.folder, 'releases/tokens', file), 'utf8'))
      .join('');
    for (const text of Object.values(site.token)) expect(stored).not.toContain(text.slice(8));

    const files = build('twice');
    const statuses = (await Promise.all([site.upload(files), site.upload(files)])).map(({ statusCode }) => statusCode);
    expect(statuses.sort()).toEqual([200, 409]);
  });
});
