/** @jest-environment node */
import type { AddressInfo, Socket } from 'node:net';
import { RELEASE_CALL_LIMIT_MS } from '@site/releases/api-schemas';
import type { ReleaseApi } from '@site/releases/release-api';
import type { ReleaseToken } from '@site/releases/release-tokens';
import fastify from 'fastify';
import { releaseApiRoutes } from './release-api.ts';

it('RLS-03 keeps a connection open for as long as its client waits, and resets the limit for the next request', async () => {
  const app = fastify({ connectionTimeout: 300 });
  const token = { name: 'team', remote: 'gallery' } as ReleaseToken;
  const waits: number[] = [];
  let socket: Socket | undefined;
  app.server.on('connection', (connection: Socket) => {
    socket = connection;
  });
  const api = {
    authenticate: async () => token,
    authorize: async () => undefined,
    list: async () => {
      waits.push(socket?.timeout ?? 0);
      await new Promise((done) => setTimeout(done, 900));
      return {};
    },
  } as unknown as ReleaseApi;
  app.get('/other', async () => {
    waits.push(socket?.timeout ?? 0);
    return 'ok';
  });
  const callLog = { finish: async () => undefined, fail: async () => undefined };
  await app.register(releaseApiRoutes, { api, history: { list: async () => [] }, callLog });
  await app.listen({ port: 0, host: '127.0.0.1' });
  try {
    const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    expect((await fetch(`${url}/releases`, { headers: { authorization: 'Bearer t' } })).status).toBe(200);
    expect(await (await fetch(`${url}/other`)).text()).toBe('ok');
    expect(waits[0]).toBeGreaterThan(RELEASE_CALL_LIMIT_MS);
    expect(waits[1]).toBe(300);
  } finally {
    app.server.closeAllConnections();
    await app.close();
  }
});
