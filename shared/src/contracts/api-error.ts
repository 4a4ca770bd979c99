import * as v from 'valibot';
import { failure, type Result } from '../domain/result.ts';

/** Body of every error response (NS-09): `errors` by field name; after an edit conflict, `savedBy` names the account that saved first. */
export const errorBodySchema = v.object({
  message: v.string(),
  errors: v.optional(v.record(v.string(), v.string())),
  savedBy: v.optional(v.string()),
});

/**
 * Reason why a request failed, as a closed union:
 * `network` no response · `server` 5xx · `unauthorized` 401 · `forbidden` 403 · `not-found` 404 or a response whose `data` is null
 * · `conflict` 409/412 · `invalid` 400/422, with `errors` by field · `too-many` 429 · `unexpected` any other status or a response of the wrong shape.
 */
export type ApiErrorKind = 'network' | 'server' | 'unauthorized' | 'forbidden' | 'not-found' | 'conflict' | 'invalid' | 'too-many' | 'unexpected';

export interface ApiError {
  readonly kind: ApiErrorKind;
  /** Message from the server; '' if it sent none. */
  readonly message: string;
  readonly status?: number;
  readonly errors?: Readonly<Record<string, string>>;
  /** Name of the account that saved first; set after an edit conflict. */
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

export const networkFailure: Result<never, ApiError> = failure({ kind: 'network', message: '' });

/** Converts an error response. Keeps the server's message even if the rest of the body is invalid. */
export const toApiError = (status: number, body: unknown): ApiError => {
  const parsed = v.safeParse(messageSchema, body);
  const { message, errors, savedBy } = parsed.success ? parsed.output : { message: '', errors: undefined, savedBy: undefined };
  return { kind: getKind(status), message, status, ...(errors === undefined ? {} : { errors }), ...(savedBy === undefined ? {} : { savedBy }) };
};
