import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { isUniqueViolation } from '../database/engine-errors.ts';
import { hashSecret } from '../domain/ids.ts';
import type { Staff } from '../domain/permissions.ts';
import { HttpError } from './errors.ts';

/** Key that the client chooses. It stays the same for the same document, however often the request is sent. */
const idempotencyKey = v.optional(v.pipe(v.string(), v.regex(/^[\w-]{16,100}$/)));

/** Reads the key of a request that may be sent again because its response was lost; undefined if there is none. */
export const readIdempotencyKey = ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined => {
  const key = v.safeParse(idempotencyKey, headers['idempotency-key']);
  if (!key.success) throw new HttpError(400, 'The header Idempotency-Key must have 16 to 100 letters, digits, hyphens or underscores.');
  return key.output;
};

/** Returns the stored hash of the key; null if there is none. The hash includes the user's id, so that no user finds what another user has sent. */
export const readSentHash = (request: Pick<FastifyRequest, 'headers'>, { id }: Staff): string | null => {
  const key = readIdempotencyKey(request);
  return key === undefined ? null : hashSecret(JSON.stringify({ key, by: id }));
};

/** Returns what an earlier request with the same key has created, or else creates it. */
export const createOnce = async <T>(find: () => Promise<T | undefined>, create: () => Promise<T>): Promise<T> => {
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
