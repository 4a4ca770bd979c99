import type { ApiError } from '@site/shared/contracts/api-error';
import { getMe, logout, refresh } from '@site/shared/contracts/auth';
import type { ResponseOf } from '@site/shared/contracts/endpoint';
import type { User } from '@site/shared/contracts/user';
import { failure, type Result, success } from '@site/shared/domain/result';
import type { HttpClient } from '@site/shared/remote/host-services';
import { createHttpClient, type HttpClientOptions } from '@site/shared/remote/http-client';
import type { SessionStorage } from '../auth/session-storage.ts';
import type { ServerClock } from '../auth/token-expiry.ts';

const LOCK_NAME = 'session-refresh';

export type Lock = <T>(task: () => Promise<T>) => Promise<T>;

/** Creates a lock across tabs with `navigator.locks`, which browsers lack on pages over plain HTTP. Without it, tabs do not wait for each other. */
export const createTabLock = (locks: LockManager | undefined): Lock => {
  if (locks === undefined) return (task) => task();
  return (task) => locks.request(LOCK_NAME, () => task());
};

interface SessionRefreshOptions {
  readonly session: SessionStorage;
  readonly fetchTokens: (refreshToken: string) => Promise<Result<ResponseOf<typeof refresh>, ApiError>>;
  readonly lock: Lock;
}

const unauthorized = (message: string): Result<never, ApiError> => failure({ kind: 'unauthorized', message, status: 401 });

/**
 * Creates the function that refreshes tokens (AUTH-07). The returned function takes the rejected token and resolves with a token to try instead. Refresh tokens
 * work only once, so requests that were rejected together share a single refresh, across all tabs. A failed refresh ends the session.
 */
const createSessionRefresh = ({ session, fetchTokens, lock }: SessionRefreshOptions) => {
  let pending: Promise<Result<string, ApiError>> | undefined;

  const getRenewedToken = (rejectedToken: string | null): string | undefined => {
    const { token } = session.read();
    return token !== null && token !== rejectedToken ? token : undefined;
  };

  const run = async (rejectedToken: string | null): Promise<Result<string, ApiError>> => {
    const renewedToken = getRenewedToken(rejectedToken);
    if (renewedToken !== undefined) return success(renewedToken);
    const { refreshToken } = session.read();
    if (refreshToken === null) {
      session.clear();
      return unauthorized('No refresh token available');
    }

    const result = await fetchTokens(refreshToken);
    // If the session has ended or a new session has started, in this tab or another tab, that change wins.
    if (session.read().refreshToken !== refreshToken) {
      const token = getRenewedToken(rejectedToken);
      return token === undefined ? unauthorized('Authentication failed') : success(token);
    }
    if (result.ok && result.value.token) {
      session.renew({ token: result.value.token, refreshToken: result.value.refreshToken });
      return success(result.value.token);
    }
    session.clear();
    return unauthorized(result.ok || result.error.kind === 'unexpected' ? 'Invalid token in response' : 'Authentication failed');
  };

  return (rejectedToken: string | null): Promise<Result<string, ApiError>> => {
    const renewedToken = getRenewedToken(rejectedToken);
    if (pending === undefined && renewedToken !== undefined) return Promise.resolve(success(renewedToken));
    pending ??= lock(() => run(rejectedToken)).finally(() => {
      pending = undefined;
    });
    return pending;
  };
};

interface SessionHttpClientOptions extends Pick<HttpClientOptions, 'baseUrl' | 'notify' | 'fetch' | 'signal'> {
  readonly session: SessionStorage;
  readonly clock: ServerClock;
  readonly lock: Lock;
}

/**
 * Creates the site's HTTP client with this device's session. It sends the token with every request, and requests that were rejected together share one refresh.
 */
export const createSessionHttpClient = ({ session, clock, lock, ...options }: SessionHttpClientOptions): HttpClient => {
  const http: HttpClient = createHttpClient({
    ...options,
    getToken: () => session.read().token,
    renewToken: createSessionRefresh({ session, lock, fetchTokens: (refreshToken) => http.call(refresh, { body: { refreshToken } }) }),
    onServerDate: clock.sync,
  });
  return http;
};

/** Ends the session at the provider. An error does not affect the device (AUTH-02). */
export const endSession = (http: HttpClient): Promise<unknown> => http.call(logout, { silent: true });

/** Returns the signed-in user according to the provider, or null if the request fails (AUTH-04). */
export const fetchUser = async (http: HttpClient): Promise<User | null> => {
  const result = await http.call(getMe);
  return result.ok ? result.value.user : null;
};
