/** @jest-environment node */
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createDraining, type Draining } from '@site/shared/domain/draining';
import fastify, { type FastifyInstance } from 'fastify';

let app: FastifyInstance;
let draining: Draining;
/** Completes the response to the request in flight. */
let finish: (text: string) => void;
let agent: Agent;
let port: number;

beforeEach(async () => {
  app = fastify();
  draining = createDraining(app.server);
  app.addHook('onRequest', (request, reply, done) => {
    if (!draining.isForNextServer(request.raw)) return done();
    reply.hijack();
    request.raw.destroy();
  });
  app.post('/quick', async () => 'written');
  app.get('/slow', () => new Promise((resolve) => (finish = resolve)));
  app.get('/streamed', (_request, reply) => {
    reply.hijack();
    reply.raw.write('first, ');
    finish = (text) => void reply.raw.end(text);
  });
  app.get('/quick', async () => 'quick');
  await app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.server.address() as AddressInfo);
  agent = new Agent({ keepAlive: true });
});
afterEach(async () => {
  agent.destroy();
  await app.close();
});

const request = async (path: string): Promise<IncomingMessage> => {
  const [response] = await once(get({ port, path, agent, host: '127.0.0.1' }), 'response');
  return response;
};
const read = async (response: IncomingMessage): Promise<string> => String(Buffer.concat(await response.toArray()));
const started = async (): Promise<void> => void (await once(app.server, 'request'));

describe('RLS-10 OPS-11 draining', () => {
  it('reports draining at once, keeps serving, and asks clients to reconnect elsewhere', async () => {
    const before = await request('/quick');
    expect([await read(before), before.headers.connection, draining.isDraining()]).toEqual(['quick', 'keep-alive', false]);

    void draining.drain(0);
    const after = await request('/quick');
    expect([after.statusCode, await read(after), after.headers.connection, draining.isDraining()]).toEqual([200, 'quick', 'close', true]);
  });

  it('drops reads that its proxy can retry on another server, but no writes', async () => {
    const headers = { 'x-next-server': '1' };
    const address = `http://127.0.0.1:${port}/quick`;
    expect((await fetch(address, { headers })).status).toBe(200);

    void draining.drain(0);

    await expect(fetch(address, { headers })).rejects.toThrow('fetch failed');
    expect((await fetch(address, { headers, method: 'POST' })).status).toBe(200);
    expect((await fetch(address)).status).toBe(200);
  });

  it('closes only after all requests in flight have received their responses', async () => {
    await read(await request('/quick'));
    const startedPromise = started();
    const slow = request('/slow');
    await startedPromise;
    await draining.drain(0);
    const closed = app.close();
    finish('complete');

    const response = await slow;
    expect([response.statusCode, await read(response), response.headers.connection]).toEqual([200, 'complete', 'close']);
    await closed;
    await expect(request('/quick')).rejects.toThrow('ECONNREFUSED');
  });

  it('closes the connection after a response that had already begun, although the client would reuse it', async () => {
    const response = await request('/streamed');
    expect(response.headers.connection).toBe('keep-alive');
    await draining.drain(0);
    const closed = app.close();
    finish('last');

    expect(await read(response)).toBe('first, last');
    await closed;
  });
});
