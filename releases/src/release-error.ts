/** Error for a rejected command, which has changed nothing. The message is shown to the user. */
export class ReleaseError extends Error {}

/** Error for an invalid command, or a command that names something unknown. */
export class UsageError extends ReleaseError {}
