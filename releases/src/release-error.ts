/** A command that failed; its message is shown to the user. Nothing has been changed. */
export class ReleaseError extends Error {}

/** A command that cannot be understood, or that names something unknown. */
export class UsageError extends ReleaseError {}
