import type { SignInLimits } from '../limits/sign-in-limits.ts';
import type { AccountEventListener } from './account-events.ts';
import type { CodeCheck, SecondFactors } from './second-factors.ts';

interface CodeServices {
  readonly signInLimits: Pick<SignInLimits, 'beginCode'>;
  readonly secondFactors: Pick<SecondFactors, 'useCode'>;
  readonly accountEvents: { readonly raise: AccountEventListener };
}

/**
 * Checks and uses up a code from a user who has already proven their identity with a password or link. Wrong codes are limited across all IP addresses, and the
 * owner is emailed when the limit is reached. Known devices and password links (`deviceId`) are counted separately, so that a stranger with the password cannot
 * lock out the owner. Throws when the limit is exceeded.
 */
export const consumeCode = async (
  { signInLimits, secondFactors, accountEvents }: CodeServices,
  userId: string,
  code: string | undefined,
  deviceId: string | null,
): Promise<CodeCheck> => {
  if (code === undefined || code === '') return secondFactors.useCode(userId, code);
  const attempt = await signInLimits.beginCode(userId, deviceId);
  const check = await secondFactors.useCode(userId, code);
  if (check !== 'wrong') await attempt.undo();
  else if (attempt.isLast) await accountEvents.raise({ kind: 'codes-guessed', userId });
  return check;
};
