import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { createSignedToken } from '@site/releases/signed-token';
import { login, logout, refresh } from '@site/shared/contracts/auth';
import { getAddressKey } from '@site/shared/domain/client-address';
import { describeError, hasErrorCode } from '@site/shared/domain/error-code';
import { QueueError } from '@site/shared/domain/fair-queue';
import { getTraceHeaders } from '@site/shared/domain/trace-context';
import { NO_TRACING, type Span, type Tracing } from '@site/shared/domain/tracing';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Dispatcher } from 'undici';
import { compressResponse } from '../pages/compress-response.ts';
import { type Answer, createProviderCaller, type ProviderCaller } from '../proxy/call-provider.ts';
import { getForwardedHeaders } from '../proxy/forwarded-headers.ts';
import { createHeldResponses } from '../proxy/held-responses.ts';
import { createLanes, type Lanes } from '../proxy/provider-lanes.ts';
import { BodyError, createBodyReceiver } from '../proxy/receive-body.ts';
import { createSharedCalls } from '../proxy/shared-calls.ts';
import { acceptsMultipart, isMultipart } from '../proxy/upload-endpoints.ts';
import { STAFF_PURPOSE } from '../remotes/visits.ts';
import { isOverTls, STAFF_COOKIE, setCookie } from './visit.ts';

const PREFIXES = ['/api/', '/img/'];
const METHODS: HTTPMethods[] = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];
/** Staff who stay signed in renew their session more often than this. */
const STAFF_COOKIE_DAYS = 30;
const DAY_S = 86_400;
const SIGN_IN_PATHS = [login, refresh].map(({ path }) => `/api${path}`);
const SIGN_OUT_PATH = `/api${logout.path}`;

const MIB = 1024 * 1024;
/** The provider's own limits, without and with a session. */
const BODY_LIMITS = { visitor: 64 * 1024, staff: MIB };
/** Memory limits for bodies that are being received, and for responses that are being read. */
const MEMORY = { bodies: 64 * MIB, responses: 64 * MIB };
/** The size of a response that the operating system buffers at once. */
const SMALL_BYTES = 64 * 1024;
/** The `Retry-After` value while the provider does not respond. */
const RETRY_SECONDS = 5;
/** The response to a request with one of these headers may be for its client alone. */
const PERSONAL_HEADERS = ['authorization', 'cookie', 'if-none-match', 'if-modified-since', 'range'];

interface ProxyOptions {
  readonly providerUrl: string;
  /** See `readHmacKey`. */
  readonly hmacKey: Buffer;
  readonly lanes?: Lanes;
  readonly tracing?: Tracing;
}

/** The same message as the provider's. */
const UNSUPPORTED_TYPE_MESSAGE = 'This content type is not supported.';

/** Waits for the first bytes, so that an upload opens a connection to the provider only once the client has begun to send. */
const waitForBytes = async (body: Readable): Promise<void> => {
  if (body.readableLength === 0 && !body.readableEnded) await once(body, 'readable');
};

/** Path and query for the provider; undefined if they point outside the prefix. */
const toProviderPath = (url: string): string | undefined => {
  const target = new URL(url, 'http://provider');
  try {
    if (/(^|[/\\])\.\.([/\\]|$)/.test(decodeURIComponent(target.pathname))) return undefined;
  } catch {
    return undefined;
  }
  return PREFIXES.some((prefix) => target.pathname.startsWith(prefix)) ? `${target.pathname}${target.search}` : undefined;
};

/** Sets a cookie at sign-in by which canaries recognise staff, and removes it at sign-out. */
const setStaffCookie = (request: FastifyRequest, reply: FastifyReply, hmacKey: Buffer): void => {
  const [path = ''] = request.url.split('?', 1);
  if (request.method !== 'POST' || reply.statusCode !== 200) return;
  if (path === SIGN_OUT_PATH) setCookie(request, reply, STAFF_COOKIE);
  if (!SIGN_IN_PATHS.includes(path)) return;
  const maxAge = STAFF_COOKIE_DAYS * DAY_S;
  const token = createSignedToken(hmacKey, STAFF_PURPOSE, { expiresAt: Date.now() + maxAge * 1000 });
  setCookie(request, reply, STAFF_COOKIE, token, { maxAge });
};

