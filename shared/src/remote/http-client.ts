import redaxios, { type Options } from 'redaxios';
import * as v from 'valibot';
import { type ApiError, networkFailure, toApiError } from '../contracts/api-error.ts';
import { login, logout, refresh } from '../contracts/auth.ts';
import type { Endpoint, ResponseOf } from '../contracts/endpoint.ts';
import { lenientArray } from '../contracts/pagination.ts';
import { failure, type Result, success } from '../domain/result.ts';
import type { CallInput, HttpClient, Notify } from './host-services.ts';

export interface HttpClientOptions {
  /** The base of the endpoint paths: `/api`, or the provider's absolute URL on the server. */
  readonly baseUrl: string;
  readonly notify: Pick<Notify, 'error'>;
  /** Returns the current bearer token; null without a session. */
  getToken(): string | null;
  /** Returns a new token for one that the provider rejected (AUTH-07), or the error. It may use this client: a refresh is never refreshed. */
  renewToken?(rejected: string | null): Promise<Result<string, ApiError>>;
  /** The `Date` header of responses that no cache stores. */
  onServerDate?(date: string | null): void;
  /** Default: the global `fetch` at the time of the call. */
  readonly fetch?: typeof fetch;
  /** Aborts every call: the server's time limit for a page. In the browser there is none (API-16). */
  readonly signal?: AbortSignal;
}

/** A wrong password responds with 401 as well: for these three endpoints it concerns the request, not the session. Compared by path, because each remote has its own copy of the table. */
const OUTSIDE_THE_REFRESH_RULE: ReadonlySet<string> = new Set([login.path, refresh.path, logout.path]);

/** The characters that a header may contain. Local storage may contain anything, and `fetch` would throw before sending the request. */
const HEADER_SAFE = /^[\x21-\x7e]+$/;

/** redaxios rejects with a response-like object for an error status, and with fetch's error without a response. */
const responseSchema = v.object({ status: v.number(), data: v.unknown() });

/** Aborted by the page, which is no reason for a toast; a timeout is a failure like any other. */
const isCancelled = (signal: AbortSignal | undefined): boolean =>
  signal?.aborted === true && !(signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError');

/**
 * Path and query of a call. Undefined when a parameter is empty or consists of dots: the URL would resolve to another one,
 * because browsers resolve `.` and `..` even when they are encoded.
 */
const getRequestPath = (endpoint: Endpoint, params: Readonly<Record<string, string>> = {}, query: unknown = undefined): string | undefined => {
  let isComplete = true;
  const path = endpoint.path.replace(/:(\w+)/g, (_match, name: string) => {
    const value = params[name] ?? '';
    if (/^\.*$/.test(value)) isComplete = false;
    return encodeURIComponent(value);
  });
  if (!isComplete) return undefined;

  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const each of Array.isArray(value) ? value : [value]) if (each !== undefined && each !== null) search.append(name, String(each));
  }
  return search.size === 0 ? path : `${path}?${search}`;
};

/** The payload inside the body: `{ data: payload }`, or a bare list where the provider sends one. */
const getPayload = (endpoint: Endpoint, body: unknown): unknown => {
  if (endpoint.envelope === 'bare') return body === '' ? {} : body;
  if (Array.isArray(body)) return body;
  return typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined;
};

/** A list with its page information, which is absent when the server does not paginate. */
const toPage = (payload: unknown, body: unknown): unknown =>
  Array.isArray(payload) ? { items: payload, page: typeof body === 'object' && body !== null && 'page' in body ? body.page : null } : payload;

const isListSchema = (schema: v.GenericSchema): schema is v.ArraySchema<v.GenericSchema, undefined> => schema.type === 'array';

