import redaxios, { type Options } from 'redaxios';
import * as v from 'valibot';
import { type ApiError, networkFailure, toApiError } from '../contracts/api-error.ts';
import { login, logout, refresh } from '../contracts/auth.ts';
import type { Endpoint, ResponseOf } from '../contracts/endpoint.ts';
import { lenientArray } from '../contracts/pagination.ts';
import { failure, type Result, success } from '../domain/result.ts';
import type { CallInput, HttpClient, Notify } from './host-services.ts';

export interface HttpClientOptions {
  /** Base of the endpoint paths: `/api` in the browser, the provider's absolute URL on the server. */
  readonly baseUrl: string;
  readonly notify: Pick<Notify, 'error'>;
  /** Returns the current bearer token, or null without a session. */
  getToken(): string | null;
  /**
   * Returns a new token to replace the token that the provider rejected (AUTH-07), or the error. The function may use this client, which never refreshes the
   * token for a refresh call.
   */
  renewToken?(rejected: string | null): Promise<Result<string, ApiError>>;
  /** Called with the `Date` header of responses that no cache stores. */
  onServerDate?(date: string | null): void;
  /** Default: the global `fetch` at the time of the call. */
  readonly fetch?: typeof fetch;
  /** Aborts every call. The server uses this signal to limit the time for a page; the browser has no time limit (API-16). */
  readonly signal?: AbortSignal;
}

/**
 * Endpoints whose 401 concerns the request, for example a wrong password, and not the session. They are compared by path, because each remote has its
 * own copy of the table.
 */
const PATHS_WITHOUT_RENEWAL: ReadonlySet<string> = new Set([login.path, refresh.path, logout.path]);

/** Characters that a header may contain. Local storage may contain any text, and `fetch` would throw before sending the request. */
const SAFE_HEADER_VALUE = /^[\x21-\x7e]+$/;

/** Part of a redaxios rejection. For an error status, redaxios rejects with a response-like object; without a response, with fetch's error. */
const responseSchema = v.object({ status: v.number(), data: v.unknown() });

/** Whether the page aborted the call, which raises no toast. A timeout is an ordinary failure. */
const isCancelled = (signal: AbortSignal | undefined): boolean =>
  signal?.aborted === true && !(signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError');

/**
 * Returns the path and query of a call. Undefined if a parameter is empty or consists of dots: browsers resolve `.` and `..` even if they are encoded, so the
 * URL would have a different path.
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
    for (const item of Array.isArray(value) ? value : [value]) if (item !== undefined && item !== null) search.append(name, String(item));
  }
  return search.size === 0 ? path : `${path}?${search}`;
};

/** Returns the payload of a body: `{ data: payload }`, or a bare list if the provider sends one. */
const getPayload = (endpoint: Endpoint, body: unknown): unknown => {
  if (endpoint.envelope === 'bare') return body === '' ? {} : body;
  if (Array.isArray(body)) return body;
  return typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined;
};

/** Returns a list with its page information, which is absent if the server does not paginate. */
const toPage = (payload: unknown, body: unknown): unknown =>
  Array.isArray(payload) ? { items: payload, page: typeof body === 'object' && body !== null && 'page' in body ? body.page : null } : payload;

const isListSchema = (schema: v.GenericSchema): schema is v.ArraySchema<v.GenericSchema, undefined> => schema.type === 'array';

/** Returns the payload of a successful response after checking it against the endpoint's schema. A response without data means not found. */
const readResponse = <E extends Endpoint>(endpoint: E, status: number, body: unknown): Result<ResponseOf<E>, ApiError> => {
  // The body is incomplete, because the connection was lost.
  if (body === undefined) return networkFailure;
  const payload = getPayload(endpoint, body);
  const schema = endpoint.response;
  const parsed = v.safeParse(
    isListSchema(schema) && Array.isArray(payload) ? lenientArray(schema.item) : schema,
    endpoint.envelope === 'page' ? toPage(payload, body) : payload,
  );
  // `ResponseOf` is the output type of the endpoint's own schema.
  if (parsed.success) return success(parsed.output as ResponseOf<E>);
  const isEmptyPayload = typeof body === 'object' && (payload === null || payload === undefined);
  return failure({ kind: isEmptyPayload ? 'not-found' : 'unexpected', message: '', status });
};

/** Creates the site's HTTP client: redaxios with the bearer token, the 401 rule, toasts and the schemas of the contract. */
export const createHttpClient = ({ baseUrl, notify, getToken, renewToken, onServerDate, ...options }: HttpClientOptions): HttpClient => {
  const request = async <E extends Endpoint>(endpoint: E, input: CallInput<E>, token: string | null): Promise<Result<ResponseOf<E>, ApiError>> => {
    const path = getRequestPath(endpoint, input.params, input.query);
    if (path === undefined) return failure({ kind: 'not-found', message: '' });
    const { onUploadProgress } = input;
    const signals = [input.signal, options.signal].filter((signal) => signal !== undefined);
    const bearerToken = token !== null && SAFE_HEADER_VALUE.test(token) ? token : null;

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
        ...(bearerToken === null ? {} : { redirect: 'error' as const }),
      });
      // No cache stores the responses of these endpoints, so their dates are current.
      if (endpoint.path.startsWith('/auth/')) onServerDate?.(response.headers.get('date'));
      return response;
    };

    const request: Options = {
      url: `${baseUrl}${path}`,
      method: endpoint.method,
      headers: { ...endpoint.headers, accept: 'application/json', ...(bearerToken === null ? {} : { authorization: `Bearer ${bearerToken}` }) },
      // Every request schema describes an object, and FormData is one too.
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

  const requestWithRenewal = async <E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Result<ResponseOf<E>, ApiError>> => {
    const token = getToken();
    const first = await request(endpoint, input, token);
    if (renewToken === undefined || first.ok || first.error.kind !== 'unauthorized' || PATHS_WITHOUT_RENEWAL.has(endpoint.path)) return first;

    const renewal = await renewToken(token);
    if (renewal.ok) return request(endpoint, input, renewal.value);
    // Public content must stay readable after the session has ended.
    if (endpoint.access === 'public' && endpoint.method === 'GET' && token !== null) return request(endpoint, input, null);
    return renewal;
  };

  return {
    call: async (endpoint, input = {}) => {
      const result = await requestWithRenewal(endpoint, input);
      // ERR-01, ERR-02: network failures and 5xx raise one toast per call; other errors raise no toast.
      if (!result.ok && !input.silent && !isCancelled(input.signal) && (result.error.kind === 'network' || result.error.kind === 'server')) {
        notify.error(result.error.message || 'An error occurred');
      }
      return result;
    },
  };
};
