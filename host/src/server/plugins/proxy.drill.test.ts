/** @jest-environment node */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, request, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { waitUntil } from '@site/shared/testing/wait-until';
import fastify, { type FastifyInstance } from 'fastify';
import { generate } from 'selfsigned';
import { providerProxy } from './proxy.ts';

const MULTIPART = 'multipart/form-data; boundary=x';
/** More clients than there are connections to the provider. */
const ATTACKERS = 140;
/** Larger than what the operating system buffers for one connection. */
const IMAGE = Buffer.alloc(4 * 1024 * 1024, 1);

const closers: Array<() => unknown> = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const listen = async (server: ReturnType<typeof createServer>): Promise<number> => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
};

/** Reads the whole body before it responds, as a provider does. */
const respondAfterBody: RequestListener = (incoming, response) => {
  incoming.resume().on('end', () => {
    const isImage = incoming.url?.startsWith('/img/') === true;
    response.writeHead(200, { 'content-type': isImage ? 'image/png' : 'application/json' }).end(isImage ? IMAGE : '{"message":"fine"}');
  });
};

const setUp = async (respond: RequestListener = respondAfterBody) => {
  const calls: IncomingMessage[] = [];
  const providerPort = await listen(
    createServer((incoming, response) => {
      calls.push(incoming);
      respond(incoming, response);
    }),
  );
  return { calls, ...(await startProxy(`http://127.0.0.1:${providerPort}`)) };
};

const startProxy = async (providerUrl: string) => {
  const app: FastifyInstance = fastify({ trustProxy: true });
  app.register(providerProxy, { providerUrl, hmacKey: Buffer.alloc(32, 1) });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  closers.push(() => {
    app.server.closeAllConnections();
    return app.close();
  });
  return { app, url, port: Number(new URL(url).port) };
};

/** Opens a client that sends this text, then nothing, and never reads. */
const open = async (port: number, text: string): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined).pause();
  closers.push(() => socket.destroy());
  await once(socket, 'connect');
  socket.write(text);
  return socket;
};

const openMany = (count: number, port: number, getText: (index: number) => string): Promise<Socket[]> =>
  Promise.all(Array.from({ length: count }, (_value, index) => open(port, getText(index))));

/** Fetches with a long timeout, because a busy machine takes a while to send the half gigabyte that slow readers request. */
const ask = (url: string, init: RequestInit = {}): Promise<Response> => fetch(url, { ...init, signal: AbortSignal.timeout(40_000) });

