import type { Endpoint } from './endpoint.ts';

const KEY_BYTES = 16;

/** A key of one document: a request that is sent again with it, because its response was lost, is carried out once. 32 hexadecimal digits. */
export const createIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The call with the key; for the calls that docs/contracts/api.md names. */
export const withIdempotencyKey = <E extends Endpoint>(row: E, key: string): E => ({ ...row, headers: { ...row.headers, 'idempotency-key': key } });
