/** @jest-environment node */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listPosts } from '@site/shared/contracts/post';
import { siteFixture } from '@site/shared/testing/fixtures';
import { createServerServices } from './create-server-services.ts';

let server: Server;
let providerUrl: string;
const seen: (string | undefined)[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization ?? 'anonymous'}`);
    if (request.url === '/slow/api/posts') return;
    response.writeHead(request.url === '/bad/api/posts' ? 500 : 200, { 'content-type': 'application/json' });
    response.end('{"data":[],"message":"The roof leaks"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo;
  providerUrl = `http://127.0.0.1:${address.port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('createServerServices', () => {
  it('calls the provider below /api, without a session', async () => {
    const { services, notices } = createServerServices(siteFixture(), { providerUrl: `${providerUrl}/`, signal: AbortSignal.timeout(5000) });

    expect(await services.http.call(listPosts)).toEqual({ ok: true, value: [] });
    expect(seen.at(-1)).toBe('GET /api/posts anonymous');
    expect(services.auth.getState()).toMatchObject({ user: null, token: null });
    expect(services.auth.getState().isAuthenticated()).toBe(false);
    expect(notices).toEqual([]);
    services.celebrate();
  });

  it('ERR-01 collects the toasts of each page separately', async () => {
    const first = createServerServices(siteFixture(), { providerUrl: `${providerUrl}/bad`, signal: AbortSignal.timeout(5000) });
    const second = createServerServices(siteFixture(), { providerUrl, signal: AbortSignal.timeout(5000) });
    await first.services.http.call(listPosts);

    expect(first.notices).toEqual([{ kind: 'error', message: 'The roof leaks' }]);
    expect(second.notices).toEqual([]);
  });

  it('fails at the time limit of the page', async () => {
    const { services, notices } = createServerServices(siteFixture(), { providerUrl: `${providerUrl}/slow`, signal: AbortSignal.timeout(50) });

    expect(await services.http.call(listPosts)).toMatchObject({ ok: false, error: { kind: 'network' } });
    expect(notices).toEqual([{ kind: 'error', message: 'An error occurred' }]);
  });
});
