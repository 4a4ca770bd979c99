import * as v from 'valibot';
import { failure, type Result } from '../domain/result.ts';

/** Body of every error response (NS-09): `{ message, errors?, savedBy? }`, `errors` by field name; `savedBy` names the account that saved first, after an edit conflict. */
export const errorBodySchema = v.object({
  message: v.string(),
  errors: v.optional(v.record(v.string(), v.string())),
  savedBy: v.optional(v.string()),
});

/**
 * Why a call failed, as a closed union:
 * `network` no response · `server` 5xx · `unauthorized` 401 · `forbidden` 403 · `not-found` 404 or a response whose `data` is null
 * · `conflict` 409/412 · `invalid` 400/422, with `errors` by field · `too-many` 429 · `unexpected` any other status or a response of the wrong shape.
 */
export type ApiErrorKind = 'network' | 'server' | 'unauthorized' | 'forbidden' | 'not-found' | 'conflict' | 'invalid' | 'too-many' | 'unexpected';

export interface ApiError {
  readonly kind: ApiErrorKind;
  /** The server's own message, or '' when it sent none. */
  readonly message: string;
  /** HTTP status, when there was a response. */
  readonly status?: number;
  readonly errors?: Readonly<Record<string, string>>;
  /** After an edit conflict: the name of the account that saved first. */
  readonly savedBy?: string;
}

const messageSchema = v.object({
  message: v.string(),
  errors: v.fallback(errorBodySchema.entries.errors, undefined),
  savedBy: v.fallback(errorBodySchema.entries.savedBy, undefined),
});

const getKind = (status: number): ApiErrorKind => {
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

/** No response at all. */
export const networkFailure: Result<never, ApiError> = failure({ kind: 'network', message: '' });

/** The error of a response: with the server's message when the body has one, whatever else is in it. */
export const toApiError = (status: number, body: unknown): ApiError => {
  const parsed = v.safeParse(messageSchema, body);
  const { message, errors, savedBy } = parsed.success ? parsed.output : { message: '', errors: undefined, savedBy: undefined };
  return { kind: getKind(status), message, status, ...(errors === undefined ? {} : { errors }), ...(savedBy === undefined ? {} : { savedBy }) };
};
