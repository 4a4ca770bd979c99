import { hashPassword } from '../auth/passwords.ts';
import { createId, createSecret } from '../database/ids.ts';
import { hasUsers } from '../repositories/users.ts';
import type { Services } from '../services.ts';
import { prepareSamples } from './seed-samples.ts';

export interface FirstAccount {
  readonly email: string;
  readonly password: string;
}

/** Makes the first staff account when there is none, and fills a new database with the sample content: both or neither, so that an interrupted first start can be repeated. */
export const seedFirstStart = async (services: Services, hasSamples: boolean): Promise<FirstAccount | null> => {
  const { db, environment, now, revision } = services;
  if (await hasUsers(db)) return null;
  const password = environment.adminPassword ?? createSecret().slice(0, 20);
  const passwordHash = await hashPassword(password);
  const insertSamples = hasSamples ? await prepareSamples(services) : null;
  const moment = now().toISOString();
  return revision.write(async (transaction) => {
    // Another provider on the same database may have been faster: then its password is the right one.
    if (await hasUsers(transaction)) return null;
    await transaction
      .insertInto('users')
      .values({
        id: createId(),
        name: 'Administrator',
        email: environment.adminEmail,
        role: 'admin',
        password_hash: passwordHash,
        is_disabled: 0,
        created_at: moment,
        updated_at: moment,
      })
      .execute();
    await insertSamples?.(transaction);
    return { email: environment.adminEmail, password };
  });
};
