import { success } from '@site/shared/domain/result';
import type { HttpClient } from '@site/shared/remote/host-services';
import { createPasskey, requestPasskeyProof } from './passkeys.ts';

const rejectRequest = async () => Promise.reject(new Error('The operation either timed out or was not allowed.'));

jest.mock('@simplewebauthn/browser', () => ({ startRegistration: () => rejectRequest(), startAuthentication: () => rejectRequest() }));

const http = { call: async () => success({ challengeId: 'c1', options: {} }) } as unknown as HttpClient;

describe('a passkey that the user does not confirm', () => {
  it('ACC-08 is not created', async () => {
    expect(await createPasskey({})).toEqual({ ok: false, error: { kind: 'invalid', message: 'No passkey was created. Try again.' } });
  });

  it('ACC-08 does not sign in', async () => {
    const message = 'The passkey sign-in was cancelled. Try again, or sign in another way.';
    expect(await requestPasskeyProof(http)).toEqual({ ok: false, error: { kind: 'invalid', message } });
  });
});
