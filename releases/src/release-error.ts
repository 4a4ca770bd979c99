/** A command that failed; its message is shown to the user. Nothing has been changed. */
export class ReleaseError extends Error {}
