/** @jest-environment node */
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import fastify from 'fastify';
import { createDraining } from './draining.ts';
import { refusePipelining } from './pipelining.ts';

const REQUEST = 'GET / HTTP/1.1\r\nhost: site.test\r\n\r\n';
const RESPONSE_MS = 50;

const setUp = async () => {
  const app = fastify();
  const counts = { begun: 0, closed: 0 };
  const draining = createDraining(app.server);
  refusePipelining(app);
  app.get('/', async (_request, reply) => {
    counts.begun += 1;
    reply.raw.once('close', () => {
      counts.closed += 1;
    });
    await pause(RESPONSE_MS);
    return 'a page';
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  socket.on('data', (data) => {
    received += String(data);
  });
  socket.on('error', () => undefined);
  const countResponses = (): number => received.split('HTTP/1.1 200').length - 1;
  return { app, counts, draining, socket, countResponses };
};

describe('a connection', () => {
  it.each([
    ['at once', 0],
    ['a little later', 10],
  ])('OPS-03 is closed when it sends further requests before the first response, %s', async (_when, waitMs) => {
    const { app, counts, socket, countResponses } = await setUp();
    const closeEvent = once(socket, 'close');
    socket.write(REQUEST);
    if (waitMs > 0) await pause(waitMs);
    socket.write(REQUEST.repeat(20));
    await closeEvent;
    await pause(2 * RESPONSE_MS);

    expect(counts).toEqual({ begun: 1, closed: 1 });
    expect(countResponses()).toBe(0);
    await app.close();
  });

  it('OPS-03 may send one request after another', async () => {
    const { app, counts, socket, countResponses } = await setUp();
    for (const count of [1, 2, 3]) {
      socket.write(REQUEST);
      while (countResponses() < count) await once(socket, 'data');
    }

    expect(counts.begun).toBe(3);
    socket.destroy();
    await app.close();
  });
});
