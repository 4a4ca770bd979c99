import type { ApiError } from '@site/shared/contracts/api-error';
import type { refresh } from '@site/shared/contracts/auth';
import type { AnswerOf } from '@site/shared/contracts/endpoint';
import { failure, type Result, success } from '@site/shared/domain/result';
import type { SessionKeeper } from '../auth/session-keeper.ts';

const LOCK_NAME = 'session-refresh';

/** Runs one task at a time across the tabs of this site. */
export type Lock = <T>(task: () => Promise<T>) => Promise<T>;

/** `navigator.locks` where there is one (pages over plain http have none); else a tab only minds itself. */
export const createTabLock = (locks: LockManager | undefined): Lock => {
  if (locks === undefined) return (task) => task();
  return (task) => locks.request(LOCK_NAME, () => task());
};

export interface SessionRefreshOptions {
  readonly session: SessionKeeper;
  /** The call itself. */
  readonly askForTokens: (refreshToken: string) => Promise<Result<AnswerOf<typeof refresh>, ApiError>>;
  readonly lock: Lock;
}

const notSignedIn = (message: string): Result<never, ApiError> => failure({ kind: 'unauthorized', message, status: 401 });

/**
 * The refresh of AUTH-07: returns a function that takes the token that was refused and gives one to try instead. However many calls were
 * refused together, in however many tabs, the provider is asked once: its refresh tokens work once. A refresh that fails ends the session.
 */
export const createSessionRefresh = ({ session, askForTokens, lock }: SessionRefreshOptions) => {
  let running: Promise<Result<string, ApiError>> | undefined;

  const renewedMeanwhile = (refused: string | null): string | undefined => {
    const { token } = session.current();
    return token !== null && token !== refused ? token : undefined;
  };

  const run = async (refused: string | null): Promise<Result<string, ApiError>> => {
    const renewed = renewedMeanwhile(refused);
    if (renewed !== undefined) return success(renewed);
    const { refreshToken } = session.current();
    if (refreshToken === null) {
      session.forget();
      return notSignedIn('No refresh token available');
    }

    const answer = await askForTokens(refreshToken);
    // Somebody signed out or in while we waited: what they did stands.
    if (session.current().refreshToken !== refreshToken) {
      const token = renewedMeanwhile(refused);
      return token === undefined ? notSignedIn('Authentication failed') : success(token);
    }
    if (answer.ok && answer.value.token) {
      session.renew({ token: answer.value.token, refreshToken: answer.value.refreshToken });
      return success(answer.value.token);
    }
    session.forget();
    return notSignedIn(answer.ok || answer.error.kind === 'unexpected' ? 'Invalid token in response' : 'Authentication failed');
  };

  return (refused: string | null): Promise<Result<string, ApiError>> => {
    const renewed = renewedMeanwhile(refused);
    if (running === undefined && renewed !== undefined) return Promise.resolve(success(renewed));
    running ??= lock(() => run(refused)).finally(() => {
      running = undefined;
    });
    return running;
  };
};
