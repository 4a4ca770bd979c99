import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { waitUntil } from '@site/shared/testing/wait-until';
import { sql } from 'kysely';
import { createImageFile } from '../../testing/images.ts';
import { ADMIN, startTestApp, type TestApp } from '../../testing/test-app.ts';

/** These tests limit the size of the database, which is not possible with PostgreSQL. */
const itEmbedded = Reflect.get(globalThis, 'TEST_ENGINE') === 'postgres' ? it.skip : it;

let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await startTestApp({ timeouts: { headersMs: 400, body: { stallMs: 400, bytesPerSecond: 128 } } });
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(() => app.stop());

const exchange = (request: string): Promise<{ socket: Socket; response: string }> =>
  new Promise((resolve, reject) => {
    let response = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.on('data', (bytes) => {
      response += bytes.toString();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve({ socket, response }));
  });

describe('operations', () => {
  it('counts responses by route for Prometheus, without ids in the names', async () => {
    await app.get('/api/posts/some-slug');
    const metrics = await app.get('/metrics');

    expect(metrics.body).toContain('http_request_seconds_count{method="GET",route="/api/posts/:idOrSlug",status="404"}');
    expect(metrics.body).toMatch(/^content_revision \d+$/m);
    expect(metrics.body).not.toContain('some-slug');
  });

  it('OPS-06 counts SQL statements, renderings and the age of the scheduler, and says whether the database responds', async () => {
    const { body } = await app.get('/metrics');

    expect(body).toMatch(/^provider_database_seconds_count\{operation="select"\} [1-9]/m);
    expect(body).toMatch(/^provider_database_up 1$/m);
    expect(body).toMatch(/^provider_image_renderings\{state="waiting"\} 0$/m);
    expect(body).toMatch(/^provider_scheduler_age_seconds [\d.]+$/m);
  });

  it('closes connections that trickle headers or withhold a body', async () => {
    const [headers, body] = await Promise.all([
      exchange('GET /api/posts HTTP/1.1\r\nx-slow: '),
      exchange('POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{'),
    ]);

    expect(headers.response).toContain('408');
    expect(body.response === '' || body.response.includes('408')).toBe(true);
  });

  it('responds to a rejected write while its body is still being sent', async () => {
    const { response } = await exchange(
      'POST /api/posts HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
    );

    expect(response).toContain('401 Unauthorized');
  });

  it.each([
    ['a public form, that is too long', '/api/forms/volunteer', 70_000, 413],
    ['staff, without a session', '/api/posts', 900_000, 401],
  ])('responds before it ends a connection that is still sending a body of %s', async (_, url, length, status) => {
    const post = `POST ${url} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;
    const socket = connect(port, '127.0.0.1');
    const receivedChunks: string[] = [];
    socket.on('data', (bytes) => receivedChunks.push(String(bytes)));
    // The client reads nothing until it has sent everything.
    socket.pause();
    socket.write(post);
    for (let sent = 0; sent < length; sent += 10_000) {
      await setTimeout(5);
      await new Promise<void>((resolve, reject) => {
        socket.write(Buffer.alloc(10_000, 'x'), (error) => (error ? reject(error) : resolve()));
      });
    }
    socket.resume();
    await waitUntil(() => receivedChunks.length > 0);
    expect(receivedChunks.join('')).toContain(`HTTP/1.1 ${status}`);
    socket.destroy();
  });

  it('rejects bodies and headers that are too large, with a message', async () => {
    const largeResponse = await app.server.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'content-type': 'application/json' },
      payload: `{"email":"${'x'.repeat(1_100_000)}"}`,
    });

    expect(largeResponse.statusCode).toBe(413);
    expect(largeResponse.json()).toEqual({ message: 'The request is too large.' });
  });

  it('responds with 503 on /ready once shutdown begins, and still serves requests', async () => {
    const drainingApp = await startTestApp({ restartOf: app });
    await drainingApp.drain(0);
    const ready = await drainingApp.get('/ready');
    const posts = await drainingApp.get('/api/posts');
    await drainingApp.server.close();

    expect(ready.statusCode).toBe(503);
    expect(posts.statusCode).toBe(200);
  });

  it('completes accepted requests before it closes', async () => {
    const closingApp = await startTestApp();
    const address = await closingApp.server.listen({ port: 0, host: '127.0.0.1' });
    const requestArrived = new Promise((resolve) => closingApp.server.server.once('request', resolve));
    const login = fetch(`${address}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify(ADMIN),
    });
    await requestArrived;

    await closingApp.stop();

    expect((await login).status).toBe(200);
    await expect(fetch(`${address}/health`)).rejects.toThrow();
  });
});

