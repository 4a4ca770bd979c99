import type { ApiError } from '@site/shared/contracts/api-error';
import { type Credentials, login } from '@site/shared/contracts/auth';
import type { Endpoint } from '@site/shared/contracts/endpoint';
import { signInWithPasskey } from '@site/shared/contracts/second-factor';
import type { User } from '@site/shared/contracts/user';
import { failure, type Result, success } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';
import type { PasskeyProof } from './passkeys.ts';

/** Requests a session that is bound to a cookie, unless the browser blocks cookies. */
export const withBinding = <Row extends Endpoint>(row: Row): Row => (navigator.cookieEnabled ? row : { ...row, headers: {} });

/**
 * Signs in with a password (LOGIN-10): calls the provider, and stores the session on success. On failure, `message` is the server's message, or "Login failed"
 * if there is none (LOGIN-04). The call itself shows no toast.
 */
export const signIn = async ({ http, auth }: Pick<HostServices, 'http' | 'auth'>, credentials: Credentials): Promise<Result<User, ApiError>> => {
  const response = await http.call(withBinding(login), { body: credentials, silent: true });
  if (!response.ok) return failure({ ...response.error, message: response.error.message || 'Login failed' });
  auth.getState().start(response.value);
  return success(response.value.user);
};

/** Signs in with a passkey. Needs no second factor, because using a passkey requires both the device and a fingerprint or PIN. */
export const signInByPasskey = async (
  { http, auth }: Pick<HostServices, 'http' | 'auth'>,
  proof: PasskeyProof,
  isRemembered: boolean,
): Promise<Result<User, ApiError>> => {
  const response = await http.call(withBinding(signInWithPasskey), { body: { ...proof, remember: isRemembered }, silent: true });
  if (!response.ok) return response;
  auth.getState().start(response.value);
  return success(response.value.user);
};
