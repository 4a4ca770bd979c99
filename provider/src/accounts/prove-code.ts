import type { AccountEventListener } from './account-events.ts';
import type { CodeCheck, SecondFactors } from './second-factors.ts';
import type { LoginThrottle } from './throttling.ts';

interface ProofServices {
  readonly throttle: Pick<LoginThrottle, 'beginCode'>;
  readonly secondFactors: Pick<SecondFactors, 'useCode'>;
  readonly accountEvents: { readonly raise: AccountEventListener };
}

/**
 * Uses a code of somebody who has proven the account in another way, by its password or a link. Wrong codes have a limit of their own, from all addresses together, and its
 * owner learns when it is reached: somebody has their password. A device that is known (`deviceId`) counts for itself. Throws beyond the limit.
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
