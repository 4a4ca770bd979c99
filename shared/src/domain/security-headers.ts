import type { Socket } from 'node:net';

/** For answers that are no page: JSON, errors, redirects. Opened in a browser they show text and load, send and embed nothing. */
const DATA_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;

const HEADERS = {
  'content-security-policy': DATA_POLICY,
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
} as const;

/** The headers of every response of host and provider. Pages, images and files replace the policies by their own, and pages add what only documents need. Browsers ask a site `overTls` for nothing without TLS. */
export const getSecurityHeaders = (overTls: boolean): Readonly<Record<string, string>> =>
  overTls ? { ...HEADERS, 'strict-transport-security': `max-age=${ONE_YEAR_SECONDS}` } : HEADERS;

const STATUS_LINES: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/** Answers what is no HTTP request, or takes too long to become one: no hook sees it. For the server's `clientErrorHandler`. */
export const createClientErrorHandler =
  (headers: Readonly<Record<string, string>>) =>
  (error: Error & { readonly code?: string }, socket: Pick<Socket, 'writable' | 'write' | 'destroy'>): void => {
    if (error.code !== 'ECONNRESET' && socket.writable) {
      const lines = Object.entries({ ...headers, 'cache-control': 'no-store', 'content-length': '0', connection: 'close' }).map(
        ([name, value]) => `${name}: ${value}\r\n`,
      );
      socket.write(`HTTP/1.1 ${STATUS_LINES[error.code ?? ''] ?? '400 Bad Request'}\r\n${lines.join('')}\r\n`);
    }
    socket.destroy();
  };
