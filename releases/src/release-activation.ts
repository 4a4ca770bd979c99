import { type CanaryStart, requireCanary } from './canary-changes.ts';
import type { Registry, RegistryEntry, ReleaseManifest } from './manifest.ts';
import type { PublishedReleases } from './published-releases.ts';
import { activateVersion, markBadVersion, type RegistryContent, requireEntry, rollBackVersion } from './registry-changes.ts';
import type { RegistryStore } from './registry-store.ts';
import { ReleaseError } from './release-error.ts';

interface ActivationOptions {
  readonly registry: Pick<RegistryStore, 'update'>;
  readonly published: Pick<PublishedReleases, 'readManifest' | 'readCompleteRelease' | 'isPublished'>;
}

const now = (): string => new Date().toISOString();

/** Changes the active version of a remote. */
export const createActivation = ({ registry, published }: ActivationOptions) => {
  const { readManifest, readCompleteRelease, isPublished } = published;

  /** Returns the paths that a version declares; empty if its manifest cannot be read. */
  const readDeclaredPaths = async (remote: string, version: string | undefined): Promise<readonly string[]> => {
    if (version === undefined) return [];
    const release = await readManifest(remote, version).catch(() => undefined);
    return release?.paths ?? [];
  };

  const toActivation = async ({ remote, version, paths }: ReleaseManifest, entry: RegistryEntry | undefined) => ({
    remote,
    version,
    declared: paths,
    declaredBefore: await readDeclaredPaths(remote, entry?.history[0]),
  });

  /**
   * Activates a published version; the version before it becomes the last good one. `isExplicit`: the version may be blocked, and paths that it has lost stay
   * with their owners. Otherwise throws a ReleaseError if the version is blocked or declares another remote's path.
   */
  const activate = (release: ReleaseManifest, { isExplicit = false, takesBack = false } = {}): Promise<Registry> =>
    registry.update(async (content) => activateVersion({ ...(await toActivation(release, content.remotes[release.remote])), isExplicit, takesBack })(content));

  /** Activates the canary of a remote. Throws a ReleaseError if the remote has no canary, or if the `expected` canary has ended. */
  const promote = (remote: string, expected?: CanaryStart): Promise<Registry> =>
    registry.update(async (content) => {
      const entry = requireEntry(content, remote);
      const { version } = requireCanary(entry, remote, expected);
      return activateVersion(await toActivation(await readCompleteRelease(remote, version), entry))(content);
    });

  /** Replaces the active version with the newest complete one before it, or with the given version from the history. */
  const rollBackActive = async (content: RegistryContent, remote: string, reason: string, target?: string, by?: string): Promise<RegistryContent> => {
    const entry = requireEntry(content, remote);
    const [active = '', ...older] = entry.history;
    for (const version of older.filter((each) => target === undefined || each === target)) {
      const release = await readCompleteRelease(remote, version).catch(() => undefined);
      if (release !== undefined) return rollBackVersion(await toActivation(release, entry), { remote, version: active, reason, at: now(), by })(content);
    }
    throw new ReleaseError(
      target === undefined ? `There is no version of ${remote} to go back to.` : `There is no version ${target} of ${remote} to go back to.`,
    );
  };

  /**
   * Activates the last good version, or `target` from the history, and blocks the version that was active. `by`: the team that rolls back and can undo the
   * block. Throws a ReleaseError if there is no such version.
   */
  const rollBack = (remote: string, reason = 'rolled back', target?: string, by?: string): Promise<Registry> =>
    registry.update((content) => rollBackActive(content, remote, reason, target, by));

  /** Blocks a version. If it is active, the last good one becomes active. Throws a ReleaseError if there is no other version, or no such version. */
  const markBad = (remote: string, version: string, reason = 'marked by hand'): Promise<Registry> =>
    registry.update(async (content) => {
      const { history } = requireEntry(content, remote);
      if (history[0] === version) return rollBackActive(content, remote, reason);
      if (!history.includes(version) && !(await isPublished(remote, version))) throw new ReleaseError(`There is no version ${version} of ${remote}.`);
      return markBadVersion({ remote, version, reason, at: now() })(content);
    });

  return { activate, promote, rollBack, markBad };
};
