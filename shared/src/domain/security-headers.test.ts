/** @jest-environment node */
import { createClientErrorHandler, getSecurityHeaders } from './security-headers.ts';

describe('getSecurityHeaders', () => {
  const headers = {
    'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
  };

  it('asks for TLS only where there is TLS', () => {
    expect(getSecurityHeaders(false)).toEqual(headers);
    expect(getSecurityHeaders(true)).toEqual({ ...headers, 'strict-transport-security': 'max-age=31536000' });
  });
});

describe('the answer to what is no HTTP request', () => {
  const handle = (code: string | undefined, writable = true) => {
    const socket = { writable, write: jest.fn(() => true), destroy: jest.fn() };
    const error = Object.assign(new Error('broken'), code === undefined ? {} : { code });
    createClientErrorHandler({ 'x-a': 'b' })(error, socket as never);
    expect(socket.destroy).toHaveBeenCalledTimes(1);
    return socket.write.mock.calls.map(([text]: unknown[]) => text);
  };

  it.each([
    ['HPE_INVALID_METHOD', '400 Bad Request'],
    [undefined, '400 Bad Request'],
    ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
    ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
  ])('of %s is %s', (code, status) => {
    expect(handle(code)).toEqual([`HTTP/1.1 ${status}\r\nx-a: b\r\ncache-control: no-store\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`]);
  });

  it('is none for a connection that is closed already', () => {
    expect(handle('ECONNRESET')).toEqual([]);
    expect(handle('HPE_INVALID_METHOD', false)).toEqual([]);
  });
});
