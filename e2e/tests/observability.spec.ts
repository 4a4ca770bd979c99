import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type RunningServer, startHost, startProvider } from '@site/scripts/servers';
import { parseLogLine } from '@site/shared/domain/log-line';
import { root, TEMPLATE_FOLDER } from '../support/servers.ts';

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
}

interface SentSpans {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[] }[];
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PROXY_SPAN = '00f067aa0ba902b7';

const spans: SentSpan[] = [];
let collector: Server;
let dataFolder: string;
let provider: RunningServer;
let host: RunningServer;

const startCollector = (): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      const { resourceSpans }: SentSpans = JSON.parse(body);
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
      response.setHeader('content-type', 'application/json').end('{}');
    });
    server.listen(0, '127.0.0.1', () => resolve(server));
  });

const getLines = (server: RunningServer) =>
  server
    .output()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => parseLogLine(line) ?? { text: line });
const getRequestLines = (requestId: string) => [host, provider].flatMap(getLines).filter((line) => 'requestId' in line && line.requestId === requestId);

test.beforeAll(async () => {
  collector = await startCollector();
  const { port } = collector.address() as AddressInfo;
  dataFolder = mkdtempSync(join(tmpdir(), 'observability-'));
  cpSync(join(root, TEMPLATE_FOLDER), dataFolder, { recursive: true });
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, OTEL_BSP_SCHEDULE_DELAY: '100', ACCESS_LOG: '1' };
  provider = await startProvider({ dataFolder, env });
  host = await startHost({ dataFolder, providerUrl: provider.url, env: { ...env, TRUST_PROXY: 'loopback' } });
});
test.afterAll(async () => {
  await host?.kill();
  await provider?.kill();
  collector?.close();
  rmSync(dataFolder, { recursive: true, force: true });
});

test('OPS-06 a page view is a single trace from the proxy to SQL, and its log lines contain the trace id', { tag: '@drill' }, async () => {
  const headers = { 'x-request-id': 'edge-request-1', traceparent: `00-${TRACE}-${PROXY_SPAN}-01` };
  const response = await fetch(`${host.url}/news?page=1`, { headers });
  const getParentName = (name: string): string | undefined => {
    const span = spans.find(({ traceId, name: spanName }) => traceId === TRACE && spanName === name);
    return spans.find(({ spanId }) => spanId === span?.parentSpanId)?.name ?? span?.parentSpanId;
  };

  expect(response.headers.get('x-request-id')).toBe('edge-request-1');
  await expect.poll(() => getParentName('GET /*')).toBe(PROXY_SPAN);
  await expect.poll(() => getParentName('select')).toBe('GET /api/posts');
  expect(getParentName('GET /api/posts')).toBe('call provider');
  expect(getParentName('call provider')).toBe('render news-events');
  expect(getParentName('render news-events')).toBe('compose page');
  expect(getParentName('compose page')).toBe('GET /*');

  const lines = getRequestLines('edge-request-1');
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'request', traceId: TRACE, method: 'GET', route: '/*', path: '/news', status: 200 }));
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'request', traceId: TRACE, route: '/api/posts', status: 200 }));
  for (const line of lines) expect(line).toMatchObject({ ms: expect.any(Number), bytes: expect.any(Number) });
});

test('OPS-06 an API call has the same id on both servers, and browsers cannot choose it', { tag: '@drill' }, async () => {
  const response = await fetch(`${host.url}/api/posts?limit=1&q=private`, { headers: { 'x-request-id': 'short' } });
  const id = response.headers.get('x-request-id') ?? '';

  expect(id).toMatch(/^[0-9a-f]{32}$/);
  await expect.poll(() => getRequestLines(id).map((line) => 'route' in line && line.route)).toEqual(['/api/*', '/api/posts']);
  expect(JSON.stringify(getRequestLines(id))).not.toContain('private');
});

test('OPS-06 every log line of both servers is JSON, and a failed page logs one line with its cause', { tag: '@drill' }, async () => {
  await provider.kill();
  const responses = await Promise.all([1, 2, 3].map((page) => fetch(`${host.url}/news/no-such-post-${page}`)));

  for (const { status, headers } of responses) {
    expect(status).toBeGreaterThanOrEqual(500);
    const lines = getRequestLines(headers.get('x-request-id') ?? '').filter((line) => 'reason' in line);
    expect(lines).toEqual([
      expect.objectContaining({ level: 50, msg: 'page failed', status, remote: 'news-events', reason: expect.stringContaining('GET /api/posts/no-such-post') }),
    ]);
  }
  for (const line of [host, provider].flatMap(getLines))
    expect(line).toMatchObject({ level: expect.any(Number), time: expect.any(Number), msg: expect.any(String) });
});
