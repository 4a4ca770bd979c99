import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { isUniqueViolation } from '../database/engine-errors.ts';
import { hashSecret } from '../domain/ids.ts';
import type { Staff } from '../domain/permissions.ts';
import { HttpError } from './errors.ts';

/** Of the client: the same for the same document, however often it is sent. */
const idempotencyKey = v.optional(v.pipe(v.string(), v.regex(/^[\w-]{16,100}$/)));

/** The key of a request that may be sent again because its response was lost; undefined without one. */
export const readIdempotencyKey = ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined => {
  const key = v.safeParse(idempotencyKey, headers['idempotency-key']);
  if (!key.success) throw new HttpError(400, 'The header Idempotency-Key must have 16 to 100 letters, digits, hyphens or underscores.');
  return key.output;
};

/** What is stored of the key; null without one. Nobody finds what somebody else has sent. */
export const readSentHash = (request: Pick<FastifyRequest, 'headers'>, { id }: Staff): string | null => {
  const key = readIdempotencyKey(request);
  return key === undefined ? null : hashSecret(JSON.stringify({ key, by: id }));
};

/** What an earlier request with the same key has created, or else what this one creates. */
export const createOnce = async <T>(find: () => Promise<T | undefined>, create: () => Promise<T>): Promise<T> => {
  const sent = await find();
  if (sent !== undefined) return sent;
  try {
    return await create();
  } catch (reason) {
    // The request before it, whose client has given up, is stored meanwhile.
    const stored = isUniqueViolation(reason) ? await find() : undefined;
    if (stored === undefined) throw reason;
    return stored;
  }
};
