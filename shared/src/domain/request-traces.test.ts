/** @jest-environment node */
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import fastify from 'fastify';
import { createRequestTraces } from './request-traces.ts';
import type { TraceContext } from './trace-context.ts';
import { NO_TRACING, type Tracing } from './tracing.ts';

const ID = 'request-0001';
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const HEADERS = { 'x-request-id': ID, traceparent: `00-${TRACE}-b7ad6b7169203331-01` };

const setUp = async (options: Partial<Parameters<typeof createRequestTraces>[0]> = {}) => {
  const lines: Record<string, unknown>[] = [];
  const traces = createRequestTraces({ trustProxy: false, ...options });
  const app = fastify({ ...traces.options, logger: { level: 'warn', stream: { write: (line: string) => void lines.push(JSON.parse(line)) } } });
  traces.register(app);
  const contexts: (TraceContext | undefined)[] = [];
  app.get('/pages/:name', { config: { getLoggablePath: (url) => url } }, async (request, reply) => {
    contexts.push(request.trace);
    request.log.warn('handled');
    return reply.status(request.url.endsWith('broken') ? 500 : 200).send('text');
  });
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
  return { get, lines, contexts, app };
};

describe('the trace of a request', () => {
  it('OPS-06 is new for an untrusted client, and appears in the log and the response', async () => {
    const { get, lines, contexts } = await setUp();
    const { headers } = await get('/pages/one', HEADERS);
    const [trace] = contexts;
    expect(trace?.requestId).not.toBe(ID);
    expect(trace?.traceId).not.toBe(TRACE);
    expect(headers['x-request-id']).toBe(trace?.requestId);
    expect(lines).toMatchObject([{ msg: 'handled', reqId: trace?.requestId, traceId: trace?.traceId }]);
  });

  it('OPS-06 continues that of a trusted proxy', async () => {
    const { get, contexts } = await setUp({ trustProxy: '10.0.0.0/8, loopback' });
    expect((await get('/pages/one', HEADERS)).headers['x-request-id']).toBe(ID);
    expect(contexts).toMatchObject([{ requestId: ID, traceId: TRACE }]);
  });

  it('OPS-06 appears in the lines of loggers with their own options', () => {
    const child = jest.fn();
    const { options } = createRequestTraces({ trustProxy: false });
    const raw = { headers: {}, method: 'GET', socket: {} } as never;
    options.genReqId(raw);
    options.childLoggerFactory({ child } as never, { a: 1 }, {}, raw);
    options.childLoggerFactory({ child } as never, { a: 1 }, { level: 'info' }, raw);
    expect(child.mock.calls).toEqual([[{ a: 1, traceId: expect.any(String) }], [{ a: 1, traceId: expect.any(String) }, { level: 'info' }]]);
  });
});

describe('the access log', () => {
  it('is off by default', async () => {
    const { get, lines } = await setUp();
    await get('/pages/one');
    expect(lines.map(({ msg }) => msg)).toEqual(['handled']);
  });

  it('has a line for each response, regardless of the log level', async () => {
    const { get, lines } = await setUp({
      hasAccessLog: true,
      trustProxy: 'loopback',
    });
    await get('/pages/one', HEADERS);
    await get('/none');
    const commonFields = { level: 30, msg: 'request', method: 'GET', ms: expect.any(Number), bytes: expect.any(Number) };
    expect(lines.filter(({ msg }) => msg === 'request')).toMatchObject([
      { ...commonFields, requestId: ID, traceId: TRACE, route: '/pages/:name', path: '/pages/one', status: 200 },
      { ...commonFields, requestId: expect.any(String), route: 'unknown', status: 404 },
    ]);
    expect(lines.at(-1)).not.toHaveProperty('path');
  });

  it('has the time of each response in milliseconds, with one decimal', async () => {
    const { app, get, lines } = await setUp({ hasAccessLog: true });
    app.get('/slow', async () => {
      await new Promise((resolve) => setTimeout(resolve, 60));
      return 'text';
    });
    await get('/slow');
    const ms = Number(lines.at(-1)?.ms);
    expect(ms).toBeGreaterThan(50);
    expect(ms).toBeLessThan(550);
    expect(Math.round(ms * 10) / 10).toBe(ms);
  });

  it('counts the bytes of each response on its connection', async () => {
    const { app, lines } = await setUp({ hasAccessLog: true });
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    try {
      for (let count = 0; count < 2; count += 1) {
        const [response] = await once(get(`${address}/pages/one`, { agent }), 'response');
        await once(response.resume(), 'end');
      }
    } finally {
      agent.destroy();
      await app.close();
    }
    const bytes = lines.flatMap((line) => (line.msg === 'request' ? [Number(line.bytes)] : []));
    expect(bytes).toHaveLength(2);
    for (const count of bytes) expect(count).toBeGreaterThan(100);
    expect(Math.abs((bytes[0] ?? 0) - (bytes[1] ?? 0))).toBeLessThan(20);
  });
});

describe('the span of a request', () => {
  it('OPS-06 begins with the request and ends with its response', async () => {
    const end = jest.fn();
    const startSpan = jest.fn<ReturnType<Tracing['startSpan']>, Parameters<Tracing['startSpan']>>((_name, _kind, context) => ({ context, end }));
    const { get } = await setUp({ tracing: { ...NO_TRACING, startSpan }, trustProxy: 'loopback' });
    await get('/pages/one', HEADERS);
    await get('/pages/broken');
    await get('/none');

    expect(startSpan.mock.calls[0]).toEqual(['GET', 'server', expect.objectContaining({ traceId: TRACE })]);
    const attributes = (route: string, status: number) => ({ 'http.request.method': 'GET', 'http.route': route, 'http.response.status_code': status });
    expect(end.mock.calls).toEqual([
      [{ name: 'GET /pages/:name', attributes: attributes('/pages/:name', 200), isError: false }],
      [{ name: 'GET /pages/:name', attributes: attributes('/pages/:name', 500), isError: true }],
      [{ name: 'GET unknown', attributes: attributes('unknown', 404), isError: false }],
    ]);
  });
});
