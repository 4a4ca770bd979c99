import { SettingError } from '@site/shared/domain/environment';
import { hashPassword, isPasswordWeak } from '../accounts/passwords.ts';
import { hasUsers } from '../database/user-queries.ts';
import { createId, createSecret } from '../domain/ids.ts';
import type { ContentServices } from '../images/change-image.ts';
import { prepareSamples, type Samples } from './seed-samples.ts';

const ADMIN_NAME = 'Administrator';

export interface FirstAccount {
  readonly email: string;
  /** The generated password. Null if the password was configured, because a configured password is never displayed. */
  readonly password: string | null;
}

interface FirstStartOptions {
  readonly adminEmail: string;
  readonly adminPassword: string | undefined;
  readonly samples: Samples | 'none';
}

/**
 * Creates the first staff account and the sample content in a database without users. Uses one transaction, so that an interrupted first start can be repeated.
 */
export const seedFirstStart = async (services: ContentServices, { adminEmail, adminPassword, samples }: FirstStartOptions): Promise<FirstAccount | null> => {
  const { db, now, revision } = services;
  if (await hasUsers(db)) return null;
  const password = adminPassword ?? createSecret().slice(0, 20);
  if (isPasswordWeak(password, { email: adminEmail, name: ADMIN_NAME })) {
    throw new SettingError('ADMIN_PASSWORD is easy to guess: use several unrelated words, or leave it out to have one generated');
  }
  // Hash the password and draw the samples at the same time, because both run on other threads.
  const [passwordHash, insertSamples] = await Promise.all([
    hashPassword(password, 'first start'),
    samples === 'none' ? null : prepareSamples(services, samples),
  ]);
  const timestamp = now().toISOString();
  return revision.write(async (transaction) => {
    // Another provider that shares the database may have created the account first. In that case, only that provider's password is valid.
    if (await hasUsers(transaction)) return null;
    await transaction
      .insertInto('users')
      .values({
        id: createId(),
        name: ADMIN_NAME,
        email: adminEmail,
        role: 'admin',
        password_hash: passwordHash,
        is_disabled: 0,
        created_at: timestamp,
        updated_at: timestamp,
      })
      .execute();
    await insertSamples?.(transaction);
    return { email: adminEmail, password: adminPassword === undefined ? password : null };
  });
};
