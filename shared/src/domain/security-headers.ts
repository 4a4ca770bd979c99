import type { Socket } from 'node:net';

/**
 * Policy for responses that are not pages: JSON, errors, redirects. A browser that opens such a response shows text, and cannot load, send or embed anything.
 */
const DATA_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;

const HEADERS = {
  'content-security-policy': DATA_POLICY,
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
} as const;

/**
 * Returns the headers that the host and the provider send with every response. Pages, images and files replace the policies with their own, and pages add
 * headers that only documents need. With `overTls`, browsers contact the site only over TLS.
 */
export const getSecurityHeaders = (overTls: boolean): Readonly<Record<string, string>> =>
  overTls ? { ...HEADERS, 'strict-transport-security': `max-age=${ONE_YEAR_SECONDS}` } : HEADERS;

const STATUS_LINES: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

export interface ClientErrorPage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Error from the HTTP parser. `rawPacket` is a buffer with the most recent data. */
type ClientError = Error & { readonly code?: string; readonly rawPacket?: unknown };

/** Time for which data that still arrives on an ended connection is discarded. Resetting the connection sooner could lose the response. */
const DRAIN_MS = 1_000;

/**
 * Creates the server's `clientErrorHandler`, which responds to data that is not an HTTP request and to requests that arrive too slowly. No hook runs for them.
 */
export const createClientErrorHandler =
  (headers: Readonly<Record<string, string>>, getPage: (error: ClientError) => ClientErrorPage | undefined = () => undefined) =>
  (error: ClientError, socket: Pick<Socket, 'writable' | 'writableEnded' | 'end' | 'resume' | 'once' | 'destroy'>): void => {
    // The parser reports the same error again for the data that follows.
    if (socket.writableEnded) return;
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const { headers: pageHeaders, body } = getPage(error) ?? { headers: {}, body: '' };
    const all = { ...headers, 'cache-control': 'no-store', ...pageHeaders, 'content-length': String(Buffer.byteLength(body)), connection: 'close' };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${STATUS_LINES[error.code ?? ''] ?? '400 Bad Request'}\r\n${lines.join('')}\r\n${body}`);
    socket.resume();
    const timer = setTimeout(() => socket.destroy(), DRAIN_MS);
    socket.once('close', () => clearTimeout(timer));
  };
