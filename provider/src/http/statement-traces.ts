import { AsyncLocalStorage } from 'node:async_hooks';
import { formatTraceparent, type TraceContext } from '@site/shared/domain/trace-context';
import type { Tracing } from '@site/shared/domain/tracing';
import type { FastifyInstance, HookHandlerDoneFunction } from 'fastify';
import type { DatabaseObserver, Statement } from '../database/connection.ts';

/**
 * Creates a span for each SQL statement of a request and adds the trace context to the statement. Used only if tracing is enabled, because following a request
 * through its promises slows down all requests.
 */
export const createStatementTraces = (tracing: Tracing) => {
  const current = new AsyncLocalStorage<TraceContext>();
  const enterTrace = ({ trace }: { readonly trace: TraceContext | undefined }, _reply: unknown, done: HookHandlerDoneFunction): void => {
    if (trace === undefined) done();
    else current.run(trace, done);
  };

  const observer = {
    onStatement: ({ operation, text, durationMs, isError }: Statement): void => {
      const parent = current.getStore();
      if (parent === undefined) return;
      const span = tracing.startSpan(operation, 'client', parent, performance.timeOrigin + performance.now() - durationMs);
      span.end({ attributes: { 'db.query.text': text }, isError });
    },
    getComment: (): string => {
      const context = current.getStore();
      return context === undefined ? '' : ` /*traceparent='${formatTraceparent(context)}'*/`;
    },
  } satisfies DatabaseObserver;

  return {
    observer,
    register: (server: FastifyInstance): void => {
      server.addHook('onRequest', enterTrace);
      // Events from the body stream run in the connection's async context, so set the request's context again.
      server.addHook('preValidation', enterTrace);
    },
  };
};
