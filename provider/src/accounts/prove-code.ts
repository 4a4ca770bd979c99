import type { AccountEventListener } from './account-events.ts';
import type { CodeCheck, SecondFactors } from './second-factors.ts';
import type { LoginThrottle } from './throttling.ts';

interface ProofServices {
  readonly throttle: Pick<LoginThrottle, 'beginCode'>;
  readonly secondFactors: Pick<SecondFactors, 'useCode'>;
  readonly accountEvents: { readonly raise: AccountEventListener };
}

/**
 * Uses a code of a person who has proven the account in another way, by its password or a link. Wrong codes have a separate limit, for all addresses together, and the
 * owner gets an email when it is reached. A known device and the links that set a password (`deviceId`) are counted separately: a stranger with the password cannot
 * block the owner's way to a new one. Throws beyond the limit.
 */
export const proveCode = async (
  { throttle, secondFactors, accountEvents }: ProofServices,
  userId: string,
  code: string | undefined,
  deviceId: string | null,
): Promise<CodeCheck> => {
  if (code === undefined || code === '') return secondFactors.useCode(userId, code);
  const attempt = await throttle.beginCode(userId, deviceId);
  const check = await secondFactors.useCode(userId, code);
  if (check !== 'wrong') await attempt.undo();
  else if (attempt.isLast) await accountEvents.raise({ kind: 'codes-guessed', userId });
  return check;
};
