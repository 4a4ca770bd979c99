import type { RequestHeaders } from '@site/shared/contracts/request-headers';
import { isUniqueViolation } from '../database/engine-errors.ts';
import { hashSecret } from '../domain/ids.ts';
import type { Staff } from '../domain/permissions.ts';

/** Returns the stored hash of the key, or null if there is none. The hash includes the user's id, so that users cannot find each other's requests. */
export const getIdempotencyHash = ({ 'Idempotency-Key': key }: RequestHeaders, { id }: Staff): string | null =>
  key === undefined ? null : hashSecret(JSON.stringify({ key, by: id }));

/** Returns the result of an earlier request with the same key, or else creates it. */
export const createIdempotently = async <T>(find: () => Promise<T | undefined>, create: () => Promise<T>): Promise<T> => {
  const sent = await find();
  if (sent !== undefined) return sent;
  try {
    return await create();
  } catch (reason) {
    // Meanwhile, an earlier request whose client gave up has been stored.
    const stored = isUniqueViolation(reason) ? await find() : undefined;
    if (stored === undefined) throw reason;
    return stored;
  }
};
