/** @jest-environment node */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createContentRevision } from './content-revision.ts';

let server: Server;
let requests = 0;
let revision: string | undefined;

beforeEach(async () => {
  requests = 0;
  server = createServer((_request, response) => {
    requests += 1;
    if (revision !== undefined) response.setHeader('x-content-revision', revision);
    response.writeHead(revision === undefined ? 404 : 204).end();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
});
afterEach(() => new Promise((closed) => server.close(closed)));

const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

describe('content revision', () => {
  it('asks the provider once for many pages, and again after a second', async () => {
    revision = '7';
    let now = 0;
    const read = createContentRevision(address(), () => now);
    expect(await Promise.all([read(), read(), read()])).toEqual(['counted-7', 'counted-7', 'counted-7']);
    expect(requests).toBe(1);

    revision = '8';
    expect(await read()).toBe('counted-7');
    now = 1000;
    expect(await read()).toBe('counted-8');
  });

  it('changes every five seconds when the server counts nothing', async () => {
    revision = undefined;
    let now = 0;
    const read = createContentRevision(address(), () => now);
    const first = await read();
    now = 4000;
    expect(await read()).toBe(first);
    now = 5000;
    expect(await read()).not.toBe(first);
  });

  it('follows no redirect to another address', async () => {
    revision = '7';
    const elsewhere = createServer((_request, response) => response.writeHead(307, { location: `${address()}/api/revision` }).end());
    await new Promise<void>((ready) => elsewhere.listen(0, '127.0.0.1', ready));

    const read = await createContentRevision(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`)();
    await new Promise((closed) => elsewhere.close(closed));
    expect(read).toBeUndefined();
  });

  it('has no revision while the provider does not respond', async () => {
    expect(await createContentRevision('http://127.0.0.1:9')()).toBeUndefined();
  });
});
