import { AsyncLocalStorage } from 'node:async_hooks';
import { formatTraceparent, type TraceContext } from '@site/shared/domain/trace-context';
import type { Tracing } from '@site/shared/domain/tracing';
import type { FastifyInstance, HookHandlerDoneFunction } from 'fastify';
import type { DatabaseObserver, Statement } from '../database/connection.ts';

/**
 * Creates a span for each SQL statement of a request, and names the request in the statement. For servers with tracing only, because following a request through its promises slows
 * all of them.
 */
export const createStatementTraces = (tracing: Tracing) => {
  const current = new AsyncLocalStorage<TraceContext>();
  const follow = ({ trace }: { readonly trace: TraceContext | undefined }, _reply: unknown, done: HookHandlerDoneFunction): void => {
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
      server.addHook('onRequest', follow);
      // Events of the body's stream run in the context of the connection.
      server.addHook('preValidation', follow);
    },
  };
};
