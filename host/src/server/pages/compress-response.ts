import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, constants, gzip } from 'node:zlib';
import pLimit from 'p-limit';
import { createEndpointMatcher } from '../proxy/endpoint-matcher.ts';
import { selectEncoding } from './page-response.ts';

/** Smaller bodies fit into one packet anyway. */
const MIN_BYTES = 1024;
/**
 * Only complete exports of long lists are larger. They are sent uncompressed, because compressing one would occupy a thread for longer than sending it takes.
 */
const MAX_BYTES = 2 * 1024 * 1024;
/** Quality 4 takes about 15 ms of CPU time for a megabyte. Quality 6 takes twice as long for 5% fewer bytes. */
const BROTLI_QUALITY = 4;
/** A window of 256 KB. Clearing a larger one takes longer than compressing a typical body. */
const BROTLI_WINDOW_BITS = 18;
/** Number of bodies compressed at the same time. File reads need threads from the same pool. If too many bodies wait, further ones are sent uncompressed. */
const CONCURRENCY = 2;
const MAX_WAITING = 32;

const TEXT_TYPE = /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|xml)\b)/i;
/** Names of fields whose values grant access. */
const SECRET_FIELD = /token|secret|password|recoveryCodes/i;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const limit = pLimit(CONCURRENCY);

/** Whether a Valibot schema has an entry that `SECRET_FIELD` matches, at any depth. */
const hasSecretField = (schema: unknown, visited = new Set<unknown>()): boolean => {
  if (typeof schema !== 'object' || schema === null || visited.has(schema)) return false;
  visited.add(schema);
  const hasSecretEntry = 'entries' in schema && Object.keys(schema.entries ?? {}).some((name) => SECRET_FIELD.test(name));
  return hasSecretEntry || Object.values(schema).some((value) => hasSecretField(value, visited));
};

/**
 * Whether the responses of a call are never compressed, because an attacker who can add text to a compressed response and watch the connection can infer the
 * rest of it from its size (the BREACH attack). These include all calls about accounts, and links with a token.
 */
const holdsSecret = createEndpointMatcher(({ path, response }) => /^\/auth\/|:token\b/.test(path) || hasSecretField(response));

interface UncompressedResponse {
  readonly method: string;
  /** Path below the site's URL, without the query. */
  readonly path: string;
  readonly requestHeaders: IncomingHttpHeaders;
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface CompressedResponse {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const addVary = (vary: string | string[] | undefined): string => {
  const names = [vary ?? []].flat().join(', ');
  return /(?:^|[\s,])(?:accept-encoding|\*)(?:$|[\s,])/i.test(names) ? names : [names, 'accept-encoding'].filter((name) => name !== '').join(', ');
};

/** Compresses a text response from the provider in an encoding that the client accepts. Validators stay unchanged, because the provider's are weak. */
export const compressResponse = async ({ method, path, requestHeaders, statusCode, headers, body }: UncompressedResponse): Promise<CompressedResponse> => {
  const isText = TEXT_TYPE.test(String(headers['content-type'] ?? ''));
  const isCompressible = isText && headers['content-encoding'] === undefined && !/\bno-transform\b/i.test(String(headers['cache-control'] ?? ''));
  const isRead = method === 'GET' || method === 'HEAD';
  // A 304 has no content type, and the same `Vary` as the full response.
  if (statusCode === 304) return { headers: { ...headers, vary: addVary(headers.vary) }, body };
  if (!isCompressible || statusCode === 206 || holdsSecret(method, path)) return { headers, body };
  const variedHeaders = isRead ? { ...headers, vary: addVary(headers.vary) } : headers;
  const encoding = selectEncoding(requestHeaders);
  if (encoding === 'identity' || body.length < MIN_BYTES || body.length > MAX_BYTES || limit.pendingCount >= MAX_WAITING)
    return { headers: variedHeaders, body };
  const options: BrotliOptions = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  };
  const compressed = await limit(() => (encoding === 'br' ? compressBrotli(body, options) : compressGzip(body)));
  const { 'content-length': _originalLength, ...kept } = variedHeaders;
  return { headers: { ...kept, 'content-encoding': encoding, 'content-length': String(compressed.length) }, body: compressed };
};
