import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { search } from '@site/shared/contracts/search';
import { getErrorMessage } from '@site/shared/domain/error-code';
import { getTraceHeaders, type TraceContext } from '@site/shared/domain/trace-context';
import { NO_TRACING, type Tracing } from '@site/shared/domain/tracing';
import { request } from 'undici';
import { type NewestRevision, readRevision } from '../upstream/content-revision.ts';
import { type Call, type CallResponse, type PostedForm, PROVIDER_ORIGIN, RESPONSE_LIMIT_BYTES } from './protocol.ts';

interface ProviderCallsOptions {
  /** Without `/api`. */
  readonly providerUrl: string;
  /** Where the volunteer form is sent: a third party's URL, or one below `PROVIDER_ORIGIN`. */
  readonly volunteerFormUrl: string;
  readonly newestRevision: NewestRevision;
  readonly tracing?: Tracing | undefined;
}

/** The request for which a call is made. */
export interface CallOrigin {
  /** The form that the visitor posted. */
  readonly form?: PostedForm | undefined;
  /** IP address of the visitor waiting for the page, if any. */
  readonly visitor?: string | undefined;
  readonly trace?: TraceContext | undefined;
}

/** The response to a call, and the state of the data in it. */
export interface CallResult {
  readonly response: CallResponse;
  /** The content revision that the response was read from, if the provider sends one. */
  readonly revision?: number;
  /** True for a server error, a rate limit, or no response. */
  readonly hasFailed: boolean;
}

/** A provider that lags behind another catches up within its polling interval of 250 ms. */
const LAG_PAUSE_MS = 100;
/** Shorter than the time limit for a page's data, and longer than `LOWER_NUMBER_GRACE_MS` in `content-revision.ts`. */
const LAG_LIMIT_MS = 3500;

type OutgoingCall = Pick<Call, 'method' | 'url' | 'contentType' | 'body'>;

/** Whether the provider limits this call per visitor. Only searches are limited, because they are expensive; other page data is the same for everyone. */
const isRateLimitedPerVisitor = ({ pathname }: URL): boolean => pathname === `/api${search.path}`;

const JSON_TYPE = /^application\/json\b/i;

const refuse = (call: Pick<Call, 'method' | 'url'>): CallResponse => ({ error: `A remote may not call ${call.method} ${call.url.slice(0, 200)}.` });

/** Reads a body up to the size limit. Throws if it is longer. */
const readText = async (body: AsyncIterable<Uint8Array>): Promise<string> => {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.byteLength;
    if (size > RESPONSE_LIMIT_BYTES) throw new Error('The response is too long.');
    parts.push(part);
  }
  return Buffer.concat(parts, size).toString('utf8');
};

/** The URL to call, or undefined if the call is not allowed. */
const getTarget = (
  { method, url }: Pick<Call, 'method' | 'url'>,
  form: PostedForm | undefined,
  { providerUrl, volunteerFormUrl }: Pick<ProviderCallsOptions, 'providerUrl' | 'volunteerFormUrl'>,
): URL | undefined => {
  if (!URL.canParse(url) || (method !== 'GET' && (method !== 'POST' || form === undefined))) return undefined;
  const target = new URL(url);
  const isProviderCall = target.origin === PROVIDER_ORIGIN && target.pathname.startsWith('/api/');
  if (isProviderCall) return new URL(`${target.pathname}${target.search}`, providerUrl);
  return method === 'POST' && target.href === volunteerFormUrl ? target : undefined;
};

interface ReceivedResponse {
  readonly status: number;
  readonly getHeader: (name: string) => unknown;
  readonly readBody: () => Promise<string>;
}

/** Performs a GET request, as nearly every page does. Avoids `fetch`, whose streams and headers take longer than the rest of the call. */
const read = async (target: URL, { form, visitor, trace }: CallOrigin, signal: AbortSignal): Promise<ReceivedResponse> => {
  const address = form?.visitor ?? (isRateLimitedPerVisitor(target) ? visitor : undefined);
  const headers = {
    accept: 'application/json',
    ...(address === undefined ? {} : { 'x-forwarded-for': address }),
    ...(trace === undefined ? {} : getTraceHeaders(trace)),
  };
  const { statusCode: status, headers: received, body } = await request(target, { headers, signal });
  // A redirect could point to a URL that is not allowed.
  if (status >= 300 && status < 400) {
    await body.dump();
    throw new Error('The provider redirected the call.');
  }
  const isShort = Number(received['content-length']) <= RESPONSE_LIMIT_BYTES;
  return { status, getHeader: (name) => received[name], readBody: () => (isShort ? body.text() : readText(body)) };
};

