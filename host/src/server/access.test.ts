/** @jest-environment node */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createReleaseStore } from '@site/releases/release-store';
import { createTokenStore } from '@site/releases/release-tokens';
import { siteFixture, userFixture } from '@site/shared/testing/fixtures';
import type { HTTPMethods } from 'fastify';
import { buildHost, type Host } from './app.ts';

/**
 * Every route of the host and who may call it. `provider`: the host forwards the call, and the provider decides (its access matrix is
 * `provider/src/http/endpoints/access.test.ts`). `this site`: everyone, but browsers only from a page on this site.
 */
type Access = 'everyone' | 'this site' | 'provider' | 'administrator' | 'metrics token' | 'release token';
const ROUTES: Readonly<Record<string, Access>> = {
  'GET /sitemap.xml': 'everyone',
  'GET /sitemap-:part(^[1-9]\\d{0,4}$).xml': 'everyone',
  'GET /robots.txt': 'everyone',
  'GET /.well-known/security.txt': 'everyone',
  'GET /release-set.json': 'everyone',
  'GET /site-data/:file': 'everyone',
  'GET /health': 'everyone',
  'GET /helplines.txt': 'everyone',
  'GET /service-worker.js': 'everyone',
  'GET /saved-pages/*': 'everyone',
  'GET /ready': 'everyone',
  'GET /assets/*': 'everyone',
  'GET /_mf/:remote/:version/*': 'everyone',
  'GET /_mf/*': 'everyone',
  // Each file in the public folder has its own route.
  'GET /icon.svg': 'everyone',
  'GET /_preview/end': 'everyone',
  'GET /_preview/canaries': 'everyone',
  'GET /_preview/canaries/*': 'everyone',
  'GET /_preview/*': 'everyone',
  'GET /*': 'everyone',
  'POST /*': 'this site',
  'POST /reports': 'this site',
  'POST /reports/views': 'this site',
  'GET /metrics': 'metrics token',
  'GET /api/site/parts': 'administrator',
  ...Object.fromEntries(
    ['DELETE', 'GET', 'OPTIONS', 'PATCH', 'POST', 'PUT'].flatMap((method) => [
      [`${method} /api/*`, 'provider'],
      [`${method} /img/*`, 'provider'],
    ]),
  ),
  ...Object.fromEntries(
    [
      'GET /releases',
      'GET /releases/:remote',
      'GET /releases/:remote/history',
      'PUT /releases/:remote/versions/:version',
      'POST /releases/:remote/versions/:version/check',
      'POST /releases/:remote/activate',
      'POST /releases/:remote/rollback',
      'POST /releases/:remote/freeze',
      'POST /releases/:remote/unfreeze',
      'POST /releases/:remote/canary',
      'POST /releases/:remote/canary/promote',
      'POST /releases/:remote/canary/stop',
      'POST /releases/:remote/previews',
      'POST /releases/:remote/previews/revoke',
    ].map((route) => [route, 'release token']),
  ),
};

const METRICS_TOKEN = 'a token for the metrics of the tests';
const served: string[] = [];
const forwardedTokens: Array<string | undefined> = [];
let folder: string;
let provider: Server;
let host: Host;
let releaseToken: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'host-access-'));
  const distFolder = join(folder, 'dist');
  mkdirSync(join(distFolder, 'browser'), { recursive: true });
  writeFileSync(join(distFolder, 'browser/build.json'), JSON.stringify({ contract: 2, entry: 'main.1.js', chunks: {}, paths: [], isPrivate: false }));
  mkdirSync(join(folder, 'public'));
  writeFileSync(join(folder, 'public/icon.svg'), '<svg/>');
  for (const file of ['main.1.js', 'recovery.1.js']) writeFileSync(join(distFolder, 'browser', file), file);
  provider = createServer((request, response) => {
    const { authorization } = request.headers;
    if (request.url === '/api/anything' || request.url === '/img/anything') forwardedTokens.push(authorization);
    const role = /^Bearer (admin|editor)$/.exec(authorization ?? '')?.[1];
    response.writeHead(role === undefined ? 401 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ user: userFixture({ role: role === 'admin' ? 'admin' : 'editor' }) }));
  });
  await once(provider.listen(0, '127.0.0.1'), 'listening');
  host = await buildHost({
    site: siteFixture({ siteUrl: 'https://site.test' }),
    providerUrl: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
    dataFolder: join(folder, 'data'),
    retentionDays: 7,
    distFolder,
    publicFolder: join(folder, 'public'),
    logLevel: 'silent',
    metricsToken: METRICS_TOKEN,
    remoteProgram: 'none',
    releaseProbe: 'none',
    remoteBarrier: 'none',
    onRoute: (route) => served.push(route),
  });
  await host.app.ready();
  const store = createReleaseStore(join(folder, 'data/releases'));
  ({ text: releaseToken } = await createTokenStore(store.openLog('tokens')).create({
    remote: 'gallery',
    name: 'ci',
    scopes: ['publish', 'activate'],
    days: 1,
  }));
});
afterAll(async () => {
  await host.app.close();
  provider.close();
  rmSync(folder, { recursive: true });
});

