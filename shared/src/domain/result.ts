/** Outcome of an operation that may fail in an expected way. It is returned, never thrown. Narrow it with `if (!result.ok)`. */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

export const success = <T>(value: T): Result<T, never> => ({ ok: true, value });

export const failure = <E>(error: E): Result<never, E> => ({ ok: false, error });
