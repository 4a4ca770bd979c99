import type { Endpoint } from './endpoint.ts';

const KEY_BYTES = 16;

/** Creates a key of 32 hexadecimal digits for one document, so that a request takes effect only once, even if it is repeated because its response was lost. */
export const createIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Adds an idempotency key to an endpoint. Use it only for the endpoints listed in docs/contracts/api.md. */
export const withIdempotencyKey = <E extends Endpoint>(row: E, key: string): E => ({ ...row, headers: { ...row.headers, 'idempotency-key': key } });
