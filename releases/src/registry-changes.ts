import type { Registry, RegistryEntry, ReleaseManifest } from './manifest.ts';
import { claimPaths, requireFreePath, requireOwnPaths } from './path-ownership.ts';
import { ReleaseError } from './release-error.ts';

/** The active version, and the twenty before it, to each of which a rollback is possible. */
const HISTORY_LIMIT = 21;
const BAD_LIMIT = 100;

export type RegistryContent = Omit<Registry, 'generation'>;
/** A change to the registry. Throws a ReleaseError when it is not allowed. */
export type RegistryChange = (content: RegistryContent) => RegistryContent;

export const requireEntry = ({ remotes }: Pick<Registry, 'remotes'>, remote: string): RegistryEntry => {
  const entry = remotes[remote];
  if (entry === undefined) throw new ReleaseError(`There is no remote "${remote}".`);
  return entry;
};

const withEntry = (content: RegistryContent, remote: string, entry: RegistryEntry): RegistryContent => {
  const { [remote]: _replaced, ...removed } = content.removed;
  return { ...content, remotes: { ...content.remotes, [remote]: entry }, removed };
};

/** The command that activates any version. */
export const toActivateCommand = (remote: string, version: string): string => `npm run releases -- activate ${remote} ${version}`;

/** Throws a ReleaseError when a release may not become active: it is marked as bad, or declares another remote's path. */
export const requireActivatable = (
  { remotes, removed }: RegistryContent,
  { remote, version, paths }: Pick<ReleaseManifest, 'remote' | 'version' | 'paths'>,
): void => {
  const mark = (remotes[remote] ?? removed[remote])?.bad.find((each) => each.version === version);
  if (mark !== undefined)
    throw new ReleaseError(`${remote} ${version} is bad since ${mark.at} (${mark.reason}). To activate it anyway: ${toActivateCommand(remote, version)}`);
  requireOwnPaths(remotes, remote, paths);
};

/** Throws a ReleaseError while retention removes the files of a version. */
export const requireNotSwept = ({ sweep }: Pick<Registry, 'sweep'>, { remote, version }: Pick<ReleaseManifest, 'remote' | 'version'>): void => {
  if (sweep?.versions.includes(`${remote}/${version}`))
    throw new ReleaseError(`The files of ${remote} ${version} are being removed, because nothing has used them for a while. Release it again in a minute.`);
};

interface Activation {
  readonly remote: string;
  readonly version: string;
  /** The paths that the version declares, and those that the active one does. */
  readonly declared: RegistryEntry['paths'];
  readonly declaredBefore: readonly string[];
  /** True for a command that names the version: it may be a bad one, and paths that it has lost since stay with their owners. */
  readonly isExplicit?: boolean;
}

/** Makes a version the active one; the version before it becomes the last good one. */
export const activateVersion =
  ({ remote, version, declared, declaredBefore, isExplicit = false }: Activation): RegistryChange =>
  (content) => {
    requireNotSwept(content, { remote, version });
    if (!isExplicit) requireActivatable(content, { remote, version, paths: declared });
    const entry = content.remotes[remote];
    const bad = (entry ?? content.removed[remote])?.bad ?? [];
    const paths = claimPaths({ owners: content.remotes, remote, declared, declaredBefore });
    if (entry === undefined && paths.length === 0) throw new ReleaseError(`Every path of ${remote} belongs to another remote by now: ${declared.join(' ')}`);
    const history = [version, ...(entry?.history ?? []).filter((old) => old !== version)].slice(0, HISTORY_LIMIT);
    return withEntry(content, remote, { paths, history, bad: bad.filter((each) => each.version !== version) });
  };

interface BadMark {
  readonly remote: string;
  readonly version: string;
  readonly reason: string;
  /** ISO-8601 timestamp. */
  readonly at: string;
}

/** Removes a version from the history and remembers it as a bad one. */
export const markBadVersion =
  ({ remote, version, reason, at }: BadMark): RegistryChange =>
  (content) => {
    const entry = requireEntry(content, remote);
    const history = entry.history.filter((old) => old !== version);
    if (history.length === 0) throw new ReleaseError(`There is no version of ${remote} to go back to.`);
    const bad = [{ version, at, reason }, ...entry.bad.filter((old) => old.version !== version)].slice(0, BAD_LIMIT);
    return withEntry(content, remote, { ...entry, history, bad });
  };

/** Leaves the active version for `target`, and marks it as bad. */
export const rollBackVersion =
  (target: Omit<Activation, 'isExplicit'>, mark: BadMark): RegistryChange =>
  (content) => {
    if (content.remotes[mark.remote]?.history[0] !== mark.version)
      throw new ReleaseError(`${mark.remote} ${mark.version} is no longer active. Nothing is rolled back.`);
    return markBadVersion(mark)(activateVersion({ ...target, isExplicit: true })(content));
  };

/** Removes a remote: its paths become free, and its bad versions stay known. */
export const removeRemote =
  (remote: string, at: string): RegistryChange =>
  (content) => {
    const entry = requireEntry(content, remote);
    const { [remote]: _removed, ...remotes } = content.remotes;
    return { ...content, remotes, removed: { ...content.removed, [remote]: { ...entry, at } } };
  };

export const PATH_ACTIONS = ['add', 'remove', 'move'] as const;
export type PathAction = (typeof PATH_ACTIONS)[number];

/** An administrator's change of the owned paths: `move` takes the path from its owner. */
export const changePaths =
  (remote: string, action: PathAction, path: string): RegistryChange =>
  (content) => {
    const entry = requireEntry(content, remote);
    const without = ({ paths, ...rest }: RegistryEntry): RegistryEntry => ({ ...rest, paths: paths.filter((own) => own !== path) });
    if (action === 'remove') {
      if (!entry.paths.includes(path)) throw new ReleaseError(`${remote} does not own "${path}". It owns: ${entry.paths.join(' ')}`);
      return withEntry(content, remote, without(entry));
    }
    const remotes =
      action === 'add'
        ? content.remotes
        : Object.fromEntries(Object.entries(content.remotes).map(([name, other]) => [name, name === remote ? other : without(other)]));
    requireFreePath(remotes, path, remote);
    return withEntry({ ...content, remotes }, remote, { ...entry, paths: [...new Set([...entry.paths, path])] });
  };
