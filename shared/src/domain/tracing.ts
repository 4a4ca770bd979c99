import type { SpanKind } from '@opentelemetry/api';
import type { TraceContext } from './trace-context.ts';

interface SpanEnd {
  readonly name?: string;
  readonly attributes?: Readonly<Record<string, string | number | boolean>>;
  readonly isError?: boolean;
}

export interface Span {
  readonly context: TraceContext;
  end(end?: SpanEnd): void;
}

export interface Tracing {
  /** Starts a span. `startedAt` is Unix time in milliseconds; the default is now. */
  startSpan(name: string, kind: 'server' | 'client' | 'internal', parent: TraceContext, startedAt?: number): Span;
  /** Sends the spans that have ended; call it once, when the program ends. */
  close(): Promise<void>;
}

const ignoreEnd = (): void => undefined;

/** Tracing that records nothing and passes on the request's context unchanged. */
export const NO_TRACING: Tracing = {
  startSpan: (_name, _kind, parent) => ({ context: parent, end: ignoreEnd }),
  close: async () => undefined,
};

interface TracingOptions {
  readonly serviceName: string;
  /** URL of an OpenTelemetry collector, without `/v1/traces`. */
  readonly endpoint: string;
  readonly onProblem: (reason: string) => void;
}

/**
 * Sends spans as JSON in batches, using OTLP over HTTP. OpenTelemetry's packages are loaded only here. They read the other OpenTelemetry settings
 * (`OTEL_TRACES_SAMPLER`, `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_RESOURCE_ATTRIBUTES` …) directly.
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
  /** Trace id of the span that is being started. The request's context already has this id. */
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
      const spanContext = span.spanContext();
      return {
        context: { requestId, traceId, spanId: spanContext.spanId, hasSpan: true, isSampled: (spanContext.traceFlags & TraceFlags.SAMPLED) !== 0 },
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
