import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { createContract, type OpenApi } from '../support/contract.ts';
import { startContractProxy } from '../support/contract-proxy.ts';
import checkContract, { createContractRecord, openContractProxy } from '../support/contract-run.ts';

const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const toContent = (schema: object) => ({ 'application/json': { schema } });
const POST = { type: 'object', properties: { title: { type: 'string', minLength: 1 } }, required: ['title'] };
const NOT_FOUND = { $ref: '#/components/responses/NotFound' };
const ERROR_SCHEMA = { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] };

const DOCUMENT: OpenApi = {
  paths: {
    '/api/posts/{id}': {
      parameters: [id],
      get: { operationId: 'getPost', responses: { 200: { content: toContent(POST) }, 404: NOT_FOUND, default: NOT_FOUND } },
      put: {
        operationId: 'updatePost',
        requestBody: { required: true, content: toContent(POST) },
        responses: { 200: { content: toContent(POST) }, 422: NOT_FOUND },
      },
    },
    '/api/posts/all': { get: { operationId: 'getAll', responses: { 204: {} } } },
    '/api/search': {
      get: {
        operationId: 'search',
        parameters: [
          { name: 'q', in: 'query', required: true, schema: { type: 'string' } },
          { name: 'limit', in: 'query', required: false, schema: { type: 'integer', maximum: 50 } },
        ],
        responses: { 200: { content: toContent({ type: 'array', items: POST }) } },
      },
    },
  },
  components: { responses: { NotFound: { content: toContent({ $ref: '#/components/schemas/Error' }) } }, schemas: { Error: ERROR_SCHEMA } },
};

type Responder = (request: IncomingMessage, response: ServerResponse) => unknown;

const withServer = async (respond: Responder, use: (url: string) => Promise<void>): Promise<void> => {
  const server = createServer(respond);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
};

/** Sends requests to a server through the proxy. `violations` contains the messages that would fail a run. */
const callThroughProxy = async (respond: Responder, use: (url: string) => Promise<unknown>): Promise<{ violations: string; summary: string }> => {
  const record = createContractRecord();
  const contract = createContract(DOCUMENT);
  record.know(contract);
  await withServer(respond, async (serverUrl) => {
    const proxy = await startContractProxy(serverUrl, (exchange) => record.add(contract, exchange));
    try {
      await use(proxy.url);
      // A response is validated one event-loop turn after it has been forwarded.
      await setImmediate();
    } finally {
      await proxy.stop();
    }
  });
  return { violations: record.describeViolations() ?? '', summary: record.summarise() };
};

const respondWith =
  (status: number, body: unknown, type = 'application/json'): Responder =>
  (request, response) => {
    request.resume();
    response.writeHead(status, type === '' ? {} : { 'content-type': type }).end(body === undefined ? '' : JSON.stringify(body));
  };

const call = async (url: string, init: RequestInit = {}): Promise<unknown> => (await fetch(url, init)).arrayBuffer();

const put = (body: string, type = 'application/json') => ({ method: 'PUT', headers: { 'content-type': type }, body });

