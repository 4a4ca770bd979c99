import { randomInt } from 'node:crypto';
import type { Role } from '@site/shared/domain/roles';
import { roleSchema } from '@site/shared/domain/roles';
import { Secret, TOTP } from 'otpauth';
import * as v from 'valibot';
import { countRows } from '../database/page.ts';
import type { Database } from '../database/schema/tables.ts';
import { hashSecret } from '../domain/ids.ts';
import { hasPasskey } from './passkeys.ts';
import type { SecretSeal } from './secret-seal.ts';

const STEP_SECONDS = 30;
const RECOVERY_CODE_COUNT = 10;
/** Letters and digits, without those that are easily confused. */
const CODE_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
/** Length of a recovery code, which gives 118 random bits: too many for a brute-force attack on a stored hash. */
const CODE_LENGTH = 24;
const CODE_GROUP_LENGTH = 4;

/** Result of checking a user's code after the password was correct. An account without a second factor needs no code. */
export type CodeCheck = 'not-needed' | 'missing' | 'wrong' | 'totp' | 'recovery';

const createRecoveryCode = (): string => {
  const createGroup = (): string => Array.from({ length: CODE_GROUP_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');
  return Array.from({ length: CODE_LENGTH / CODE_GROUP_LENGTH }, createGroup).join('-');
};

const normalizeCode = (code: string): string => code.toLowerCase().replaceAll(/[\s-]/g, '');

/** Hashes a recovery code. The hash needs no salt, because codes are random and the user's id is part of the input. */
const hashCode = (userId: string, code: string): string => hashSecret(`recovery code of ${userId}: ${normalizeCode(code)}`);

const rolesSchema = v.fallback(v.pipe(v.string(), v.parseJson(), v.array(roleSchema)), []);

const toTotp = (secret: string, label = '', issuer = ''): TOTP => new TOTP({ secret: Secret.fromBase32(secret), label, issuer, period: STEP_SECONDS });

const removeTotp = async (db: Database, userId: string): Promise<void> => {
  await db.updateTable('users').set({ totp_secret: null, totp_used_step: null }).where('id', '=', userId).execute();
};

export const removeSecondFactors = async (transaction: Database, userId: string): Promise<void> => {
  await removeTotp(transaction, userId);
  await transaction.deleteFrom('passkeys').where('user_id', '=', userId).execute();
  await transaction.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
};

export const createSecondFactors = (db: Database, secretSeal: SecretSeal, now: () => Date) => {
  /** Returns the 30-second step to which a code belongs, or null for a wrong code. The step may differ from the current one by at most one. */
  const findStep = (userId: string, sealedSecret: string, code: string): number | null => {
    const timestamp = now().getTime();
    const secret = secretSeal.open(sealedSecret, userId);
    if (secret === null) return null;
    const delta = toTotp(secret).validate({ token: normalizeCode(code), timestamp, window: 1 });
    return delta === null ? null : Math.floor(timestamp / 1000 / STEP_SECONDS) + delta;
  };

  const countRecoveryCodes = async (userId: string): Promise<number> => {
    const { all } = await countRows(db.selectFrom('recovery_codes').where('user_id', '=', userId));
    return all;
  };

  const getState = async (userId: string): Promise<{ readonly hasTotp: boolean; readonly hasAnyFactor: boolean }> => {
    const user = await db.selectFrom('users').select('totp_secret').where('id', '=', userId).executeTakeFirst();
    const hasTotp = (user?.totp_secret ?? null) !== null;
    return { hasTotp, hasAnyFactor: hasTotp || (await hasPasskey(db, userId)) };
  };

  return {
    countRecoveryCodes,
    getState,
    /** Creates a secret that is not active yet. `sealedSecret` is its stored form. */
    createTotp: (
      { id, email }: { readonly id: string; readonly email: string },
      issuer: string,
    ): { readonly secret: string; readonly uri: string; readonly sealedSecret: string } => {
      const secret = new Secret({ size: 20 }).base32;
      return { secret, uri: toTotp(secret, email, issuer).toString(), sealedSecret: secretSeal.seal(secret, id) };
    },
    isTotpValid: (userId: string, sealedSecret: string, code: string): boolean => findStep(userId, sealedSecret, code) !== null,
    enableTotp: async (userId: string, sealedSecret: string): Promise<void> => {
      await db.updateTable('users').set({ totp_secret: sealedSecret, totp_used_step: null }).where('id', '=', userId).execute();
    },
    disableTotp: (userId: string): Promise<void> => removeTotp(db, userId),
    /** Checks a code and uses it up. Each code works only once. */
    useCode: async (userId: string, code: string | undefined): Promise<CodeCheck> => {
      if (!(await getState(userId)).hasAnyFactor) return 'not-needed';
      if (code === undefined || code === '') return 'missing';
      const user = await db.selectFrom('users').select('totp_secret').where('id', '=', userId).executeTakeFirst();
      const step = user?.totp_secret ? findStep(userId, user.totp_secret, code) : null;
      if (step !== null) {
        // If several requests use a code concurrently, accept only the first one. From then on, reject this code and all codes from earlier steps.
        const updateResult = await db
          .updateTable('users')
          .set({ totp_used_step: step })
          .where('id', '=', userId)
          .where((expression) => expression.or([expression('totp_used_step', 'is', null), expression('totp_used_step', '<', step)]))
          .executeTakeFirst();
        return updateResult.numUpdatedRows === 1n ? 'totp' : 'wrong';
      }
      const deleteResult = await db
        .deleteFrom('recovery_codes')
        .where('code_hash', '=', hashCode(userId, code))
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return deleteResult.numDeletedRows === 1n ? 'recovery' : 'wrong';
    },
    renewRecoveryCodes: async (userId: string): Promise<string[]> => {
      const codes = Array.from({ length: RECOVERY_CODE_COUNT }, createRecoveryCode);
      await db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
        await transaction
          .insertInto('recovery_codes')
          .values(codes.map((code) => ({ code_hash: hashCode(userId, code), user_id: userId })))
          .execute();
      });
      return codes;
    },
    getRequiredRoles: async (): Promise<readonly Role[]> => {
      const row = await db.selectFrom('account_settings').select('value').where('name', '=', 'second-factor-roles').executeTakeFirst();
      return v.parse(rolesSchema, row?.value ?? '[]');
    },
    setRequiredRoles: async (roles: readonly Role[]): Promise<void> => {
      const value = JSON.stringify(roles);
      await db
        .insertInto('account_settings')
        .values({ name: 'second-factor-roles', value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
    },
    /**
     * Seals secrets that an earlier release stored as plain text, unless some secrets were sealed with another key. Returns the number of secrets sealed with
     * another key.
     */
    sealSecrets: async (): Promise<number> => {
      const rows = await db.selectFrom('users').select(['id', 'totp_secret']).where('totp_secret', 'is not', null).execute();
      const storedSecrets = rows.map(({ id, totp_secret: secret }) => ({ id, secret: secret ?? '' }));
      const unreadableSecrets = storedSecrets.filter(({ id, secret }) => secretSeal.open(secret, id) === null);
      if (unreadableSecrets.length > 0) return unreadableSecrets.length;
      for (const { id, secret } of storedSecrets.filter(({ secret }) => !secretSeal.isSealed(secret))) {
        const sealedSecret = secretSeal.seal(secret, id);
        await db.updateTable('users').set({ totp_secret: sealedSecret }).where('id', '=', id).where('totp_secret', '=', secret).execute();
      }
      return 0;
    },
  };
};

export type SecondFactors = ReturnType<typeof createSecondFactors>;
