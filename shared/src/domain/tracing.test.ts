/** @jest-environment node */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readTraceContext, type TraceContext } from './trace-context.ts';
import { NO_TRACING, startTracing } from './tracing.ts';

const PARENT: TraceContext = readTraceContext({ traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' }, true);
const UNSAMPLED: TraceContext = { ...PARENT, isSampled: false };
const NEW_TRACE = readTraceContext({}, false);

describe('NO_TRACING', () => {
  it('passes the context on', async () => {
    const span = NO_TRACING.startSpan('GET', 'server', PARENT);
    expect(span.context).toBe(PARENT);
    expect(span.end()).toBeUndefined();
    expect(await NO_TRACING.close()).toBeUndefined();
  });
});

describe('startTracing', () => {
  it('OPS-06 sends spans with their parents to the collector', async () => {
    const requests: { readonly url: string | undefined; readonly body: string }[] = [];
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      requests.push({ url: request.url, body });
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const onProblem = jest.fn();
    process.env.OTEL_RESOURCE_ATTRIBUTES = 'deployment.environment=test';
    const tracing = await startTracing({ serviceName: 'host', endpoint: `http://127.0.0.1:${port}//`, onProblem });
    try {
      const outerSpan = tracing.startSpan('GET', 'server', PARENT, 1_796_000_000_000);
      const innerSpan = tracing.startSpan('compose', 'internal', outerSpan.context);
      const root = tracing.startSpan('call', 'client', NEW_TRACE);
      const unsampledSpan = tracing.startSpan('GET', 'server', UNSAMPLED);
      innerSpan.end();
      outerSpan.end({ name: 'GET /news', attributes: { status: 500 }, isError: true });
      root.end();
      unsampledSpan.end();

      expect(outerSpan.context).toMatchObject({ requestId: PARENT.requestId, traceId: PARENT.traceId, hasSpan: true, isSampled: true });
      expect(outerSpan.context.spanId).not.toBe(PARENT.spanId);
      expect(unsampledSpan.context.isSampled).toBe(false);
      await tracing.close();

      expect(onProblem).not.toHaveBeenCalled();
      expect(requests.map(({ url }) => url)).toEqual(['/v1/traces']);
      const [{ resource, scopeSpans }] = JSON.parse(requests[0]?.body ?? '').resourceSpans;
      expect(resource.attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'host' } });
      expect(resource.attributes).toContainEqual({ key: 'deployment.environment', value: { stringValue: 'test' } });
      const spans = scopeSpans.flatMap((scope: { readonly spans: readonly object[] }) => scope.spans);
      expect(spans).toHaveLength(3);
      expect(spans).toEqual([
        expect.objectContaining({ name: 'compose', kind: 1, traceId: PARENT.traceId, parentSpanId: outerSpan.context.spanId, status: { code: 0 } }),
        expect.objectContaining({
          name: 'GET /news',
          kind: 2,
          parentSpanId: PARENT.spanId,
          spanId: outerSpan.context.spanId,
          startTimeUnixNano: '1796000000000000000',
          attributes: [{ key: 'status', value: { intValue: 500 } }],
          status: { code: 2 },
        }),
        expect.objectContaining({ name: 'call', kind: 3, traceId: NEW_TRACE.traceId, spanId: root.context.spanId }),
      ]);
      expect(spans[2].parentSpanId).toBeUndefined();
    } finally {
      delete process.env.OTEL_RESOURCE_ATTRIBUTES;
      await new Promise((resolve) => server.close(resolve));
    }
  });
});
