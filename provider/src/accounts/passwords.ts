import { hash, verify } from '@node-rs/argon2';
import { createConcurrencyLimit } from '../domain/concurrency-limit.ts';

/** 64 MiB and three passes: about 50 ms per guess (RFC 9106, second recommended option). */
const COST = { memoryCost: 65536, timeCost: 3, parallelism: 1 };

// Each hash takes 64 MiB, so a flood of sign-ins is queued.
const limit = createConcurrencyLimit(2, 64);

export const hashPassword = (password: string): Promise<string> => limit.run(() => hash(password, COST));

let decoy: Promise<string> | undefined;

/** Does the same work when there is no such account, so that the response time reveals nothing. */
export const isPasswordCorrect = async (passwordHash: string | null | undefined, password: string): Promise<boolean> => {
  decoy ??= hashPassword('no account has this password');
  const against = passwordHash ?? (await decoy);
  const isCorrect = await limit.run(() => verify(against, password));
  return isCorrect && passwordHash !== null && passwordHash !== undefined;
};
