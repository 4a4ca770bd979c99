import type { RequestHeaders } from '@site/shared/contracts/request-headers';
import { isUniqueViolation } from '../database/engine-errors.ts';
import { hashSecret } from '../domain/ids.ts';
import type { Staff } from '../domain/permissions.ts';

/** Returns the stored hash of the key; null if there is none. The hash includes the user's id, so that no user finds what another user has sent. */
export const getSentHash = ({ 'Idempotency-Key': key }: RequestHeaders, { id }: Staff): string | null =>
  key === undefined ? null : hashSecret(JSON.stringify({ key, by: id }));

/** Returns what an earlier request with the same key has created, or else creates it. */
export const createIdempotently = async <T>(find: () => Promise<T | undefined>, create: () => Promise<T>): Promise<T> => {
  const sent = await find();
  if (sent !== undefined) return sent;
  try {
    return await create();
  } catch (reason) {
    // The earlier request, whose client gave up, has been stored in the meantime.
    const stored = isUniqueViolation(reason) ? await find() : undefined;
    if (stored === undefined) throw reason;
    return stored;
  }
};
