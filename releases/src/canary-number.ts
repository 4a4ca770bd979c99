import * as v from 'valibot';
import { createSignedToken, readSignedToken } from './signed-token.ts';

/** Number of distinct values, because a canary's share is a percentage. */
export const CANARY_NUMBERS = 100;
const PURPOSE = 'canary-number';
/** Lifetime of the cookie, longer than any canary should run. */
const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

const schema = v.object({ number: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(CANARY_NUMBERS - 1)), issuedAt: v.number() });

/**
 * Creates the cookie value with a visitor's number from 0 to 99, which decides whether the visitor gets a canary. The signature prevents visitors from choosing
 * their number. `now` is a Unix time in milliseconds.
 */
export const createCanaryNumber = (key: Buffer, number: number, now: number): string => createSignedToken(key, PURPOSE, { number, issuedAt: now });

/** Returns the number in the cookie, or undefined unless this host's key has signed the cookie within the last 30 days. */
export const readCanaryNumber = (key: Buffer, cookie: string, now: number): number | undefined => {
  const { success, output } = v.safeParse(schema, readSignedToken(key, PURPOSE, cookie));
  return success && now - output.issuedAt < LIFETIME_MS ? output.number : undefined;
};
