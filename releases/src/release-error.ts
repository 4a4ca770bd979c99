/** Error for a command that was rejected without changing anything. The message is shown to the user. */
export class ReleaseError extends Error {}

/** Error for an invalid command, or a command that names something unknown. */
export class UsageError extends ReleaseError {}
