import type { ApiError } from '@site/shared/contracts/api-error';
import { networkFailure, readRefusal } from '@site/shared/contracts/api-error';
import { login, logout, refresh } from '@site/shared/contracts/auth';
import type { AnswerOf, Endpoint } from '@site/shared/contracts/endpoint';
import { failure, type Result } from '@site/shared/domain/result';
import type { CallInput, HttpClient, Notify } from '@site/shared/remote/host-services';
import redaxios, { type Options } from 'redaxios';
import * as v from 'valibot';
import type { ServerClock } from '../auth/server-clock.ts';
import type { SessionKeeper } from '../auth/session-keeper.ts';
import { createSessionRefresh, type Lock } from './create-session-refresh.ts';
import { readAnswer } from './read-answer.ts';
import { requestPath } from './request-path.ts';

export interface HttpClientOptions {
  /** Where the paths of the endpoint table begin: `/api`, or the provider's absolute address on the server. */
  readonly baseUrl: string;
  readonly session: SessionKeeper;
  readonly notify: Pick<Notify, 'error'>;
  readonly clock: ServerClock;
  readonly lock: Lock;
  readonly fetch?: typeof fetch;
  /** Ends every call; the server's time limit for a page. In the browser there is none (API-16). */
  readonly signal?: AbortSignal;
}

/** A wrong password answers 401 as well: for these three it is an answer about themselves, not about the session. By path: each remote brings its own copy of the table. */
const OUTSIDE_THE_REFRESH_RULE: ReadonlySet<string> = new Set([login.path, refresh.path, logout.path]);

/** What a header may carry. Local storage may hold anything, and `fetch` would throw on it before asking. */
const HEADER_SAFE = /^[\x21-\x7e]+$/;

/** redaxios rejects with a response-like object for a refusal, and with fetch's error when nothing answered. */
const responseSchema = v.object({ status: v.number(), data: v.unknown() });

/** Given up by the page, which wants no word about it; a time limit that ran out is a failure like any other. */
const isGivenUp = (signal: AbortSignal | undefined): boolean =>
  signal?.aborted === true && !(signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError');

/** The one HTTP client of the site: redaxios, with the bearer token, the 401 rule, the toasts and the contract's schemas around it. */
export const createHttpClient = ({ baseUrl, session, notify, clock, lock, fetch: givenFetch, signal: ownSignal }: HttpClientOptions): HttpClient => {
  const request = async <E extends Endpoint>(endpoint: E, input: CallInput<E>, token: string | null): Promise<Result<AnswerOf<E>, ApiError>> => {
    const path = requestPath(endpoint, input.params, input.query);
    if (path === undefined) return failure({ kind: 'not-found', message: '' });
    const signals = [input.signal, ownSignal].filter((signal) => signal !== undefined);
    const bearer = token !== null && HEADER_SAFE.test(token) ? token : null;

    // redaxios hands neither the signal nor the redirect rule on to fetch.
    const send = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
      const response = await (givenFetch ?? fetch)(url, {
        ...init,
        ...(signals.length === 0 ? {} : { signal: signals.length === 1 ? (signals[0] ?? null) : AbortSignal.any(signals) }),
        // A redirect could carry the token to another origin.
        ...(bearer === null ? {} : { redirect: 'error' as const }),
      });
      // Only answers that no cache keeps tell the time.
      if (endpoint.path.startsWith('/auth/')) clock.heard(response.headers.get('date'));
      return response;
    };

    const options: Options = {
      url: `${baseUrl}${path}`,
      method: endpoint.method,
      headers: { accept: 'application/json', ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }) },
      // `body` is an object by every schema that a call may have, or FormData.
      ...(input.body === undefined ? {} : { data: input.body as object }),
      fetch: send,
    };
    try {
      const response = v.parse(responseSchema, await redaxios(options));
      return readAnswer(endpoint, response.status, response.data);
    } catch (error) {
      const refused = v.safeParse(responseSchema, error);
      return refused.success ? failure(readRefusal(refused.output.status, refused.output.data)) : networkFailure;
    }
  };

  /** ERR-01, ERR-02: the network's failure and 5xx raise one toast per call, anything else none. */
  const report = <T>(result: Result<T, ApiError>, { silent, signal }: Pick<CallInput<Endpoint>, 'silent' | 'signal'>): Result<T, ApiError> => {
    if (result.ok || silent || isGivenUp(signal)) return result;
    if (result.error.kind === 'network' || result.error.kind === 'server') notify.error(result.error.message || 'An error occurred');
    return result;
  };

  const renewToken = createSessionRefresh({
    session,
    lock,
    askForTokens: async (refreshToken) => report(await request(refresh, { body: { refreshToken } }, session.current().token), {}),
  });

  const requestSignedIn = async <E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Result<AnswerOf<E>, ApiError>> => {
    const { token } = session.current();
    const first = await request(endpoint, input, token);
    if (first.ok || first.error.kind !== 'unauthorized' || OUTSIDE_THE_REFRESH_RULE.has(endpoint.path)) return first;

    const renewed = await renewToken(token);
    if (renewed.ok) return request(endpoint, input, renewed.value);
    // What everybody may read must not be lost with a session that has ended.
    if (endpoint.access === 'public' && endpoint.method === 'GET' && token !== null) return request(endpoint, input, null);
    return renewed;
  };

  return { call: async (endpoint, input = {}) => report(await requestSignedIn(endpoint, input), input) };
};
