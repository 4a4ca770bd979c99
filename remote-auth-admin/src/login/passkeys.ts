import type { ApiError } from '@site/shared/contracts/api-error';
import { preparePasskeySignIn } from '@site/shared/contracts/second-factor';
import { failure, type Result, success } from '@site/shared/domain/result';
import type { HttpClient } from '@site/shared/remote/host-services';

/** Whether the browser offers passkeys here: only over HTTPS or on localhost, and only for host names, not for IP addresses. */
export const canUsePasskeys = (): boolean =>
  typeof window !== 'undefined' && 'PublicKeyCredential' in window && window.isSecureContext && !/^[\d.]+$|^\[/.test(window.location.hostname);

const loadLibrary = () => import(/* webpackChunkName: "passkeys" */ '@simplewebauthn/browser');
type Library = Awaited<ReturnType<typeof loadLibrary>>;
type Options<Name extends 'startAuthentication' | 'startRegistration'> = Parameters<Library[Name]>[0]['optionsJSON'];

type WebAuthnJson = Record<string, unknown>;

/** Asks the browser to sign the provider's challenge with an authenticator. Fails with `message` if the user does not confirm. */
const requestProof = async (ask: (library: Library) => Promise<object>, message: string): Promise<Result<WebAuthnJson, ApiError>> => {
  try {
    return success({ ...(await ask(await loadLibrary())) });
  } catch {
    // The user cancelled, the request timed out, or there is no passkey for this site. Browsers do not say which.
    return failure({ kind: 'invalid', message });
  }
};

/** Creates a passkey. `options` comes from the provider, and the library passes it to the browser. */
export const createPasskey = (options: WebAuthnJson): Promise<Result<WebAuthnJson, ApiError>> =>
  requestProof(
    ({ startRegistration }) => startRegistration({ optionsJSON: options as unknown as Options<'startRegistration'> }),
    'No passkey was created. Try again.',
  );

export interface PasskeyProof {
  readonly challengeId: string;
  readonly response: WebAuthnJson;
}

/** Asks for a passkey for this site. The provider checks the proof. */
export const requestPasskeyProof = async (http: HttpClient): Promise<Result<PasskeyProof, ApiError>> => {
  const preparation = await http.call(preparePasskeySignIn, { silent: true });
  if (!preparation.ok) return preparation;
  const { challengeId, options } = preparation.value;
  const response = await requestProof(
    ({ startAuthentication }) => startAuthentication({ optionsJSON: options as unknown as Options<'startAuthentication'> }),
    'The passkey sign-in was cancelled. Try again, or sign in another way.',
  );
  return response.ok ? success({ challengeId, response: response.value }) : response;
};
