/** @jest-environment node */
import { createClientErrorHandler, getSecurityHeaders } from './security-headers.ts';

describe('getSecurityHeaders', () => {
  const headers = {
    'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
  };

  it('requires TLS only if the site uses TLS', () => {
    expect(getSecurityHeaders(false)).toEqual(headers);
    expect(getSecurityHeaders(true)).toEqual({ ...headers, 'strict-transport-security': 'max-age=31536000' });
  });
});

describe('the response to data that is not an HTTP request', () => {
  const createSocket = (changes: object = {}) => ({
    writable: true,
    writableEnded: false,
    end: jest.fn(),
    resume: jest.fn(),
    once: jest.fn((_event: string, listener: () => void) => listener()),
    destroy: jest.fn(),
    ...changes,
  });
  const createError = (code: string | undefined): Error => Object.assign(new Error('broken'), code === undefined ? {} : { code });

  it.each([
    ['HPE_INVALID_METHOD', '400 Bad Request'],
    [undefined, '400 Bad Request'],
    ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
    ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
  ])('of %s is %s', (code, status) => {
    const socket = createSocket();
    createClientErrorHandler({ 'x-a': 'b' })(createError(code), socket as never);

    expect(socket.end.mock.calls).toEqual([[`HTTP/1.1 ${status}\r\nx-a: b\r\ncache-control: no-store\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`]]);
  });

  it('can be a page', () => {
    const socket = createSocket();
    const page = { headers: { 'content-type': 'text/html' }, body: '<p>Ẹ' };
    createClientErrorHandler({ 'x-a': 'b' }, ({ code }) => (code === 'X' ? page : undefined))(createError('X'), socket as never);

    expect(socket.end.mock.calls[0]?.[0]).toMatch(/\r\ncontent-type: text\/html\r\ncontent-length: 6\r\nconnection: close\r\n\r\n<p>Ẹ$/);
  });

  it('lets the rest of the request arrive for a while before the connection closes', () => {
    jest.useFakeTimers();
    const socket = createSocket({ once: jest.fn() });
    createClientErrorHandler({})(createError('HPE_HEADER_OVERFLOW'), socket as never);
    expect([socket.resume.mock.calls.length, socket.destroy.mock.calls.length]).toEqual([1, 0]);
    jest.advanceTimersByTime(1_000);

    expect(socket.destroy).toHaveBeenCalledTimes(1);
    jest.useRealTimers();
  });

  it('is empty for a connection that is closed or has already received a response', () => {
    for (const [code, changes, destroyed] of [
      ['ECONNRESET', {}, 1],
      ['HPE_INVALID_METHOD', { writable: false }, 1],
      ['HPE_INVALID_METHOD', { writable: false, writableEnded: true }, 0],
    ] as const) {
      const socket = createSocket(changes);
      createClientErrorHandler({})(createError(code), socket as never);
      expect([socket.end.mock.calls.length, socket.destroy.mock.calls.length]).toEqual([0, destroyed]);
    }
  });
});
