import * as v from 'valibot';

/** Body of every refused call (NS-09): `{ message, errors? }`, `errors` by field name. */
export const errorBodySchema = v.object({
  message: v.string(),
  errors: v.optional(v.record(v.string(), v.string())),
});

/**
 * Why a call failed, as a closed union:
 * `network` nothing answered · `server` 5xx · `unauthorized` 401 · `forbidden` 403 · `not-found` 404 or an answer whose `data` is null
 * · `conflict` 409/412 · `invalid` 400/422, with `errors` by field · `too-many` 429 · `unexpected` any other status or an answer of the wrong shape.
 */
export type ApiErrorKind = 'network' | 'server' | 'unauthorized' | 'forbidden' | 'not-found' | 'conflict' | 'invalid' | 'too-many' | 'unexpected';

export interface ApiError {
  readonly kind: ApiErrorKind;
  /** The server's own words, or '' when it said nothing. */
  readonly message: string;
  /** HTTP status, when something answered. */
  readonly status?: number;
  readonly errors?: Readonly<Record<string, string>>;
}
