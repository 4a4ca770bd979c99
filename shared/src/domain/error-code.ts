/** Returns the `code` of an error from Node, a driver or a framework, for example `ENOENT`; '' if it has none. */
export const getErrorCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : '';

export const hasErrorCode = (error: unknown, ...codes: readonly string[]): boolean => codes.includes(getErrorCode(error));

export const getErrorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const describeError = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
