import { connect, type Socket } from 'node:net';
import { ADMIN, startTestApp, type TestApp } from '../../testing/test-app.ts';

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

  it('closes connections that trickle headers or withhold a body', async () => {
    const [headers, body] = await Promise.all([
      exchange('GET /api/posts HTTP/1.1\r\nx-slow: '),
      exchange('POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{'),
    ]);

    expect(headers.response).toContain('408');
    expect(body.response === '' || body.response.includes('408')).toBe(true);
  }, 20_000);

  it('responds to a rejected write while its body is still being sent', async () => {
    const { response } = await exchange(
      'POST /api/posts HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
    );

    expect(response).toContain('401 Unauthorized');
  }, 20_000);

  it('rejects bodies and headers that are too large, with a message', async () => {
    const large = await app.server.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'content-type': 'application/json' },
      payload: `{"email":"${'x'.repeat(1_100_000)}"}`,
    });

    expect(large.statusCode).toBe(413);
    expect(large.json()).toEqual({ message: 'That is too large.' });
  });

  it('responds with 503 on /ready once shutdown begins, and still serves requests', async () => {
    app.services.lifecycle.isClosing = true;
    const ready = await app.get('/ready');
    const posts = await app.get('/api/posts');
    app.services.lifecycle.isClosing = false;

    expect(ready.statusCode).toBe(503);
    expect(posts.statusCode).toBe(200);
  });

  it('completes accepted requests before it closes', async () => {
    const closing = await startTestApp();
    const address = await closing.server.listen({ port: 0, host: '127.0.0.1' });
    const arrived = new Promise((resolve) => closing.server.server.once('request', resolve));
    const login = fetch(`${address}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify(ADMIN),
    });
    await arrived;

    await closing.stop();

    expect((await login).status).toBe(200);
    await expect(fetch(`${address}/health`)).rejects.toThrow();
  }, 20_000);
});
