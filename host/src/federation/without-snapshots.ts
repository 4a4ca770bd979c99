/**
 * Replaces the federation runtime's snapshot handler in the browser build (rspack.shared.ts): snapshots describe remotes by manifest files,
 * which this site does not have. The runtime only reads its hooks and clears its cache.
 */
export class SnapshotHandler {
  readonly hooks = { applyPlugin: () => undefined };
  readonly manifestCache = new Map<string, unknown>();
}

/** Snapshots contain no information about any remote. */
export const getGlobalRemoteInfo = () => ({});