const sendError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  reply.header('cache-control', 'no-store');
  // The Content-Type cannot be parsed. The provider would respond in the same way.
  if (hasErrorCode(error, 'FST_ERR_CTP_INVALID_MEDIA_TYPE')) return reply.code(415).send({ message: UNSUPPORTED_TYPE_MESSAGE });
  if (error instanceof BodyError) return reply.code(error.statusCode).send({ message: error.message });
  if (error instanceof QueueError) return reply.code(503).header('retry-after', '2').send({ message: 'The server is busy. Please try again in a moment.' });
  if (!request.raw.destroyed || request.raw.complete) request.log.warn({ reason: describeError(error) }, 'the provider did not respond');
  // The specification's text for a request without a response (ERR-01).
  return reply.code(503).header('retry-after', RETRY_SECONDS).send({ message: 'An error occurred' });
};

const reject = (reply: FastifyReply, status: 404 | 415, message: string): FastifyReply =>
  reply.code(status).header('cache-control', 'no-store').send({ message });

/** Creates the headers for the request to the provider. */
const createHeaders = (request: FastifyRequest, isUpload: boolean, span: Span | undefined): Record<string, string | string[]> => {
  const forwardedHeaders = getForwardedHeaders(request.headers);
  const { 'content-length': length, 'x-request-id': _id, traceparent: _parent, tracestate: _state, ...passedHeaders } = forwardedHeaders;
  return {
    ...passedHeaders,
    ...(isUpload && length !== undefined ? { 'content-length': length } : {}),
    // The provider limits requests by IP address, so it must not receive an address that the visitor made up.
    'x-forwarded-for': request.ip,
    'x-forwarded-proto': isOverTls(request) ? 'https' : 'http',
    ...(span === undefined ? {} : getTraceHeaders(span.context)),
  };
};

/** The state shared by all requests of one proxy. */
interface ProxyState {
  readonly callProvider: ProviderCaller['call'];
  readonly receiveBody: ReturnType<typeof createBodyReceiver>;
  readonly shareCall: ReturnType<typeof createSharedCalls<Answer>>;
  readonly heldResponses: ReturnType<typeof createHeldResponses>;
  readonly tracing: Tracing;
}

interface ForwardedCall {
  readonly path: string;
  readonly lane: keyof Lanes;
  /** The client's `getAddressKey`. */
  readonly address: string;
  readonly body: Buffer | Readable | null;
}

/** Calls the provider. Identical requests for images share one call. */
const ask = async (
  request: FastifyRequest,
  { path, lane, address, body }: ForwardedCall,
  client: AbortSignal,
  { callProvider, shareCall, tracing }: ProxyState,
) => {
  const { method, headers, trace } = request;
  const span = trace === undefined ? undefined : tracing.startSpan('call provider', 'client', trace);
  const outgoing = { method: method as Dispatcher.HttpMethod, path, headers: createHeaders(request, lane === 'uploads', span), body };
  const perform = (signal: AbortSignal): Promise<Answer> => callProvider({ lane, address, request: outgoing }, signal);
  const isShared = lane === 'images' && method === 'GET' && PERSONAL_HEADERS.every((name) => headers[name] === undefined);
  const pendingAnswer = isShared ? shareCall(`${path} ${headers.accept ?? ''}`, client, perform) : perform(client);
  const answer = await pendingAnswer.catch((error: unknown) => {
    span?.end({ isError: true });
    throw error;
  });
  span?.end({ attributes: { 'http.response.status_code': answer.statusCode }, isError: answer.statusCode >= 500 });
  return answer;
};

