import { getAddressKey } from '@site/shared/domain/client-address';
import type { Database } from '../database/schema/tables.ts';
import { hashSecret } from '../domain/ids.ts';
import { getUsersPerAddress } from './address-limit.ts';
import { type Count, createSharedCounts, toRateLimitedError } from './counts.ts';

const LOGIN_WINDOW_MS = 15 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Maximum number of failed sign-ins within a window. Successful sign-ins are not counted. */
const LOGIN_LIMITS = { accountFromAddress: 8, address: 40, account: 80 } as const;
/** Maximum number of failed sign-ins per day, to stop an attacker who stays just below the limit of each window. */
const DAILY_LIMITS = { accountFromAddress: 40, account: 320 } as const;

/** Maximum number of wrong second-factor codes per day. The probability of guessing a code in 10 attempts is 1 in 30,000. */
const CODES_PER_DAY = 10;

interface FailureCount extends Count {
  /** Whether the count applies to this client only. Such a count is reset by a successful sign-in. */
  readonly isClientOnly: boolean;
}

const listCounts = (email: string, address: string, deviceId: string | null): readonly FailureCount[] => {
  const client = getAddressKey(address);
  const clientKey = deviceId === null ? `account ${email} from ${client}` : `device ${deviceId} of ${email}`;
  const createWindowCount = (text: string, limit: number) => ({ key: hashSecret(text), limit, windowMs: LOGIN_WINDOW_MS });
  const createDayCount = (text: string, limit: number) => ({ key: hashSecret(`day of ${text}`), limit, windowMs: DAY_MS });
  const clientCounts = [
    { ...createWindowCount(clientKey, LOGIN_LIMITS.accountFromAddress), isClientOnly: true, hasBackOff: true },
    { ...createDayCount(clientKey, DAILY_LIMITS.accountFromAddress), isClientOnly: true },
  ];
  if (deviceId !== null) return clientCounts;
  const sharedCounts = [
    createWindowCount(`address ${client}`, LOGIN_LIMITS.address * getUsersPerAddress(address)),
    createWindowCount(`account ${email}`, LOGIN_LIMITS.account),
    createDayCount(`account ${email}`, DAILY_LIMITS.account),
  ];
  return [...clientCounts, ...sharedCounts.map((count) => ({ ...count, isClientOnly: false }))];
};

export const createSignInLimits = (db: Database, now: () => Date) => {
  const counts = createSharedCounts(db, now);

  /** Counts an attempt before it is checked, so that concurrent guesses cannot all pass. Throws after too many attempts. */
  const begin = async (attempt: readonly FailureCount[]) => {
    let isLastAttempt = false;
    for (const [index, count] of attempt.entries()) {
      const { used, endsAt } = await counts.add(count);
      isLastAttempt ||= used === count.limit;
      if (used <= count.limit) continue;
      await counts.undo(attempt.slice(0, index + 1));
      throw toRateLimitedError(endsAt, now());
    }
    return {
      isLast: isLastAttempt,
      /** Removes this attempt from the failures, and resets this client's counts. */
      succeed: async (): Promise<void> => {
        await counts.reset(attempt.filter(({ isClientOnly }) => isClientOnly));
        await counts.undo(attempt.filter(({ isClientOnly }) => !isClientOnly));
      },
      /** Removes this attempt from the failures, but keeps earlier ones. Call this for a correct guess that does not complete the sign-in. */
      undo: (): Promise<void> => counts.undo(attempt),
    };
  };

  return {
    /**
     * Counts a sign-in attempt, even for an account that does not exist. A device that the account has used before (`deviceId`) is counted separately, so that
     * guesses by strangers do not lock it out.
     */
    begin: (email: string, address: string, deviceId: string | null) => begin(listCounts(email, address, deviceId)),
    /** Counts a second-factor code entered by a user who knows the password, per day and across all IP addresses. */
    beginCode: (userId: string, deviceId: string | null) => {
      const key = hashSecret(deviceId === null ? `code of ${userId}` : `code of ${userId} on ${deviceId}`);
      return begin([{ key, limit: CODES_PER_DAY, windowMs: DAY_MS, isClientOnly: false }]);
    },
  };
};

export type SignInLimits = ReturnType<typeof createSignInLimits>;
