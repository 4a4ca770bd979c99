import type { Notify } from '@site/shared/remote/host-services';
import { createServerClock } from '../auth/server-clock.ts';
import { createSessionKeeper, type SessionKeeper } from '../auth/session-keeper.ts';
import { createHttpClient } from '../services/create-http-client.ts';
import { createTabLock, type Lock } from '../services/create-session-refresh.ts';

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly authorization: string | null;
  readonly body: unknown;
  readonly signal: AbortSignal | null | undefined;
}

export type Answer = (request: SeenRequest) => Response | Promise<Response>;

export const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(status === 204 ? null : JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

/** A `fetch` that a test answers, and every request that it saw. */
export const fakeProvider = (answer: Answer) => {
  const requests: SeenRequest[] = [];
  const fakeFetch: typeof fetch = async (url, init) => {
    const seen = {
      method: init?.method ?? 'GET',
      url: String(url),
      authorization: new Headers(init?.headers).get('authorization'),
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : init?.body,
      signal: init?.signal,
    };
    requests.push(seen);
    init?.signal?.throwIfAborted();
    return answer(seen);
  };
  return { fetch: fakeFetch, requests, paths: () => requests.map(({ method, url }) => `${method} ${url}`) };
};

/** A JWT as far as a browser can tell; times in milliseconds. */
export const fakeToken = (payload: Readonly<Record<string, unknown>>): string =>
  `${btoa('{"alg":"HS256"}')}.${btoa(JSON.stringify(payload)).replaceAll('=', '')}.signature`;

export const tokenUntil = (expiresAtMs: number, note = ''): string => fakeToken({ exp: expiresAtMs / 1000, note });

export interface TestClientOptions {
  readonly session?: SessionKeeper;
  readonly lock?: Lock;
  readonly signal?: AbortSignal;
  readonly baseUrl?: string;
}

/** The real client in front of a fake provider, with its toasts. */
export const testClient = (
  answer: Answer,
  { session = createSessionKeeper(undefined), lock = createTabLock(undefined), signal, baseUrl = '/api' }: TestClientOptions = {},
) => {
  const provider = fakeProvider(answer);
  const toasts: string[] = [];
  const notify: Pick<Notify, 'error'> = { error: (message) => toasts.push(message) };
  const clock = createServerClock(Date.now);
  const http = createHttpClient({ baseUrl, session, notify, clock, lock, fetch: provider.fetch, ...(signal === undefined ? {} : { signal }) });
  return { http, session, clock, toasts, ...provider };
};
