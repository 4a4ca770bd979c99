import dns, { type LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { getErrorCode } from '@site/shared/domain/error-code';
import type { LinkFaultReason, LinkOutcome } from '../domain/link-status.ts';
import { isPublicAddress } from '../domain/public-address.ts';

const REQUEST_TIMEOUT_MS = 10_000;
/** Time limit for all requests that check one link: HEAD, GET and redirects. */
const LINK_TIMEOUT_MS = 30_000;
const MAX_REDIRECTS = 5;
const MAX_HEADER_BYTES = 16 * 1024;
const ALLOWED_PORTS = ['', '80', '443'];

interface ProbeResponse {
  readonly status: number;
  readonly location: string | undefined;
}

interface SendOptions {
  readonly method: 'HEAD' | 'GET';
  /** IP addresses of the URL's host. The connection uses one of them, even if the name resolves differently in the meantime. */
  readonly addresses: readonly LookupAddress[];
  readonly userAgent: string;
  readonly signal: AbortSignal;
}

/**
 * Sends one request to the given IP addresses and closes the connection after the response headers, because the body is not needed. Does not follow
 * redirects.
 */
export const sendRequest = (url: URL, { method, addresses, userAgent, signal }: SendOptions): Promise<ProbeResponse> =>
  new Promise((resolve, reject) => {
    const [first] = addresses;
    if (first === undefined) return reject(new Error('The host has no address.'));
    const lookup: LookupFunction = (_hostname, options, callback) =>
      options.all === true ? callback(null, [...addresses]) : callback(null, first.address, first.family);
    const headers = { 'user-agent': userAgent, accept: '*/*' };
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method,
      headers,
      lookup,
      agent: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      signal,
    });
    request.on('response', (response) => {
      resolve({ status: response.statusCode ?? 0, location: response.headers.location });
      response.destroy();
    });
    request.on('error', reject);
    request.end();
  });

const resolveHost = (hostname: string): Promise<readonly LookupAddress[]> => dns.promises.lookup(hostname, { all: true });

export interface Network {
  /** Returns the IP addresses of a host. An IP address resolves to itself. */
  readonly resolve: (hostname: string) => Promise<readonly LookupAddress[]>;
  readonly send: typeof sendRequest;
}

class LinkFault extends Error {
  constructor(readonly reason: LinkFaultReason) {
    super(reason);
  }
}

/** Certificate errors that browsers reject as well. Incomplete chains are not included, because browsers complete them. */
const BAD_CERTIFICATE_CODES = ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'ERR_TLS_CERT_ALTNAME_INVALID', 'CERT_REVOKED', 'DEPTH_ZERO_SELF_SIGNED_CERT'];
const UNTRUSTED_CERTIFICATE_CODE = /^(CERT_|UNABLE_TO_|SELF_SIGNED_)/;

const toReason = (reason: unknown): LinkFaultReason => {
  if (reason instanceof LinkFault) return reason.reason;
  const code = getErrorCode(reason) ?? '';
  if (code === 'ENOTFOUND') return 'no-such-host';
  if (BAD_CERTIFICATE_CODES.includes(code)) return 'certificate';
  return UNTRUSTED_CERTIFICATE_CODE.test(code) ? 'untrusted' : 'no-answer';
};

/** Rejects as soon as the signal is aborted, for work that cannot be cancelled. */
const raceWithAbort = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  signal.throwIfAborted();
  let stop = (): void => undefined;
  const abortPromise = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  return Promise.race([work, abortPromise]).finally(() => signal.removeEventListener('abort', stop));
};

/** Checks a link while putting as little load as possible on the other site. Rejects only if the caller's signal is aborted. */
export type ProbeLink = (url: string, signal: AbortSignal) => Promise<LinkOutcome>;

/**
 * Creates a probe that connects only to public IP addresses on port 80 or 443, even after a redirect. Resolves the name in each URL once and requires all its
 * addresses to be public. The connection uses these same addresses, so a later DNS change has no effect.
 */
export const createProbeLink = (userAgent: string, { resolve, send }: Network = { resolve: resolveHost, send: sendRequest }): ProbeLink => {
  const findAddresses = async (url: URL, signal: AbortSignal): Promise<readonly LookupAddress[]> => {
    const isAllowed = (url.protocol === 'https:' || url.protocol === 'http:') && ALLOWED_PORTS.includes(url.port) && url.username === '' && url.password === '';
    if (!isAllowed) throw new LinkFault('address');
    const addresses = await raceWithAbort(resolve(url.hostname.replace(/^\[|\]$/g, '')), signal);
    if (addresses.length === 0) throw new LinkFault('no-such-host');
    if (!addresses.every(({ address }) => isPublicAddress(address))) throw new LinkFault('private-address');
    return addresses;
  };

  const request = async (url: URL, signal: AbortSignal): Promise<ProbeResponse> => {
    const addresses = await findAddresses(url, signal);
    const sendWithMethod = (method: 'HEAD' | 'GET') =>
      send(url, { method, addresses, userAgent, signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]) });
    try {
      const response = await sendWithMethod('HEAD');
      if (response.status < 400) return response;
    } catch (reason) {
      signal.throwIfAborted();
      if (toReason(reason) !== 'no-answer') throw reason;
    }
    // Some servers respond to HEAD with an error, or not at all.
    return sendWithMethod('GET');
  };

  const followRedirects = async (url: string, signal: AbortSignal): Promise<number> => {
    let current = new URL(url);
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const { status, location } = await request(current, signal);
      if (status < 300 || status >= 400 || location === undefined) return status;
      if (!URL.canParse(location, current)) break;
      current = new URL(location, current);
    }
    throw new LinkFault('redirects');
  };

  return async (url, signal) => {
    try {
      return { kind: 'response', httpStatus: await followRedirects(url, AbortSignal.any([signal, AbortSignal.timeout(LINK_TIMEOUT_MS)])) };
    } catch (reason) {
      signal.throwIfAborted();
      return { kind: 'fault', reason: toReason(reason) };
    }
  };
};
