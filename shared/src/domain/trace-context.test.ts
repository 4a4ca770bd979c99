/** @jest-environment node */
import { getTraceHeaders, readTraceContext } from './trace-context.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = '00f067aa0ba902b7';

describe('the trace context of a request', () => {
  it('OPS-06 is the one that a trusted proxy sent', () => {
    const context = readTraceContext({ 'x-request-id': 'edge-12345', traceparent: `00-${TRACE}-${SPAN}-00` }, true);

    expect(context).toEqual({ requestId: 'edge-12345', traceId: TRACE, spanId: SPAN, hasSpan: true, isSampled: false });
    expect(getTraceHeaders(context)).toEqual({ 'x-request-id': 'edge-12345', traceparent: `00-${TRACE}-${SPAN}-00` });
    expect(readTraceContext({ traceparent: `cc-${TRACE}-${SPAN}-03-later` }, true)).toMatchObject({ requestId: TRACE, isSampled: true });
  });

  it('OPS-06 is new for all other clients', () => {
    const context = readTraceContext({ 'x-request-id': 'edge-12345', traceparent: `00-${TRACE}-${SPAN}-01` }, false);

    expect(context).toEqual({
      requestId: context.traceId,
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
      hasSpan: false,
      isSampled: true,
    });
    expect(context.traceId).not.toBe(TRACE);
  });

  it.each([
    ['another version', `ff-${TRACE}-${SPAN}-01`],
    ['no trace', `00-${'0'.repeat(32)}-${SPAN}-01`],
    ['no span', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['capitals', `00-${TRACE.toUpperCase()}-${SPAN}-01`],
    ['more parts', `00-${TRACE}-${SPAN}-01-x`],
    ['words before it', `x00-${TRACE}-${SPAN}-01`],
    ['words after it', `00-${TRACE}-${SPAN}-01x`],
    ['text', 'x'],
  ])('OPS-06 is new if the header is invalid: %s', (_, traceparent) => {
    expect(readTraceContext({ traceparent }, true).traceId).not.toBe(TRACE);
  });

  it.each(['12345678', 'x'.repeat(128), 'A-b_c.1-'])('OPS-06 has the id that a trusted sender chose: %s', (id) => {
    expect(readTraceContext({ 'x-request-id': id }, true).requestId).toBe(id);
  });

  it.each(['short', '1234567', ' 12345678', '12345678 ', 'x'.repeat(129), 'with space 1', 'line\nbreak1', 'ünïcödé-id'])(
    'OPS-06 gets a new id if the sender chose %j',
    (id) => {
      const { requestId, traceId } = readTraceContext({ 'x-request-id': id }, true);
      expect(requestId).toBe(traceId);
    },
  );
});