const send = (request: FastifyRequest, reply: FastifyReply, answer: Answer, heldResponses: ProxyState['heldResponses']): FastifyReply => {
  const { statusCode, headers, completeBody, stream, leave } = answer;
  // Several requests may share one response, but each has its own id.
  const { 'x-request-id': _providerRequestId, ...forwardedHeaders } = getForwardedHeaders(headers);
  reply.code(statusCode).headers(forwardedHeaders);
  if (completeBody === undefined) {
    reply.raw.once('close', leave);
    return reply.send(stream());
  }
  if (completeBody.length === 0 || reply.raw.destroyed) return reply.send();
  if (completeBody.length <= SMALL_BYTES) return reply.send(completeBody);
  const close = (): void => void reply.raw.destroy();
  const response = heldResponses.hold({ name: request.url, body: completeBody, address: getAddressKey(request.ip), close });
  reply.raw.once('close', response.release);
  return reply.header('content-length', completeBody.length).send(response.stream);
};

const forward = async (request: FastifyRequest, reply: FastifyReply, proxyState: ProxyState): Promise<FastifyReply> => {
  const { method, headers, body: received } = request;
  const path = toProviderPath(request.url);
  if (path === undefined) return reject(reply, 404, 'Not found.');
  const [pathname = ''] = path.split('?', 1);
  const isUpload = isMultipart(headers['content-type']) && received instanceof Readable;
  if (isUpload && !acceptsMultipart(method, pathname)) return reject(reply, 415, UNSUPPORTED_TYPE_MESSAGE);

  const address = getAddressKey(request.ip);
  const maxBytes = headers.authorization === undefined ? BODY_LIMITS.visitor : BODY_LIMITS.staff;
  const completeBody = received instanceof Readable && !isUpload ? await proxyState.receiveBody(received, { address, maxBytes }) : null;
  if (isUpload) await waitForBytes(received);

  const client = new AbortController();
  // A write that has been received is carried out even if its client has disconnected.
  if (isUpload || method === 'GET' || method === 'HEAD') reply.raw.once('close', () => client.abort());
  const lane = isUpload ? 'uploads' : path.startsWith('/img/') ? 'images' : 'calls';
  // If the response arrives before the upload ends, only this copy of the stream is closed, not the client's connection.
  const body = isUpload ? received.pipe(new PassThrough()) : completeBody;
  const answer = await ask(request, { path, lane, address, body }, client.signal, proxyState);
  if (lane === 'images' || answer.completeBody === undefined) return send(request, reply, answer, proxyState.heldResponses);
  const compressed = await compressResponse({ ...answer, method, path: pathname, requestHeaders: headers, body: answer.completeBody });
  return send(request, reply, { ...answer, headers: compressed.headers, completeBody: compressed.body }, proxyState.heldResponses);
};

/**
 * Forwards `/api` and `/img` to the provider, so that the browser sees one origin. Requests are received, and responses read, in memory, so that a slow client
 * does not occupy a connection to the provider. Signing in sets a cookie by which canaries recognise staff; it is not a session.
 */
export const providerProxy: FastifyPluginAsync<ProxyOptions> = async (app, { providerUrl, hmacKey, lanes = createLanes(), tracing = NO_TRACING }) => {
  const provider = createProviderCaller(providerUrl, lanes);
  const proxyState: ProxyState = {
    callProvider: provider.call,
    receiveBody: createBodyReceiver(MEMORY.bodies),
    shareCall: createSharedCalls<Answer>(),
    heldResponses: createHeldResponses(MEMORY.responses),
    tracing,
  };
  app.addHook('onClose', () => provider.close());
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.setErrorHandler(async (error, request, reply) => sendError(error, request, reply));
  app.addHook('onSend', async (request, reply) => setStaffCookie(request, reply, hmacKey));
  for (const prefix of PREFIXES) app.route({ method: METHODS, url: `${prefix}*`, handler: (request, reply) => forward(request, reply, proxyState) });
};
