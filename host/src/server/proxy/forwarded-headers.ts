import type { IncomingHttpHeaders } from 'node:http';
import { NEXT_SERVER_HEADER } from '@site/shared/domain/draining';

/** Headers of a single connection (RFC 9110, 7.6.1), and headers that the client of the next connection sets itself. */
const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  // This server has already responded to this header.
  'expect',
  'host',
  NEXT_SERVER_HEADER,
]);

/** Returns the headers to forward: all except those of the connection and those that `Connection` names. */
export const getForwardedHeaders = (headers: IncomingHttpHeaders): Record<string, string | string[]> => {
  const named = (headers.connection ?? '').toLowerCase().split(',');
  const excludedHeaders = new Set([...CONNECTION_HEADERS, ...named.map((name) => name.trim())]);
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string | string[]] => entry[1] !== undefined && !excludedHeaders.has(entry[0])),
  );
};
