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

/** What an answer says beyond its status. */
export interface ClientErrorPage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** `rawPacket` is what had arrived last, in a buffer. */
type ClientError = Error & { readonly code?: string; readonly rawPacket?: unknown };

/** So long is what an ended connection still sends thrown away: one that is reset loses the answer. */
const DRAIN_MS = 1_000;

/** Answers what is no HTTP request, or takes too long to become one: no hook sees it. For the server's `clientErrorHandler`. */
export const createClientErrorHandler =
  (headers: Readonly<Record<string, string>>, getPage: (error: ClientError) => ClientErrorPage | undefined = () => undefined) =>
  (error: ClientError, socket: Pick<Socket, 'writable' | 'writableEnded' | 'end' | 'resume' | 'once' | 'destroy'>): void => {
    // The parser meets the same fault again in what comes after it.
    if (socket.writableEnded) return;
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const { headers: own, body } = getPage(error) ?? { headers: {}, body: '' };
    const all = { ...headers, 'cache-control': 'no-store', ...own, 'content-length': String(Buffer.byteLength(body)), connection: 'close' };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${STATUS_LINES[error.code ?? ''] ?? '400 Bad Request'}\r\n${lines.join('')}\r\n${body}`);
    socket.resume();
    const timer = setTimeout(() => socket.destroy(), DRAIN_MS);
    socket.once('close', () => clearTimeout(timer));
  };
