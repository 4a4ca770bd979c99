import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Identifies a request in the logs and traces of every program that handles it. */
export interface TraceContext {
  /** At most 128 letters, digits, dots, dashes and underscores. */
  readonly requestId: string;
  /** 32 hexadecimal digits (W3C Trace Context). */
  readonly traceId: string;
  /** 16 hexadecimal digits: the parent of spans that are created for this request. */
  readonly spanId: string;
  /** Whether another program has started the span `spanId`. If not, the trace begins here. */
  readonly hasSpan: boolean;
  /** Whether the spans of this request are exported. */
  readonly isSampled: boolean;
}

const REQUEST_ID = /^[A-Za-z0-9._-]{8,128}$/;
/** Later versions of the header may have more parts. */
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED_FLAG = 1;

const parseTraceparent = (header: string): Pick<TraceContext, 'traceId' | 'spanId' | 'isSampled'> | undefined => {
  const [, version, traceId, spanId, flags = '', more] = TRACEPARENT.exec(header) ?? [];
  if (traceId === undefined || spanId === undefined || (version === '00' && more !== undefined)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED_FLAG) === SAMPLED_FLAG };
};

/** Creates a trace id whose second half is a valid span id. */
const createTraceId = (): string => randomUUID().replaceAll('-', '');

/**
 * Returns the context of a request. It comes from `X-Request-Id` and `traceparent` if the sender is trusted and they are valid, and is otherwise new. A new
 * request id equals the trace id.
 */
export const readTraceContext = (headers: IncomingHttpHeaders, isTrusted: boolean): TraceContext => {
  const { traceparent, 'x-request-id': id } = headers;
  const parsed = isTrusted && typeof traceparent === 'string' ? parseTraceparent(traceparent) : undefined;
  const traceId = parsed?.traceId ?? createTraceId();
  return {
    requestId: isTrusted && typeof id === 'string' && REQUEST_ID.test(id) ? id : traceId,
    traceId,
    spanId: parsed?.spanId ?? traceId.slice(16),
    hasSpan: parsed !== undefined,
    isSampled: parsed?.isSampled ?? true,
  };
};

export const formatTraceparent = ({ traceId, spanId, isSampled }: TraceContext): string => `00-${traceId}-${spanId}-0${isSampled ? SAMPLED_FLAG : 0}`;

/** Returns the headers for a request to another server that is made on behalf of this request. */
export const getTraceHeaders = (context: TraceContext): { readonly 'x-request-id': string; readonly traceparent: string } => ({
  'x-request-id': context.requestId,
  traceparent: formatTraceparent(context),
});
