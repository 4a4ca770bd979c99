import type { SpanKind } from '@opentelemetry/api';
import type { TraceContext } from './trace-context.ts';

/** What is known when a span ends. */
interface SpanEnd {
  /** In place of the name that it was started with. */
  readonly name?: string;
  readonly attributes?: Readonly<Record<string, string | number | boolean>>;
  readonly isError?: boolean;
}

export interface Span {
  /** The request's context with this span: what is done during it is its child. */
  readonly context: TraceContext;
  end(end?: SpanEnd): void;
}

export interface Tracing {
  /** `startedAt` in milliseconds of Unix time, if not now. */
  startSpan(name: string, kind: 'server' | 'client' | 'internal', parent: TraceContext, startedAt?: number): Span;
  /** Sends the spans that have ended; call it once, at the end of the program. */
  close(): Promise<void>;
}

const ignoreEnd = (): void => undefined;

/** Records nothing: a request's context is passed on as it is. */
export const NO_TRACING: Tracing = {
  startSpan: (_name, _kind, parent) => ({ context: parent, end: ignoreEnd }),
  close: async () => undefined,
};

interface TracingOptions {
  /** The name of the program in traces. */
  readonly serviceName: string;
  /** The address of an OpenTelemetry collector, without `/v1/traces`. */
  readonly endpoint: string;
  /** Spans cannot be sent, for example. */
  readonly onProblem: (reason: string) => void;
}

/**
 * Sends spans by OTLP over HTTP, as JSON and in batches. OpenTelemetry's packages are loaded here and nowhere else, and read the other settings of its specification
 * (`OTEL_TRACES_SAMPLER`, `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_RESOURCE_ATTRIBUTES` …) themselves.
 */
export const startTracing = async ({ serviceName, endpoint, onProblem }: TracingOptions): Promise<Tracing> => {
  const { DiagLogLevel, diag, ROOT_CONTEXT, SpanStatusCode, TraceFlags, trace } = await import('@opentelemetry/api');
  const { detectResources, envDetector, resourceFromAttributes } = await import('@opentelemetry/resources');
  const { BasicTracerProvider, BatchSpanProcessor, RandomIdGenerator } = await import('@opentelemetry/sdk-trace-base');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');

  const report = (message: string): void => onProblem(message.slice(0, 500));
  const ignore = (): void => undefined;
  diag.setLogger({ error: report, warn: report, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.WARN);

  const kinds = { internal: 0, server: 1, client: 2 } as const satisfies Record<string, SpanKind>;
  const ids = new RandomIdGenerator();
  /** The trace of the span that is being started: the context has chosen it already. */
  let newTraceId = '';
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }).merge(detectResources({ detectors: [envDetector] })),
    idGenerator: { generateTraceId: () => newTraceId, generateSpanId: () => ids.generateSpanId() },
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` }))],
  });
  const tracer = provider.getTracer('site');

  return {
    startSpan: (name, kind, parent, startedAt) => {
      const { requestId, traceId, spanId, hasSpan, isSampled } = parent;
      newTraceId = traceId;
      const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
      const context = hasSpan ? trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: kind === 'server' }) : ROOT_CONTEXT;
      const span = tracer.startSpan(name, { kind: kinds[kind], ...(startedAt === undefined ? {} : { startTime: startedAt }) }, context);
      const own = span.spanContext();
      return {
        context: { requestId, traceId, spanId: own.spanId, hasSpan: true, isSampled: (own.traceFlags & TraceFlags.SAMPLED) !== 0 },
        end: ({ name: finalName, attributes, isError = false } = {}) => {
          if (finalName !== undefined) span.updateName(finalName);
          if (attributes !== undefined) span.setAttributes(attributes);
          if (isError) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    close: () => provider.shutdown(),
  };
};