describe('storage that fails', () => {
  const NO_SPACE = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  const getReadiness = async () => {
    const { statusCode, body } = await app.get('/ready');
    return { statusCode, ...JSON.parse(body) };
  };
  const getMetric = async (store: string) => new RegExp(`^storage_failing\\{store="${store}"\\} (\\d)$`, 'm').exec((await app.get('/metrics')).body)?.[1];
  afterEach(() => jest.restoreAllMocks());

  it('OPS-10 serves images in cached and new sizes while their cache cannot be written or read, and reports the failure', async () => {
    const { token } = await app.signIn();
    const { url } = (await app.form('POST', '/api/gallery', { image: await createImageFile(), title: 'T' }, token)).json().data;
    const getImageStatus = async (size: string) => (await app.get(url.replace('/upload/', `/upload/${size},f_jpg/`))).statusCode;
    expect(await getImageStatus('w_320')).toBe(200);

    const put = jest.spyOn(app.services.stores.derived, 'put').mockRejectedValue(NO_SPACE);
    expect([await getImageStatus('w_320'), await getImageStatus('w_640')]).toEqual([200, 200]);
    expect(put).toHaveBeenCalled();
    expect(await getReadiness()).toMatchObject({ statusCode: 200 });
    jest.spyOn(app.services.stores.derived, 'get').mockRejectedValue(NO_SPACE);
    expect(await getImageStatus('w_320')).toBe(200);
  });

  it.each([
    ['SQLite', 'SQLITE_FULL'],
    ['PostgreSQL', '53100'],
  ])('OPS-10 rejects a sign-in with 503 and a clear message while the database of %s is full, and is not ready', async (_, code) => {
    const { db } = app.services;
    const fail = (): never => {
      throw Object.assign(new Error('database or disk is full'), { code });
    };
    for (const method of ['insertInto', 'updateTable'] as const) jest.spyOn(db, method).mockImplementation(fail);
    const { statusCode, headers, body } = await app.send('POST', '/api/auth/login', ADMIN);

    expect([statusCode, headers['retry-after'], JSON.parse(body).message]).toEqual([503, '5', expect.stringContaining('signing in are not possible')]);
    expect(await getReadiness()).toMatchObject({ statusCode: 503, status: 'database cannot be written' });
    jest.restoreAllMocks();
    expect(await getReadiness()).toEqual({ statusCode: 200, status: 'ready' });
    expect((await app.send('POST', '/api/auth/login', ADMIN)).statusCode).toBe(200);
  });

  itEmbedded('OPS-10 is not ready while a small write still fits', async () => {
    const { db } = app.services;
    const { token } = await app.signIn();
    const save = async () =>
      (await app.form('POST', '/api/posts', { title: 'Long', category: 'C', content: `<p>${'text '.repeat(15_000)}</p>`, status: 'draft' }, token)).statusCode;
    await sql`vacuum`.execute(db);
    // SQLite never shrinks the limit below the current number of pages, so the database is full from here on.
    await sql`pragma max_page_count = 1`.execute(db);
    expect(await save()).toBe(503);
    expect(await getReadiness()).toMatchObject({ statusCode: 503, storage: { database: 'database or disk is full' } });

    await sql`pragma max_page_count = 1000000`.execute(db);
    expect(await getReadiness()).toEqual({ statusCode: 200, status: 'ready' });
    expect(await save()).toBe(201);
  });

  it('OPS-10 reports the cause of a full database, and is ready again when it can be written', async () => {
    expect([await getReadiness(), await getMetric('database')]).toEqual([{ statusCode: 200, status: 'ready' }, '0']);
    app.services.storageHealth.fail('database', NO_SPACE);
    const insert = jest.spyOn(app.services.db, 'insertInto').mockImplementation(() => {
      throw NO_SPACE;
    });
    expect(await getReadiness()).toEqual({ statusCode: 503, status: 'database cannot be written', storage: { database: NO_SPACE.message } });
    expect(await getMetric('database')).toBe('1');

    insert.mockRestore();
    expect(await getReadiness()).toEqual({ statusCode: 200, status: 'ready' });
  });
});
