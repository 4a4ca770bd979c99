/** True for the operating system's errors of these codes, such as `ENOENT`. */
export const hasErrorCode = (error: unknown, ...codes: readonly string[]): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);

/** The message of a thrown value. */
export const getErrorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** With the stack where there is one, for the log. */
export const describeError = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
