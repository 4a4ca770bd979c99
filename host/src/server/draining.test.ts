/** @jest-environment node */
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { createDraining, type Draining } from './draining.ts';

let app: FastifyInstance;
let draining: Draining;
/** Resolves the request that is in flight. */
let finish: (text: string) => void;
let agent: Agent;
let port: number;

beforeEach(async () => {
  app = fastify();
  draining = createDraining(app);
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

describe('TEAM-10 draining', () => {
  it('says so at once, serves on, and asks every client to connect elsewhere', async () => {
    const before = await request('/quick');
    expect([await read(before), before.headers.connection, draining.isDraining()]).toEqual(['quick', 'keep-alive', false]);

    draining.begin();
    const after = await request('/quick');
    expect([after.statusCode, await read(after), after.headers.connection, draining.isDraining()]).toEqual([200, 'quick', 'close', true]);
  });

  it('closes only after the requests in flight have their responses', async () => {
    await read(await request('/quick'));
    const isStarted = started();
    const slow = request('/slow');
    await isStarted;
    draining.begin();
    const closed = app.close();
    finish('complete');

    const response = await slow;
    expect([response.statusCode, await read(response), response.headers.connection]).toEqual([200, 'complete', 'close']);
    await closed;
    await expect(request('/quick')).rejects.toThrow('ECONNREFUSED');
  });

  it('closes the connection of a response that had begun, although its client would reuse it', async () => {
    const response = await request('/streamed');
    expect(response.headers.connection).toBe('keep-alive');
    draining.begin();
    const closed = app.close();
    finish('last');

    expect(await read(response)).toBe('first, last');
    await closed;
  });
});
