import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { createSignedToken } from '@site/releases/signed-token';
import { login, logout, refresh } from '@site/shared/contracts/auth';
import { getAddressKey } from '@site/shared/domain/client-address';
import { describeError, hasErrorCode } from '@site/shared/domain/error-code';
import { QueueError } from '@site/shared/domain/fair-queue';
import { getTraceHeaders } from '@site/shared/domain/trace-context';
import { NO_TRACING, type Tracing } from '@site/shared/domain/tracing';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { type Dispatcher, Pool } from 'undici';
import { compressResponse } from '../pages/compress-response.ts';
import { getForwardedHeaders } from '../proxy/forwarded-headers.ts';
import { createHeldResponses } from '../proxy/held-responses.ts';
import { createLanes, LANE_CONNECTIONS, type Lanes } from '../proxy/provider-lanes.ts';
import { BodyError, createBodyReceiver } from '../proxy/receive-body.ts';
import { createSharedCalls } from '../proxy/shared-calls.ts';
import { isMultipart, takesMultipart } from '../proxy/upload-endpoints.ts';
import { STAFF_PURPOSE } from '../remotes/visits.ts';
import { isOverTls, STAFF_COOKIE, setCookie } from './visit.ts';

const PREFIXES = ['/api/', '/img/'];
const METHODS: HTTPMethods[] = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];
/** Staff who stay signed in renew their session more often. */
const STAFF_COOKIE_DAYS = 30;
const DAY_S = 86_400;
const SIGN_INS = [login, refresh].map(({ path }) => `/api${path}`);
const SIGN_OUT = `/api${logout.path}`;

const MIB = 1024 * 1024;
/** The provider's own limits: without a session, and with one. */
const BODY_LIMITS = { visitor: 64 * 1024, staff: MIB };
/** Bodies that are being received, and responses that are being read. */
const MEMORY = { bodies: 64 * MIB, responses: 64 * MIB };
/** A longer response is passed on as it comes: exports, which staff alone can ask for. */
const HELD_LIMIT_BYTES = 16 * MIB;
/** The operating system takes this much of a response at once. */
const SMALL_BYTES = 64 * 1024;
const PROVIDER_TIMEOUT_MS = 60_000;
/** For a provider that does not respond. */
const RETRY_SECONDS = 5;
/** A load balancer says so that no provider has responded. */
const GATEWAY_ERRORS = [502, 504];
/** A response to a request with one of these may be for its client alone. */
const PERSONAL_HEADERS = ['authorization', 'cookie', 'if-none-match', 'if-modified-since', 'range'];

interface ProxyOptions {
  readonly providerUrl: string;
  /** See `readHmacKey`. */
  readonly hmacKey: Buffer;
  readonly lanes?: Lanes;
  readonly tracing?: Tracing;
}

interface Incoming {
  /** All of it, or undefined when it is longer than the limit. */
  readonly whole: Buffer | undefined;
  readonly stream: () => Readable;
}

/** The provider's own text. */
const UNACCEPTED = 'This content type is not supported.';

interface Answer extends Incoming, Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'> {
  /** Gives up the place at the provider, which a stream keeps until its end. */
  readonly leave: () => void;
}

/** Reads a response as fast as the provider sends it, up to the limit. */
const readAhead = async (body: Readable, limitBytes: number): Promise<Incoming> => {
  const parts: Buffer[] = [];
  let size = 0;
  const iterator = body[Symbol.asyncIterator]();
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    parts.push(next.value);
    size += next.value.length;
    if (size > limitBytes) {
      const all = async function* () {
        yield* parts.splice(0);
        yield* { [Symbol.asyncIterator]: () => iterator };
      };
      return { whole: undefined, stream: () => Readable.from(all(), { objectMode: false }) };
    }
  }
  const whole = Buffer.concat(parts, size);
  return { whole, stream: () => Readable.from(whole) };
};

/** An upload's connection is opened when the client has begun to send. */
const waitForBytes = async (body: Readable): Promise<void> => {
  if (body.readableLength === 0 && !body.readableEnded) await once(body, 'readable');
};

/** Path and query as the provider gets them. Undefined if they would lead outside the prefix. */
const toProviderPath = (url: string): string | undefined => {
  const target = new URL(url, 'http://provider');
  try {
    if (/(^|[/\\])\.\.([/\\]|$)/.test(decodeURIComponent(target.pathname))) return undefined;
  } catch {
    return undefined;
  }
  return PREFIXES.some((prefix) => target.pathname.startsWith(prefix)) ? `${target.pathname}${target.search}` : undefined;
};

/**
 * Passes `/api` and `/img` on to the provider, so that the browser sees one origin. Requests are received, and responses read, in memory, so that a slow client occupies
 * no connection to the provider. Anyone who signs in gets a cookie by which canaries know staff; it is no session.
 */
