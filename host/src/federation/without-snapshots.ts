/**
 * Replaces the federation runtime's snapshot handler in the browser build (rspack.shared.ts). Snapshots describe remotes by manifest files, which this site
 * does not have. The runtime only reads the handler's hooks and clears its cache.
 */
export class SnapshotHandler {
  readonly hooks = { applyPlugin: () => undefined };
  readonly manifestCache = new Map<string, unknown>();
}

export const getGlobalRemoteInfo = () => ({});