describe('the proxy to the provider', () => {
  it.each([
    ['forms with files that no endpoint accepts', '/api/page-views', MULTIPART],
    ['uploads with an invented token', '/api/posts', MULTIPART],
    ['JSON', '/api/auth/login', 'application/json'],
  ])(
    'SEC-01 keeps serving other clients while many do not finish their bodies: %s',
    async (_name, path, type) => {
      const { port, url } = await setUp();
      await openMany(
        ATTACKERS,
        port,
        (index) =>
          `POST ${path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 203.0.113.${index % 8}\r\nauthorization: Bearer x\r\ncontent-type: ${type}\r\ncontent-length: 900\r\n\r\n-`,
      );

      expect((await ask(`${url}/api/posts`, { headers: { 'x-forwarded-for': '198.51.100.1' } })).status).toBe(200);
    },
    60_000,
  );

  it('SEC-02 serves images while many clients read theirs slowly', async () => {
    const { port, url } = await setUp();
    await openMany(ATTACKERS, port, (index) => `GET /img/upload/v1/${index}.png HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 203.0.113.${index % 8}\r\n\r\n`);

    const response = await ask(`${url}/img/upload/v1/other.png`, { headers: { 'x-forwarded-for': '198.51.100.1' } });

    expect((await response.arrayBuffer()).byteLength).toBe(IMAGE.length);
  }, 60_000);

  it('SEC-01 rejects none of 300 visitors behind one address', async () => {
    const { url } = await setUp((incoming, response) => {
      incoming.resume().on('end', () => setTimeout(() => response.end('{}'), 5));
    });
    const visit = async (index: number): Promise<number[]> => {
      const responses = await Promise.all([
        ask(`${url}/api/page-views`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"path":"/"}' }),
        ask(`${url}/img/upload/v1/${index}.png`),
      ]);
      return responses.map(({ status }) => status);
    };

    const statuses = (await Promise.all(Array.from({ length: 300 }, (_value, index) => visit(index)))).flat();

    expect(statuses).toEqual(Array(600).fill(200));
  });

  it('SEC-03 passes on forms with files only to endpoints that declare them', async () => {
    const { url, calls } = await setUp();
    const post = async (method: string, path: string) =>
      (await ask(`${url}${path}`, { method, headers: { 'content-type': MULTIPART, authorization: 'Bearer x' }, body: '--x--' })).status;

    expect(
      await Promise.all(['/api/auth/login', '/api/page-views', '/api/forms/volunteer', '/api/posts/1/restore', '/img/x'].map((path) => post('POST', path))),
    ).toEqual(Array(5).fill(415));
    expect(calls).toEqual([]);
    expect([await post('POST', '/api/posts'), await post('PUT', '/api/posts/one-slug?x=1'), await post('POST', '/api/pictures')]).toEqual([200, 200, 200]);
  });

  it('SEC-03 rejects a body with an unreadable type, as the provider does', async () => {
    const { url, calls } = await setUp();
    const response = await ask(`${url}/api/posts`, { method: 'POST', headers: { 'content-type': 'nonsense' }, body: 'x' });

    expect([response.status, await response.json(), calls]).toEqual([415, { message: 'This content type is not supported.' }, []]);
  });

  it('SEC-03 passes on the response to an upload that is rejected while it is being sent', async () => {
    const { port } = await setUp((_incoming, response) => response.writeHead(401, { 'content-type': 'application/json' }).end('{"message":"Please sign in."}'));
    const socket = await open(port, `POST /api/posts HTTP/1.1\r\nhost: x\r\ncontent-type: ${MULTIPART}\r\ncontent-length: 100000\r\n\r\n--x`);

    const [received] = await once(socket.resume(), 'data');

    expect(String(received)).toMatch(/^HTTP\/1.1 401 Unauthorized/);
  });

  it('SEC-08 does not connect to a provider whose certificate is not valid', async () => {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'another.example' }], { keySize: 2048, algorithm: 'sha256' });
    const secureServer = createSecureServer({ key, cert }, (_request, response) => response.end('{"token":"stolen"}'));
    await once(secureServer.listen(0, '127.0.0.1'), 'listening');
    closers.push(() => secureServer.close());
    const { url } = await startProxy(`https://127.0.0.1:${(secureServer.address() as AddressInfo).port}`);

    const response = await ask(`${url}/api/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });

    expect([response.status, await response.json()]).toEqual([503, { message: 'An error occurred' }]);
    expect(response.headers.get('retry-after')).toBe('5');
  });

  it.each([502, 504])('OPS-05 responds with 503 and Retry-After if a load balancer without a provider responds with %i', async (status) => {
    const { url } = await setUp((_incoming, response) => response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>'));

    const response = await ask(`${url}/api/posts`);

    expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([503, '5', { message: 'An error occurred' }]);
  });

  it('SEC-25 calls an overloaded provider only once', async () => {
    const { url, calls } = await setUp((_incoming, response) => response.writeHead(503, { 'retry-after': '2' }).end('{"message":"busy"}'));

    const response = await ask(`${url}/api/posts`);

    expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([503, '2', { message: 'busy' }]);
    expect(calls).toHaveLength(1);
  });

  it('SEC-02 requests an image once for many clients, until the last of them leaves, and separately for clients that may get another response', async () => {
    const pendingResponses: ServerResponse[] = [];
    const { url, port, calls } = await setUp((_incoming, response) => void pendingResponses.push(response));
    const path = '/img/upload/v1/a.png';
    const [first] = await openMany(5, port, () => `GET ${path} HTTP/1.1\r\nhost: x\r\naccept: image/webp\r\n\r\n`);
    const sharedRequests = Array.from({ length: 20 }, () => ask(`${url}${path}`, { headers: { accept: 'image/webp' } }));
    const conditionalRequest = ask(`${url}${path}`, { headers: { accept: 'image/webp', 'if-none-match': '"a"' } });
    // Staff may see more than other visitors.
    const staff = ask(`${url}${path}`, { headers: { accept: 'image/webp', cookie: 'image-access=a', 'x-forwarded-for': '198.51.100.1' } });
    const other = ask(`${url}${path}`, { headers: { accept: 'image/avif' } });
    await waitUntil(() => calls.length >= 4);
    first?.destroy();
    await new Promise((resolve) => setImmediate(resolve));
    for (const response of pendingResponses) response.end(IMAGE);

    const bodies = await Promise.all(
      [...sharedRequests, conditionalRequest, staff, other].map(async (response) => (await (await response).arrayBuffer()).byteLength),
    );
    expect(bodies).toEqual(Array(23).fill(IMAGE.length));
    expect(calls).toHaveLength(4);
  });

  it('SEC-04 aborts a call whose client has disconnected', async () => {
    const arrivalListeners: Array<(response: ServerResponse) => void> = [];
    const whenArrived = new Promise<ServerResponse>((resolve) => arrivalListeners.push(resolve));
    const { port } = await setUp((_incoming, response) => arrivalListeners[0]?.(response));
    const client = request({ port, path: '/img/upload/v1/a.png' }).on('error', () => undefined);
    client.end();

    const response = await whenArrived;
    client.destroy();

    await once(response, 'close');
    expect(response.writableEnded).toBe(false);
  });
});