export const providerProxy: FastifyPluginAsync<ProxyOptions> = async (app, { providerUrl, hmacKey, lanes = createLanes(), tracing = NO_TRACING }) => {
  const pool = new Pool(providerUrl, { connections: LANE_CONNECTIONS, headersTimeout: PROVIDER_TIMEOUT_MS, bodyTimeout: PROVIDER_TIMEOUT_MS });
  const receiveBody = createBodyReceiver(MEMORY.bodies);
  const held = createHeldResponses(MEMORY.responses);
  const shareCall = createSharedCalls<Answer>();
  app.addHook('onClose', () => pool.destroy());
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

  app.setErrorHandler(async (error, request, reply) => {
    reply.header('cache-control', 'no-store');
    // Its Content-Type cannot be read. The provider would say the same.
    if (hasErrorCode(error, 'FST_ERR_CTP_INVALID_MEDIA_TYPE')) return reply.code(415).send({ message: UNACCEPTED });
    if (error instanceof BodyError) return reply.code(error.statusCode).send({ message: error.message });
    if (error instanceof QueueError) return reply.code(503).header('retry-after', '2').send({ message: 'The server is busy. Please try again in a moment.' });
    if (!request.raw.destroyed || request.raw.complete) request.log.warn({ reason: describeError(error) }, 'the provider did not respond');
    // The specification's text for a request without a response (ERR-01).
    return reply.code(503).header('retry-after', RETRY_SECONDS).send({ message: 'An error occurred' });
  });

  app.addHook('onSend', async (request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    if (request.method !== 'POST' || reply.statusCode !== 200) return;
    if (path === SIGN_OUT) setCookie(request, reply, STAFF_COOKIE);
    if (!SIGN_INS.includes(path)) return;
    const maxAge = STAFF_COOKIE_DAYS * DAY_S;
    const token = createSignedToken(hmacKey, STAFF_PURPOSE, { expiresAt: Date.now() + maxAge * 1000 });
    setCookie(request, reply, STAFF_COOKIE, token, { maxAge });
  });

  const call = async (lane: keyof typeof lanes, address: string, options: Dispatcher.RequestOptions & { readonly signal: AbortSignal }): Promise<Answer> => {
    const leave = await lanes[lane].enter(address, options.signal);
    try {
      const { statusCode, headers, body } = await pool.request(options);
      if (GATEWAY_ERRORS.includes(statusCode)) {
        await body.dump();
        throw new Error(`the load balancer responded with ${statusCode}`);
      }
      const incoming = await readAhead(body, lane === 'images' ? Number.POSITIVE_INFINITY : HELD_LIMIT_BYTES);
      if (incoming.whole !== undefined) leave();
      return { ...incoming, statusCode, headers, leave };
    } catch (error) {
      leave();
      throw error;
    }
  };

  const send = (request: FastifyRequest, reply: FastifyReply, { statusCode, headers, whole, stream, leave }: Answer): FastifyReply => {
    // One response may be for several requests, each with its own id.
    const { 'x-request-id': _ofProvider, ...forwarded } = getForwardedHeaders(headers);
    reply.code(statusCode).headers(forwarded);
    if (whole === undefined) {
      reply.raw.once('close', leave);
      return reply.send(stream());
    }
    if (whole.length === 0 || reply.raw.destroyed) return reply.send();
    if (whole.length <= SMALL_BYTES) return reply.send(whole);
    const close = (): void => void reply.raw.destroy();
    const response = held.hold({ name: request.url, body: whole, address: getAddressKey(request.ip), close });
    reply.raw.once('close', response.release);
    return reply.header('content-length', whole.length).send(response.stream);
  };

  const forward = async (request: FastifyRequest, reply: FastifyReply) => {
    const { method, headers, ip, body: received, trace } = request;
    const path = toProviderPath(request.url);
    if (path === undefined) return reply.code(404).header('cache-control', 'no-store').send({ message: 'Not found.' });
    const [pathname = ''] = path.split('?', 1);
    const address = getAddressKey(ip);
    const isUpload = isMultipart(headers['content-type']) && received instanceof Readable;
    if (isUpload && !takesMultipart(method, pathname)) return reply.code(415).header('cache-control', 'no-store').send({ message: UNACCEPTED });

    const maxBytes = headers.authorization === undefined ? BODY_LIMITS.visitor : BODY_LIMITS.staff;
    const body = received instanceof Readable && !isUpload ? await receiveBody(received, { address, maxBytes }) : null;
    if (isUpload) await waitForBytes(received);

    // A write that has been received is carried out, although its client may be gone.
    const isAbandonable = isUpload || method === 'GET' || method === 'HEAD';
    const client = new AbortController();
    if (isAbandonable) reply.raw.once('close', () => client.abort());
    const lane = isUpload ? 'uploads' : path.startsWith('/img/') ? 'images' : 'calls';
    const { 'content-length': length, 'x-request-id': _id, traceparent: _parent, tracestate: _state, ...forwarded } = getForwardedHeaders(headers);
    const span = trace === undefined ? undefined : tracing.startSpan('call provider', 'client', trace);
    const outgoing = {
      method: method as Dispatcher.HttpMethod,
      path,
      headers: {
        ...forwarded,
        ...(isUpload && length !== undefined ? { 'content-length': length } : {}),
        // The provider limits by address, and must not believe one that the visitor sent.
        'x-forwarded-for': ip,
        'x-forwarded-proto': isOverTls(request) ? 'https' : 'http',
        ...(span === undefined ? {} : getTraceHeaders(span.context)),
      },
      // A response before the end of the upload ends the copy alone, and not the client's connection.
      body: isUpload ? received.pipe(new PassThrough()) : body,
    };
    const perform = (signal: AbortSignal): Promise<Answer> => call(lane, address, { ...outgoing, signal });
    const isShared = lane === 'images' && method === 'GET' && PERSONAL_HEADERS.every((name) => headers[name] === undefined);
    const responding = isShared ? shareCall(`${path} ${headers.accept ?? ''}`, client.signal, perform) : perform(client.signal);
    const response = await responding.catch((error: unknown) => {
      span?.end({ isError: true });
      throw error;
    });
    span?.end({ attributes: { 'http.response.status_code': response.statusCode }, isError: response.statusCode >= 500 });
    if (lane === 'images' || response.whole === undefined) return send(request, reply, response);
    const compressed = await compressResponse({ ...response, method, path: pathname, requestHeaders: headers, body: response.whole });
    return send(request, reply, { ...response, headers: compressed.headers, whole: compressed.body });
  };

  for (const prefix of PREFIXES) app.route({ method: METHODS, url: `${prefix}*`, handler: forward });
};
