import { refresh } from '@site/shared/contracts/auth';
import type { HttpClient } from '@site/shared/remote/host-services';
import { createHttpClient, type HttpClientOptions } from '@site/shared/remote/http-client';
import type { ServerClock } from '../auth/server-clock.ts';
import type { SessionKeeper } from '../auth/session-keeper.ts';
import { createSessionRefresh, type Lock } from './create-session-refresh.ts';

export interface SessionHttpClientOptions extends Pick<HttpClientOptions, 'baseUrl' | 'notify' | 'fetch' | 'signal'> {
  readonly session: SessionKeeper;
  readonly clock: ServerClock;
  readonly lock: Lock;
}

/** The site's HTTP client with the session of this device: its token on every call, one refresh for all calls that were rejected together. */
export const createSessionHttpClient = ({ session, clock, lock, ...options }: SessionHttpClientOptions): HttpClient => {
  const http: HttpClient = createHttpClient({
    ...options,
    getToken: () => session.current().token,
    renewToken: createSessionRefresh({ session, lock, askForTokens: (refreshToken) => http.call(refresh, { body: { refreshToken } }) }),
    onServerDate: clock.heard,
  });
  return http;
};
