import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { HttpError } from './errors.ts';

/** Of the client: the same for the same document, however often it is sent. */
const idempotencyKey = v.optional(v.pipe(v.string(), v.regex(/^[\w-]{16,100}$/)));

/** The key of a request that may be sent again because its response was lost; undefined without one. */
export const readIdempotencyKey = ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined => {
  const key = v.safeParse(idempotencyKey, headers['idempotency-key']);
  if (!key.success) throw new HttpError(400, 'The header Idempotency-Key must have 16 to 100 letters, digits, hyphens or underscores.');
  return key.output;
};
