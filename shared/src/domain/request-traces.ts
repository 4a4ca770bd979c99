import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { ACCESS_MESSAGE } from './log-options.ts';
import { readTraceContext, type TraceContext } from './trace-context.ts';
import { NO_TRACING, type Span, type Tracing } from './tracing.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Returns the path for the access log, for routes whose pattern is too general. */
    getLoggablePath?: (url: string) => string;
  }
  interface FastifyRequest {
    /** Set by `createRequestTraces`. */
    trace: TraceContext | undefined;
  }
}

interface RequestTracesOptions {
  /** Addresses and ranges of the proxies whose `X-Request-Id` and `traceparent` are accepted, in the format of Fastify's `trustProxy` option. */
  readonly trustProxy: false | string;
  readonly tracing?: Tracing;
  readonly hasAccessLog?: boolean;
}

type ChildLoggerFactory = (logger: FastifyBaseLogger, bindings: object, options: object, raw: IncomingMessage) => FastifyBaseLogger;

export const REQUEST_ID_FIELD = 'requestId';

/**
 * Gives every request of a server an id and a trace context. They are in `request.trace`, in each line of `request.log`, and in the response header
 * `X-Request-Id`. Pass `options` to the server before you call `register`.
 */
export const createRequestTraces = ({ trustProxy, tracing = NO_TRACING, hasAccessLog = false }: RequestTracesOptions) => {
  const isTrusted = trustProxy === false ? () => false : proxyAddr.compile(trustProxy.split(',').map((part) => part.trim()));
  const spans = new WeakMap<IncomingMessage, Span>();

  const begin = (raw: IncomingMessage): string => {
    const incomingContext = readTraceContext(raw.headers, isTrusted(raw.socket.remoteAddress ?? '', 0));
    const span = tracing.startSpan(raw.method ?? '', 'server', incomingContext);
    spans.set(raw, span);
    return span.context.requestId;
  };

  const childLoggerFactory: ChildLoggerFactory = (logger, bindings, options, raw) => {
    const traceBindings = { ...bindings, traceId: spans.get(raw)?.context.traceId };
    // Even empty options make pino several times slower.
    return Object.keys(options).length === 0 ? logger.child(traceBindings) : logger.child(traceBindings, options);
  };

  const register = (app: FastifyInstance): void => {
    app.decorateRequest('trace', undefined);
    app.addHook('onRequest', (request, reply, done) => {
      request.trace = spans.get(request.raw)?.context;
      reply.header('x-request-id', request.id);
      done();
    });
    if (tracing !== NO_TRACING)
      app.addHook('onResponse', async ({ method, raw, routeOptions }, { statusCode }) => {
        const route = routeOptions.url ?? 'unknown';
        const attributes = { 'http.request.method': method, 'http.route': route, 'http.response.status_code': statusCode };
        spans.get(raw)?.end({ name: `${method} ${route}`, attributes, isError: statusCode >= 500 });
      });
    if (!hasAccessLog) return;
    // Access log lines are written even if other lines at their log level are not.
    const log = app.log.child({}, { level: 'info' });
    const bytesSentBefore = new WeakMap<IncomingMessage, number>();
    app.addHook('onRequest', async ({ raw }) => void bytesSentBefore.set(raw, raw.socket.bytesWritten ?? 0));
    app.addHook('onResponse', async (request, { statusCode, elapsedTime }) => {
      const { method, raw, routeOptions, id, trace } = request;
      const path = routeOptions.config.getLoggablePath?.(request.url);
      log.info(
        {
          [REQUEST_ID_FIELD]: id,
          traceId: trace?.traceId,
          method,
          route: routeOptions.url ?? 'unknown',
          ...(path === undefined ? {} : { path }),
          status: statusCode,
          ms: Math.round(elapsedTime * 10) / 10,
          bytes: (raw.socket.bytesWritten ?? 0) - (bytesSentBefore.get(raw) ?? 0),
        },
        ACCESS_MESSAGE,
      );
    });
  };

  return { options: { genReqId: begin, childLoggerFactory }, register };
};
export type RequestTraces = ReturnType<typeof createRequestTraces>;