const write = async (
  target: URL,
  call: OutgoingCall,
  { form, trace }: CallOrigin,
  { isFormServiceCall, signal }: { readonly isFormServiceCall: boolean; readonly signal: AbortSignal },
): Promise<ReceivedResponse> => {
  const hasBody = call.body !== undefined;
  const { status, headers, body } = await fetch(target, {
    method: call.method,
    // A redirect from the provider could point to a URL that is not allowed. The form service is trusted, because the site config names it.
    redirect: isFormServiceCall ? 'follow' : 'error',
    signal,
    headers: {
      accept: 'application/json',
      ...(hasBody ? { 'content-type': JSON_TYPE.test(call.contentType ?? '') ? 'application/json' : 'application/x-www-form-urlencoded' } : {}),
      ...(form === undefined ? {} : { 'x-forwarded-for': form.visitor }),
      ...(trace === undefined || isFormServiceCall ? {} : getTraceHeaders(trace)),
    },
    ...(hasBody ? { body: call.body ?? '' } : {}),
  });
  return { status, getHeader: (name) => headers.get(name), readBody: () => readText(body ?? Readable.from([])) };
};

/**
 * Performs the calls that remotes ask for. Pages may read the provider's `/api`. The action of a posted form may also write to it, or send to the form service,
 * with the visitor's IP address. All other calls are refused. Calls have no session, and the only header taken from the remote is the body's content type.
 */
export const createProviderCalls = ({ providerUrl, volunteerFormUrl, newestRevision, tracing = NO_TRACING }: ProviderCallsOptions) => {
  const sendOnce = async (target: URL, call: OutgoingCall, origin: CallOrigin, signal: AbortSignal): Promise<CallResult> => {
    const isFormServiceCall = target.href === volunteerFormUrl;
    const { status, getHeader, readBody } = await (call.method === 'GET'
      ? read(target, origin, signal)
      : write(target, call, origin, { isFormServiceCall, signal }));
    const announcedRevision = readRevision(getHeader);
    if (announcedRevision !== undefined) newestRevision.observe(announcedRevision);
    const type = getHeader('content-type');
    return {
      response: { status, contentType: typeof type === 'string' ? type : '', body: await readBody() },
      ...(announcedRevision === undefined ? {} : { revision: announcedRevision.number }),
      hasFailed: status >= 500 || status === 429,
    };
  };

  /** Repeats a read until the response is at least as new as the revision that this host already knew, because providers may lag behind each other. */
  const sendUntilCurrent = async (target: URL, call: OutgoingCall, origin: CallOrigin, signal: AbortSignal): Promise<CallResult> => {
    const knownRevision = newestRevision.get();
    const until = performance.now() + LAG_LIMIT_MS;
    for (;;) {
      const result = await sendOnce(target, call, origin, signal);
      const { revision } = result;
      if (call.method !== 'GET' || revision === undefined || revision >= Math.min(knownRevision, newestRevision.get())) return result;
      if (performance.now() > until) throw new Error(`The provider's content is older than revision ${knownRevision}.`);
      await pause(LAG_PAUSE_MS, undefined, { signal });
    }
  };

  return async (call: OutgoingCall, { trace, ...origin }: CallOrigin, signal: AbortSignal): Promise<CallResult> => {
    const target = getTarget(call, origin.form, { providerUrl, volunteerFormUrl });
    if (target === undefined) return { response: refuse(call), hasFailed: false };
    const span = trace === undefined ? undefined : tracing.startSpan('call provider', 'client', trace);
    const attributes = { 'http.request.method': call.method, 'url.path': target.pathname };
    try {
      const result = await sendUntilCurrent(target, call, { ...origin, trace: span?.context }, signal);
      span?.end({ attributes, isError: result.hasFailed });
      return result;
    } catch (error) {
      span?.end({ attributes, isError: true });
      return { response: { error: getErrorMessage(error) }, hasFailed: true };
    }
  };
};
export type PerformCall = ReturnType<typeof createProviderCalls>;

/** The absolute URL of a call from a remote's process: a bare path refers to the provider. */
export const toAbsoluteAddress = (address: string): string => new URL(address, PROVIDER_ORIGIN).href;
