import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Selectable } from 'kysely';
import * as v from 'valibot';
import type { Database, Tables } from '../database/schema/tables.ts';
import { ValidationError } from '../domain/errors.ts';
import type { Challenges } from './challenges.ts';

export type PasskeyRow = Selectable<Tables['passkeys']>;

/** WebAuthn relying party. Passkeys work on the host name `id` and its subdomains. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
  readonly name: string;
}

interface Owner {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

type WebAuthnJson = Readonly<Record<string, unknown>>;

const transportsSchema = v.fallback(v.pipe(v.string(), v.parseJson(), v.array(v.string())), []);
const readTransports = (text: string): AuthenticatorTransport[] => v.parse(transportsSchema, text) as AuthenticatorTransport[];

const reject = (message: string): never => {
  throw new ValidationError({}, message);
};
const UNKNOWN_PASSKEY = 'This passkey is not registered here. Use another passkey, or your password.';

export const hasPasskey = async (db: Database, userId: string): Promise<boolean> =>
  (await db.selectFrom('passkeys').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst()) !== undefined;

export const createPasskeys = (db: Database, challenges: Challenges, now: () => Date) => {
  const list = (userId: string): Promise<readonly PasskeyRow[]> =>
    db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('created_at').execute();

  return {
    list,
    prepare: async (site: RelyingParty, owner: Owner): Promise<WebAuthnJson> => {
      const existingPasskeys = await list(owner.id);
      const options = await generateRegistrationOptions({
        rpID: site.id,
        rpName: site.name,
        userID: new Uint8Array(Buffer.from(owner.id)),
        userName: owner.email,
        userDisplayName: owner.name,
        attestationType: 'none',
        // Lets the user sign in without entering a user name. The passkey proves two factors: possession, and a fingerprint or PIN.
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        excludeCredentials: existingPasskeys.map(({ id, transports }) => ({ id, transports: readTransports(transports) })),
      });
      await challenges.create('passkey', owner.id, options.challenge);
      return { ...options };
    },
    add: async (site: RelyingParty, userId: string, name: string, response: WebAuthnJson): Promise<PasskeyRow> => {
      const challenge = (await challenges.take('passkey', { userId })) ?? reject('That took too long. Try again.');
      const result = await verifyRegistrationResponse({
        response: response as unknown as RegistrationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: site.origin,
        expectedRPID: site.id,
      }).catch(() => null);
      if (result === null || !result.verified) return reject('The passkey could not be added. Try again.');
      const { credential } = result.registrationInfo;
      return db
        .insertInto('passkeys')
        .values({
          id: credential.id,
          user_id: userId,
          name,
          public_key: Buffer.from(credential.publicKey).toString('base64url'),
          counter: credential.counter,
          transports: JSON.stringify(credential.transports ?? []),
          created_at: now().toISOString(),
          last_used_at: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
    },
    remove: async (userId: string, id: string): Promise<boolean> => {
      const deleteResult = await db.deleteFrom('passkeys').where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();
      return deleteResult.numDeletedRows === 1n;
    },
    prepareSignIn: async (site: RelyingParty): Promise<{ readonly challengeId: string; readonly options: WebAuthnJson }> => {
      const options = await generateAuthenticationOptions({ rpID: site.id, userVerification: 'required' });
      return { challengeId: await challenges.create('passkey-sign-in', null, options.challenge), options: { ...options } };
    },
    /** Returns the id of the user whose passkey signed the challenge. Throws a ValidationError if verification fails. */
    verify: async (site: RelyingParty, challengeId: string, response: WebAuthnJson): Promise<string> => {
      const challenge = (await challenges.take('passkey-sign-in', { id: challengeId })) ?? reject('That took too long. Try again.');
      const id = typeof response.id === 'string' ? response.id : '';
      const row = (await db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst()) ?? reject(UNKNOWN_PASSKEY);
      const result = await verifyAuthenticationResponse({
        response: response as unknown as AuthenticationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: site.origin,
        expectedRPID: site.id,
        credential: {
          id: row.id,
          publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
          counter: row.counter,
          transports: readTransports(row.transports),
        },
      }).catch(() => null);
      if (result === null || !result.verified) return reject(UNKNOWN_PASSKEY);
      await db
        .updateTable('passkeys')
        .set({ counter: result.authenticationInfo.newCounter, last_used_at: now().toISOString() })
        .where('id', '=', row.id)
        .execute();
      return row.user_id;
    },
  };
};
