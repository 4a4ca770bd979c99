/** The header of a signed copy: its edition and the signature, in Base64. */
export const COPY_HEADER = 'x-signed-copy';

/** Algorithm parameters for `crypto.subtle`. */
export const COPY_ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