/** A successful response: its payload, checked against the endpoint's schema. A response without data means not found. */
const readResponse = <E extends Endpoint>(endpoint: E, status: number, body: unknown): Result<ResponseOf<E>, ApiError> => {
  // The body could not be read completely: the connection was lost.
  if (body === undefined) return networkFailure;
  const payload = getPayload(endpoint, body);
  const schema = endpoint.response;
  const parsed = v.safeParse(
    isListSchema(schema) && Array.isArray(payload) ? lenientArray(schema.item) : schema,
    endpoint.envelope === 'page' ? toPage(payload, body) : payload,
  );
  // The schema is the endpoint's own, which is what ResponseOf means.
  if (parsed.success) return success(parsed.output as ResponseOf<E>);
  const isNothing = typeof body === 'object' && (payload === null || payload === undefined);
  return failure({ kind: isNothing ? 'not-found' : 'unexpected', message: '', status });
};

/** The one HTTP client of the site: redaxios, with the bearer token, the 401 rule, the toasts and the contract's schemas around it. */
export const createHttpClient = ({ baseUrl, notify, getToken, renewToken, onServerDate, ...options }: HttpClientOptions): HttpClient => {
  const request = async <E extends Endpoint>(endpoint: E, input: CallInput<E>, token: string | null): Promise<Result<ResponseOf<E>, ApiError>> => {
    const path = getRequestPath(endpoint, input.params, input.query);
    if (path === undefined) return failure({ kind: 'not-found', message: '' });
    const { onUploadProgress } = input;
    const signals = [input.signal, options.signal].filter((signal) => signal !== undefined);
    const bearer = token !== null && HEADER_SAFE.test(token) ? token : null;

    // redaxios passes neither the signal nor the redirect mode to fetch.
    const send = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
      const chosenFetch =
        onUploadProgress === undefined
          ? (options.fetch ?? fetch)
          : (await import(/* webpackChunkName: "upload-fetch" */ './upload-fetch.ts')).createUploadFetch(onUploadProgress);
      const response = await chosenFetch(url, {
        ...init,
        ...(signals.length === 0 ? {} : { signal: signals.length === 1 ? (signals[0] ?? null) : AbortSignal.any(signals) }),
        // A redirect could carry the token to another origin.
        ...(bearer === null ? {} : { redirect: 'error' as const }),
      });
      // No cache stores the responses of these.
      if (endpoint.path.startsWith('/auth/')) onServerDate?.(response.headers.get('date'));
      return response;
    };

    const request: Options = {
      url: `${baseUrl}${path}`,
      method: endpoint.method,
      headers: { ...endpoint.headers, accept: 'application/json', ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }) },
      // `body` is an object by every schema that a call may have, or FormData.
      ...(input.body === undefined ? {} : { data: input.body as object }),
      fetch: send,
    };
    try {
      const response = v.parse(responseSchema, await redaxios(request));
      return readResponse(endpoint, response.status, response.data);
    } catch (error) {
      const rejected = v.safeParse(responseSchema, error);
      return rejected.success ? failure(toApiError(rejected.output.status, rejected.output.data)) : networkFailure;
    }
  };

  const requestSignedIn = async <E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Result<ResponseOf<E>, ApiError>> => {
    const token = getToken();
    const first = await request(endpoint, input, token);
    if (renewToken === undefined || first.ok || first.error.kind !== 'unauthorized' || OUTSIDE_THE_REFRESH_RULE.has(endpoint.path)) return first;

    const renewed = await renewToken(token);
    if (renewed.ok) return request(endpoint, input, renewed.value);
    // Public content must not become unavailable because the session has ended.
    if (endpoint.access === 'public' && endpoint.method === 'GET' && token !== null) return request(endpoint, input, null);
    return renewed;
  };

  return {
    call: async (endpoint, input = {}) => {
      const result = await requestSignedIn(endpoint, input);
      // ERR-01, ERR-02: network failures and 5xx raise one toast per call, other errors none.
      if (!result.ok && !input.silent && !isCancelled(input.signal) && (result.error.kind === 'network' || result.error.kind === 'server')) {
        notify.error(result.error.message || 'An error occurred');
      }
      return result;
    },
  };
};
