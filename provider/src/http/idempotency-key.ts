import type { RequestHeaders } from '@site/shared/contracts/request-headers';
import { isUniqueViolation } from '../database/engine-errors.ts';
import { hashSecret } from '../domain/ids.ts';
import type { Staff } from '../domain/permissions.ts';

/** Returns the hash under which the key is stored, or null without a key. The hash includes the user's id, so that users cannot find each other's requests. */
export const getIdempotencyHash = ({ 'Idempotency-Key': key }: RequestHeaders, { id }: Staff): string | null =>
  key === undefined ? null : hashSecret(JSON.stringify({ key, by: id }));

/** Returns the result of an earlier request with the same key. If there was none, runs `create` and returns its result. */
export const createIdempotently = async <T>(find: () => Promise<T | undefined>, create: () => Promise<T>): Promise<T> => {
  const previousRow = await find();
  if (previousRow !== undefined) return previousRow;
  try {
    return await create();
  } catch (reason) {
    // An earlier request with the same key, whose client gave up waiting, may have stored its result in the meantime.
    const existingRow = isUniqueViolation(reason) ? await find() : undefined;
    if (existingRow === undefined) throw reason;
    return existingRow;
  }
};
