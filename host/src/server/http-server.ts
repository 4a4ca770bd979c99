import type { IncomingMessage } from 'node:http';
import { describeError } from '@site/shared/domain/error-code';
import { QueueError } from '@site/shared/domain/fair-queue';
import { createLogOptions } from '@site/shared/domain/log-options';
import { refusePipelining } from '@site/shared/domain/pipelining';
import { createRequestTraces, REQUEST_ID_FIELD, type RequestTraces } from '@site/shared/domain/request-traces';
import { type ClientErrorPage, createClientErrorHandler, getSecurityHeaders } from '@site/shared/domain/security-headers';
import { closeIfSlow, discardRemainingBody, type ProgressLimit } from '@site/shared/domain/transfer-progress';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { WORKER_PATH } from '../features/offline/worker-path.ts';
import { watchUnusedConnections } from './unused-connections.ts';

interface HttpServerOptions {
  readonly siteUrl: string;
  readonly logLevel: string;
  /** Addresses and ranges of the proxies whose `X-Forwarded-For` is trusted, if any. */
  readonly trustProxy?: false | string | undefined;
  /** Ids, traces and access log. Default: ids only. */
  readonly traces?: RequestTraces;
  /** Minimum transfer rate of request bodies. Tests use a shorter time limit. */
  readonly bodyProgress?: ProgressLimit;
}

const HEADERS_TIMEOUT_MS = 10_000;
/** How often Node checks for connections that have exceeded the timeout. */
const CHECK_INTERVAL_MS = 1_000;
/** Long enough for an import of 64 GB, which takes hours. Stalled requests and idle connections are closed much earlier. */
const REQUEST_TIMEOUT_MS = 12 * 3_600_000;
const CONNECTION_TIMEOUT_MS = 75_000;
const BODY_LIMIT_BYTES = 64 * 1024;
/** Value of `Retry-After` when a queue is full. */
const RETRY_SECONDS = 2;
const JSON_HEADERS = { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' };
const PLAIN_TEXT_HEADERS = { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' };

/** The page that visitors see when the shell itself cannot be rendered (ERR-05). */
const BARE_ERROR_PAGE =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Unexpected Application Error!</title><h1>Unexpected Application Error!</h1><p>Please try again in a moment.</p></html>';

/**
 * Page for a visitor whose cookies exceed the size limit for requests, whichever script set them. It makes the browser delete the cookies, so that the visitor
 * can reload the page.
 */
const TOO_MANY_COOKIES: ClientErrorPage = {
  headers: { 'content-type': 'text/html; charset=utf-8', 'clear-site-data': '"cookies"' },
  body: '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Please load this page again</title><h1>Please load this page again</h1><p>Your browser had stored too much for this site to be opened. This has been deleted now. If you were signed in, you have to sign in again.</p><p><a href="">Load the page again</a></p>',
};
/** Another site can link to a URL that is too long. Such a link must not sign anyone out. */
const MAX_REQUEST_LINE_BYTES = 8 * 1024;
const REQUEST_LINE_START = /^[A-Z]+ \//;

const getClientErrorPage = ({ code, rawPacket }: { readonly code?: string; readonly rawPacket?: unknown }): ClientErrorPage | undefined => {
  if (code !== 'HPE_HEADER_OVERFLOW') return undefined;
  // If the headers arrive slowly, this packet no longer contains their start.
  const start = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1', 0, MAX_REQUEST_LINE_BYTES) : '';
  return REQUEST_LINE_START.test(start) && !start.includes('\r\n') ? undefined : TOO_MANY_COOKIES;
};

/** Detects two `Host` headers, because a proxy may use a different one from Node, which keeps the first (RFC 9112, section 3.2). */
const hasTwoHosts = ({ rawHeaders }: IncomingMessage): boolean => {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  return hosts > 1;
};

/** Creates the server without its routes: limits, the headers of every response, and the responses that belong to no route. */
export const createHttpServer = ({
  siteUrl,
  logLevel,
  trustProxy = false,
  bodyProgress,
  traces = createRequestTraces({ trustProxy }),
}: HttpServerOptions): FastifyInstance => {
  const headers = getSecurityHeaders(siteUrl.startsWith('https:'));
  const app = fastify({
    logger: createLogOptions(logLevel),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: REQUEST_ID_FIELD }),
    ...traces.options,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    bodyLimit: BODY_LIMIT_BYTES,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: CHECK_INTERVAL_MS },
    trustProxy,
    // Requests that arrive on open connections while the server closes are still served.
    return503OnClosing: false,
    clientErrorHandler: createClientErrorHandler(headers, getClientErrorPage),
    frameworkErrors: (_error, { id, raw }, reply) => {
      discardRemainingBody(raw);
      // A path that cannot be decoded does not belong to any page or endpoint.
      const isCall = raw.url?.startsWith('/api/') === true;
      reply.raw
        .writeHead(404, { ...headers, ...(isCall ? JSON_HEADERS : PLAIN_TEXT_HEADERS), 'x-request-id': id })
        .end(isCall ? '{"message":"Not found."}' : 'Page Not Found');
    },
  });
  refusePipelining(app);
  traces.register(app);
  // Uses callbacks, because promises would make a cached page 10% slower.
  app.addHook('onRequest', ({ raw, headers: received, url }, reply, done) => {
    reply.headers(headers);
    closeIfSlow(raw, bodyProgress);
    if (hasTwoHosts(raw)) {
      reply.code(400).headers(PLAIN_TEXT_HEADERS).send('Bad Request');
      return;
    }
    // The site has one service worker. A second one, registered by a remote, would keep responding after a rollback.
    if (received['service-worker'] === undefined || url === WORKER_PATH) done();
    else reply.code(403).headers(PLAIN_TEXT_HEADERS).send('Forbidden');
  });
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    discardRemainingBody(raw);
    done();
  });
  app.setNotFoundHandler(async (request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD') return reply.code(404).headers(PLAIN_TEXT_HEADERS).send('Not found');
    return reply.code(405).header('allow', 'GET, HEAD').headers(PLAIN_TEXT_HEADERS).send('Method not allowed');
  });
  app.setErrorHandler(async (error, request, reply) => {
    const status = error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
    // Log the route, not the URL, which may contain a secret. Do not log clients that have left a queue: their number is unlimited.
    if (!(error instanceof QueueError && reply.raw.destroyed))
      request.log[status < 500 ? 'info' : 'error']({ route: request.routeOptions.url, reason: describeError(error) }, 'request failed');
    if (error instanceof QueueError) reply.header('retry-after', RETRY_SECONDS);
    return reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(BARE_ERROR_PAGE);
  });
  const unusedConnections = watchUnusedConnections(app.server);
  app.addHook('preClose', async () => unusedConnections.close());
  return app;
};
