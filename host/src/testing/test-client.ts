import type { Notify } from '@site/shared/remote/host-services';
import { fakeProvider, type Respond } from '@site/shared/testing/fake-provider';
import { createSessionStorage, type SessionStorage } from '../auth/session-storage.ts';
import { createServerClock } from '../auth/token-expiry.ts';
import { createSessionHttpClient, createTabLock, type Lock } from '../services/session-http-client.ts';

/** Creates a JWT with an invalid signature, because browsers do not check signatures. Times are in milliseconds. */
export const fakeToken = (payload: Readonly<Record<string, unknown>>): string =>
  `${btoa('{"alg":"HS256"}')}.${btoa(JSON.stringify(payload)).replaceAll('=', '')}.signature`;

export const tokenExpiringAt = (expiresAtMs: number, note = ''): string => fakeToken({ exp: expiresAtMs / 1000, note });

interface TestClientOptions {
  readonly session?: SessionStorage;
  readonly lock?: Lock;
  readonly signal?: AbortSignal;
  readonly baseUrl?: string;
}

export const testClient = (
  respond: Respond,
  { session = createSessionStorage(undefined), lock = createTabLock(undefined), signal, baseUrl = '/api' }: TestClientOptions = {},
) => {
  const provider = fakeProvider(respond);
  const toasts: string[] = [];
  const notify: Pick<Notify, 'error'> = { error: (message) => toasts.push(message) };
  const clock = createServerClock(Date.now);
  const http = createSessionHttpClient({ baseUrl, session, notify, clock, lock, fetch: provider.fetch, ...(signal === undefined ? {} : { signal }) });
  return { http, session, clock, toasts, ...provider };
};