test.describe('the proxy that compares calls with the OpenAPI document', () => {
  test('NS-09 finds no violation in calls that match the document, and counts them', async () => {
    const respond: Responder = (request, response) => {
      if (request.url === '/api/posts/all') response.writeHead(204).end();
      else if (request.url?.startsWith('/api/search')) respondWith(200, [{ title: 'One' }])(request, response);
      else if (request.url === '/api/posts/none' || request.url === '/api/nothing') respondWith(404, { message: 'Not found.' })(request, response);
      else if (request.method === 'DELETE') response.writeHead(405, { allow: 'GET, PUT' }).end();
      else if (request.method === 'PUT') respondWith(422, { message: 'Another post has this title.' })(request, response);
      else respondWith(500, { message: 'Unexpected.' }, 'application/json; charset=utf-8')(request, response);
    };
    const { violations, summary } = await callThroughProxy(respond, async (url) => {
      for (const path of ['/api/posts/all', '/api/search?q=one&limit=9', '/api/posts/none', '/api/nothing', '/api/posts/1']) await call(url + path);
      await call(`${url}/api/posts/all`, { method: 'HEAD' });
      await call(`${url}/api/posts/1`, put('{"title":"Taken"}'));
      await call(`${url}/api/posts/1`, { method: 'DELETE' });
    });

    expect(violations).toBe('');
    expect(summary).toBe("6 calls of 4 of 4 operations were compared with the provider's OpenAPI document. Never called: none.");
  });

  const DIFFERENCES: readonly (readonly [finding: string, respond: Responder, path: string, init?: RequestInit])[] = [
    ['getPost 200: the response does not match its schema: /title must be string', respondWith(200, { title: 1 }), '/api/posts/1'],
    ["search 200: the response does not match its schema: /* must have required property 'title'", respondWith(200, [{ title: 'One' }, {}]), '/api/search?q=a'],
    ['getPost 404: the response does not match its schema: the whole must have', respondWith(404, {}), '/api/posts/1'],
    ['getPost 409: an undocumented status', respondWith(409, {}), '/api/posts/1'],
    ['getPost 200: a response without a Content-Type', respondWith(200, { title: 'One' }, ''), '/api/posts/1'],
    ['getPost 200: a response of the undocumented type text/html', respondWith(200, {}, 'text/html'), '/api/posts/1'],
    ['getAll 204: accepted the undocumented parameter unknown', respondWith(204, undefined, ''), '/api/posts/all?unknown=1'],
    ['GET /api/other 200: an undocumented path', respondWith(200, {}), '/api/other'],
    ['DELETE /api/posts/{id} 200: an undocumented method', respondWith(200, {}), '/api/posts/1', { method: 'DELETE' }],
    ['search 200: accepted without the required query parameter q', respondWith(200, []), '/api/search'],
    [
      'search 200: accepted a value of the query parameter limit that the schema rejects: /value must be <= 50',
      respondWith(200, []),
      '/api/search?q=a&limit=51',
    ],
    ['search 200: accepted the undocumented parameter colour', respondWith(200, []), '/api/search?q=a&colour=red'],
    [
      'updatePost 200: accepted a body that the schema rejects: /title must NOT have fewer than 1',
      respondWith(200, { title: 'One' }),
      '/api/posts/1',
      put('{"title":""}'),
    ],
    ['updatePost 200: accepted a body that the schema rejects: is not JSON', respondWith(200, { title: 'One' }), '/api/posts/1', put('title')],
    ['updatePost 200: accepted a body of the undocumented type text/plain', respondWith(200, { title: 'One' }), '/api/posts/1', put('title', 'text/plain')],
    ['updatePost 200: accepted without the required body', respondWith(200, { title: 'One' }), '/api/posts/1', { method: 'PUT' }],
  ];
  for (const [finding, respond, path, init = {}] of DIFFERENCES) {
    test(`NS-09 reports each difference from the document: ${finding}`, async () => {
      const { violations } = await callThroughProxy(respond, (url) => call(url + path, init));

      expect(violations).toContain(finding);
      expect(violations).toContain(`(1×, e.g. ${init.method ?? 'GET'} ${path})`);
    });
  }

  test('NS-09 forwards bodies and headers unchanged, and closes a connection that the provider breaks', async () => {
    const upload = Buffer.alloc(3_000_000, 'x');
    const respond: Responder = async (request, response) => {
      if (request.url === '/api/posts/broken') return request.destroy();
      const received = await buffer(request);
      response.writeHead(200, ['Content-Type', 'image/webp', 'X-Seen', String(request.headers['x-sent']), 'Set-Cookie', 'a=1', 'Set-Cookie', 'b=2']);
      response.end(received);
    };
    await callThroughProxy(respond, async (url) => {
      const response = await fetch(`${url}/img/one`, { method: 'POST', headers: { 'x-sent': 'yes', 'content-type': 'image/webp' }, body: upload });
      expect([response.headers.get('x-seen'), response.headers.getSetCookie()]).toEqual(['yes', ['a=1', 'b=2']]);
      expect(Buffer.from(await response.arrayBuffer()).equals(upload)).toBe(true);
      await expect(fetch(`${url}/api/posts/broken`)).rejects.toThrow('fetch failed');
    });
  });

  test("NS-09 fails a run whose calls differ from the provider's document, and reports the differences", async () => {
    const { CHECK_CONTRACT, CONTRACT_SERVICE } = process.env;
    try {
      process.env.CHECK_CONTRACT = '1';
      const end = await checkContract();
      const respond: Responder = (request, response) => respondWith(200, request.url === '/api/openapi.json' ? DOCUMENT : { title: 1 })(request, response);
      await withServer(respond, async (serverUrl) => {
        const calls = await openContractProxy(serverUrl);
        expect(calls.url).not.toBe(serverUrl);
        await call(`${calls.url}/api/posts/1`);
        await calls.close();
      });

      await expect(end?.()).rejects.toThrow('(1):\n  getPost 200: the response does not match its schema: /title must be string (1×, e.g. GET /api/posts/1)');
    } finally {
      // Restore the environment, so that later tests use the proxies of this run or, without contract checks, no proxies.
      Object.assign(process.env, { CHECK_CONTRACT, CONTRACT_SERVICE });
      if (CHECK_CONTRACT === undefined) delete process.env.CHECK_CONTRACT;
      if (CONTRACT_SERVICE === undefined) delete process.env.CONTRACT_SERVICE;
    }
  });
});
