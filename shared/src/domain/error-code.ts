/** The `code` of an error of Node, a driver or a framework, such as `ENOENT`; '' when it has none. */
export const getErrorCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : '';

export const hasErrorCode = (error: unknown, ...codes: readonly string[]): boolean => codes.includes(getErrorCode(error));

/** The message of a thrown value. */
export const getErrorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** With the stack where there is one, for the log. */
export const describeError = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
