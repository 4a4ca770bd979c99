import * as v from 'valibot';
import { failure, type Result } from '../domain/result.ts';
import type { ApiError, ApiErrorKind } from './api-error.ts';

const messageSchema = v.object({ message: v.string(), errors: v.fallback(v.optional(v.record(v.string(), v.string())), undefined) });

const kindOf = (status: number): ApiErrorKind => {
  if (status >= 500) return 'server';
  switch (status) {
    case 401:
      return 'unauthorized';
    case 403:
      return 'forbidden';
    case 404:
      return 'not-found';
    case 409:
    case 412:
      return 'conflict';
    case 400:
    case 422:
      return 'invalid';
    case 429:
      return 'too-many';
    default:
      return 'unexpected';
  }
};

/** Nothing answered. */
export const networkFailure: Result<never, ApiError> = failure({ kind: 'network', message: '' });

/** A refused call: the server's words when its body has them, whatever else it holds. */
export const readRefusal = (status: number, body: unknown): ApiError => {
  const said = v.safeParse(messageSchema, body);
  const { message, errors } = said.success ? said.output : { message: '', errors: undefined };
  return { kind: kindOf(status), message, status, ...(errors === undefined ? {} : { errors }) };
};
