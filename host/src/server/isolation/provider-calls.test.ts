/** @jest-environment node */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PROVIDER_ORIGIN } from './protocol.ts';
import { type CallOrigin, createProviderCalls } from './provider-calls.ts';

const received: (string | undefined)[] = [];
let server: Server;
let performCall: ReturnType<typeof createProviderCalls>;

beforeAll(async () => {
  server = createServer(({ headers }, response) => {
    received.push(headers['x-forwarded-for']?.toString());
    response.setHeader('content-type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const providerUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  performCall = createProviderCalls({ providerUrl, volunteerFormUrl: '', newestRevision: { get: () => 0, observe: () => undefined } });
});
afterAll(() => server.close());

const getAddress = async (path: string, origin: CallOrigin): Promise<string | undefined> => {
  received.length = 0;
  await performCall({ method: 'GET', url: PROVIDER_ORIGIN + path }, origin, AbortSignal.timeout(4000));
  return received[0];
};

describe('the calls of a page', () => {
  it("SEC-11 search with the visitor's IP address, so that visitors do not share one limit", async () => {
    expect(await getAddress('/api/search?q=help', { visitor: '203.0.113.7' })).toBe('203.0.113.7');
    expect(await getAddress('/api/search?q=help', {})).toBeUndefined();
  });

  it("SEC-11 read shared content without sending the visitor's IP address", async () => {
    expect(await getAddress('/api/posts', { visitor: '203.0.113.7' })).toBeUndefined();
    expect(await getAddress('/api/posts?q=/api/search', { visitor: '203.0.113.7' })).toBeUndefined();
  });
});
