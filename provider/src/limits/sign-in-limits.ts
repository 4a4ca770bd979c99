import { getAddressKey } from '@site/shared/domain/client-address';
import type { Database } from '../database/schema/tables.ts';
import { hashSecret } from '../domain/ids.ts';
import { getPeoplePerAddress } from './address-limit.ts';
import { type Count, createSharedCounts, toRateLimitedError } from './counts.ts';

const LOGIN_WINDOW_MS = 15 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Failed sign-ins allowed within a window. Successful sign-ins do not count. */
const LOGIN_LIMITS = { accountFromAddress: 8, address: 40, account: 80 } as const;
/** Failed sign-ins allowed within a day, against an attacker who stays just below the limit of each window. */
const DAILY_LIMITS = { accountFromAddress: 40, account: 320 } as const;

/** Wrong second-factor codes allowed per day. The chance that one of 10 guesses is right is 1 in 30,000. */
const CODES_PER_DAY = 10;

interface FailureCount extends Count {
  /** Whether the count covers only this client. A successful sign-in resets it. */
  readonly isOwn: boolean;
}

const listCounts = (email: string, address: string, deviceId: string | null): readonly FailureCount[] => {
  const client = getAddressKey(address);
  const own = deviceId === null ? `account ${email} from ${client}` : `device ${deviceId} of ${email}`;
  const inWindow = (text: string, limit: number) => ({ key: hashSecret(text), limit, windowMs: LOGIN_WINDOW_MS });
  const inDay = (text: string, limit: number) => ({ key: hashSecret(`day of ${text}`), limit, windowMs: DAY_MS });
  const ofClient = [
    { ...inWindow(own, LOGIN_LIMITS.accountFromAddress), isOwn: true, hasBackOff: true },
    { ...inDay(own, DAILY_LIMITS.accountFromAddress), isOwn: true },
  ];
  if (deviceId !== null) return ofClient;
  const shared = [
    inWindow(`address ${client}`, LOGIN_LIMITS.address * getPeoplePerAddress(address)),
    inWindow(`account ${email}`, LOGIN_LIMITS.account),
    inDay(`account ${email}`, DAILY_LIMITS.account),
  ];
  return [...ofClient, ...shared.map((count) => ({ ...count, isOwn: false }))];
};

/** Limits guesses of passwords and codes, at all providers together. */
export const createSignInLimits = (db: Database, now: () => Date) => {
  const counts = createSharedCounts(db, now);

  /** Counts an attempt before it is checked, so that simultaneous guesses cannot all pass. Throws after too many attempts. */
  const begin = async (attempt: readonly FailureCount[]) => {
    let isLast = false;
    for (const [index, count] of attempt.entries()) {
      const { used, endsAt } = await counts.add(count);
      isLast ||= used === count.limit;
      if (used <= count.limit) continue;
      await counts.takeBack(attempt.slice(0, index + 1));
      throw toRateLimitedError(endsAt, now());
    }
    return {
      /** Whether no further attempt is allowed after this one. */
      isLast,
      /** Removes the attempt from the failures, and resets the failures of this client. */
      succeed: async (): Promise<void> => {
        await counts.reset(attempt.filter(({ isOwn }) => isOwn));
        await counts.takeBack(attempt.filter(({ isOwn }) => !isOwn));
      },
      /** Removes the attempt from the failures, because nothing was guessed wrong and no user is signed in yet. */
      undo: (): Promise<void> => counts.takeBack(attempt),
    };
  };

  return {
    /**
     * Counts a sign-in attempt, in the same way for accounts that do not exist. A device that the account has used before (`deviceId`) has its own count, so that guesses by
     * strangers do not lock it out.
     */
    begin: (email: string, address: string, deviceId: string | null) => begin(listCounts(email, address, deviceId)),
    /** Counts a second-factor code of a user who knows the password, across all IP addresses, within a day. */
    beginCode: (userId: string, deviceId: string | null) => {
      const key = hashSecret(deviceId === null ? `code of ${userId}` : `code of ${userId} on ${deviceId}`);
      return begin([{ key, limit: CODES_PER_DAY, windowMs: DAY_MS, isOwn: false }]);
    },
  };
};

export type SignInLimits = ReturnType<typeof createSignInLimits>;
