/** The message of whatever was thrown. */
export const getErrorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** With the stack where there is one, for the log. */
export const describeError = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
