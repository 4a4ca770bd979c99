import type { Canary, RegistryEntry, ReleaseManifest } from './manifest.ts';
import { markBadVersion, type RegistryChange, requireActivatable, requireEntry, requireNotSwept, withEntry } from './registry-changes.ts';
import { ReleaseError } from './release-error.ts';

/** Tolerated rate: even with good versions, faults occur in about 2% of page views because of browser extensions and broken connections. */
const FAULT_RATE = 0.02;

/**
 * Creates a canary that starts now. `share`: percentage of visitors, or 0 for staff only. `views` and `minutes`: minimum values before the canary becomes
 * active automatically.
 */
export const toCanary = (version: string, { share, views, minutes }: Pick<Canary, 'share'> & Omit<Canary['limits'], 'faultRate'>): Canary => ({
  version,
  share,
  since: new Date().toISOString(),
  limits: { faultRate: FAULT_RATE, views, minutes },
});

/** Identifies a canary by its start, so that a late decision about an earlier canary does not affect the current one. */
export type CanaryStart = Pick<Canary, 'version' | 'since'>;

/** Returns the canary of a remote. Throws a ReleaseError if the remote has no canary, or if the `expected` canary has ended. */
export const requireCanary = ({ canary }: RegistryEntry, remote: string, expected?: CanaryStart): Canary => {
  if (canary === undefined) throw new ReleaseError(`${remote} has no canary.`);
  if (expected !== undefined && (canary.version !== expected.version || canary.since !== expected.since))
    throw new ReleaseError(`The canary ${expected.version} of ${remote} has ended.`);
  return canary;
};

/** Serves a version other than the active one to staff and a share of the visitors. Replaces a running canary. */
export const startCanary =
  ({ remote, version, paths }: Pick<ReleaseManifest, 'remote' | 'version' | 'paths'>, canary: Canary): RegistryChange =>
  (content) => {
    const entry = requireEntry(content, remote);
    if (entry.history[0] === version) throw new ReleaseError(`${remote} ${version} is active already.`);
    requireNotSwept(content, { remote, version });
    requireActivatable(content, { remote, version, paths });
    return withEntry(content, remote, { ...entry, canary });
  };

/** Ends a canary: all visitors get the active version. The canary's version is not blocked. */
export const stopCanary =
  (remote: string): RegistryChange =>
  (content) => {
    const entry = requireEntry(content, remote);
    requireCanary(entry, remote);
    const { canary: _stopped, ...rest } = entry;
    return withEntry(content, remote, rest);
  };

/** Ends a canary and blocks its version. */
export const undoCanary =
  (remote: string, expected: CanaryStart, reason: string, at: string): RegistryChange =>
  (content) => {
    requireCanary(requireEntry(content, remote), remote, expected);
    return markBadVersion({ remote, version: expected.version, reason, at })(content);
  };