let callerCount = 0;
/** Returns the status of a call. Each call has a new IP address, because the limit on wrong tokens is per address. */
const call = async (route: string, headers: Record<string, string> = {}): Promise<number> => {
  const [method = '', pattern = ''] = route.split(' ');
  const url = pattern.replace('*', 'anything').replace(':remote', 'gallery').replace(':version', '1.0.0-0123456789');
  callerCount += 1;
  const type = pattern === '/*' ? 'application/x-www-form-urlencoded' : 'application/json';
  const response = await host.app.inject({
    method: method as HTTPMethods,
    url,
    remoteAddress: `10.0.${Math.floor(callerCount / 250)}.${callerCount % 250}`,
    headers: { ...(method === 'GET' ? {} : { 'content-type': type }), ...headers },
    ...(method === 'GET' ? {} : { payload: '{}' }),
  });
  return response.statusCode;
};

const list = (access: Access): string[] => Object.keys(ROUTES).filter((route) => ROUTES[route] === access);
const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });
const DENIED = [401, 403];

describe('the access matrix of the host', () => {
  it('ROLE-02 covers every route that is served', () => {
    expect([...new Set(served)].filter((route) => !route.startsWith('HEAD ')).sort()).toEqual(Object.keys(ROUTES).sort());
  });

  it.each([...list('everyone'), ...list('this site')])('ROLE-02 lets everyone call %s, whatever token the client sends', async (route) => {
    for (const headers of [{}, bearer('wrong'), bearer('admin')]) expect(DENIED).not.toContain(await call(route, headers));
  });

  it.each(list('this site'))('ROLE-02 rejects calls of %s from pages of other sites', async (route) => {
    expect(await call(route, { origin: 'https://elsewhere.test' })).toBe(403);
  });

  it.each([
    ...list('metrics token').map((route) => [route, METRICS_TOKEN] as const),
    ...list('administrator').map((route) => [route, 'admin'] as const),
    ...list('release token').map((route) => [route, 'the release token'] as const),
  ])('ROLE-02 requires the right token for %s: %s', async (route, expectedToken) => {
    const validToken = expectedToken === 'the release token' ? releaseToken : expectedToken;
    for (const wrong of ['wrong', ...['admin', METRICS_TOKEN, releaseToken].filter((token) => token !== validToken)])
      expect(await call(route, bearer(wrong))).toBe(401);
    expect(await call(route)).toBe(401);
    expect(DENIED).not.toContain(await call(route, bearer(validToken)));
  });

  it('ROLE-02 GET /api/site/parts is for administrators only', async () => {
    expect(await call('GET /api/site/parts', bearer('editor'))).toBe(403);
  });

  it.each(list('provider'))('ROLE-02 leaves %s to the provider, which gets the token unchanged', async (route) => {
    expect([await call(route), await call(route, bearer('editor'))]).toEqual([401, 200]);
    expect(forwardedTokens.slice(-2)).toEqual([undefined, 'Bearer editor']);
  });
});
