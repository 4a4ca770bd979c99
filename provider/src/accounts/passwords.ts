import { hash, verify } from '@node-rs/argon2';
import { createConcurrencyLimit } from '../domain/concurrency-limit.ts';

/** 64 MiB and three passes: about 50 ms of work for us, and as much for everyone who guesses (RFC 9106, second recommended option). */
const COST = { memoryCost: 65536, timeCost: 3, parallelism: 1 };

// Each run takes 64 MiB, so a flood of sign-ins waits in line and not in memory.
const queue = createConcurrencyLimit(2, 64);

export const hashPassword = (password: string): Promise<string> => queue.run(() => hash(password, COST));

let decoy: Promise<string> | undefined;

/** Does the same work when there is no such account, so that the time of the answer says nothing. */
export const isPasswordCorrect = async (passwordHash: string | null | undefined, password: string): Promise<boolean> => {
  decoy ??= hashPassword('no account has this password');
  const against = passwordHash ?? (await decoy);
  const isRight = await queue.run(() => verify(against, password));
  return isRight && passwordHash !== null && passwordHash !== undefined;
};
