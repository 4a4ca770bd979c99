/**
 * Stands in for the federation runtime's snapshot handler in the browser build (rspack.shared.ts): snapshots describe remotes by manifest files,
 * which this site does not have. The runtime only asks it for its hooks and forgets manifests in it.
 */
export class SnapshotHandler {
  readonly hooks = { applyPlugin: () => undefined };
  readonly manifestCache = new Map<string, unknown>();
}

/** What is known of a remote from snapshots: nothing. */
export const getGlobalRemoteInfo = () => ({});
