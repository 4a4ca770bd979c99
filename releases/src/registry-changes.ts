import type { Registry, RegistryEntry, ReleaseManifest } from './manifest.ts';
import { claimPaths, getOwners, requireFreePath, requireOwnPaths } from './path-ownership.ts';
import { ReleaseError } from './release-error.ts';

/** Length of the history: the active version and twenty earlier versions, each of which allows a rollback. */
const HISTORY_LIMIT = 21;
const BAD_LIMIT = 100;

export type RegistryContent = Omit<Registry, 'generation'>;
/** A change to the registry. Throws a ReleaseError if the change is not allowed. */
export type RegistryChange = (content: RegistryContent) => RegistryContent;

export const requireEntry = ({ remotes }: Pick<Registry, 'remotes'>, remote: string): RegistryEntry => {
  const entry = remotes[remote];
  if (entry === undefined) throw new ReleaseError(`There is no remote "${remote}".`);
  return entry;
};

export const withEntry = (content: RegistryContent, remote: string, entry: RegistryEntry): RegistryContent => {
  const { [remote]: _replaced, ...removed } = content.removed;
  return { ...content, remotes: { ...content.remotes, [remote]: entry }, removed };
};

const withoutRegistration = (content: RegistryContent, remote: string): RegistryContent => {
  if (content.registered === undefined) return content;
  const { [remote]: _released, ...registered } = content.registered;
  return { ...content, registered };
};

/** Throws a ReleaseError while a remote is frozen. */
export const requireNotFrozen = (remote: string, entry: Pick<RegistryEntry, 'frozen'> | undefined): void => {
  if (entry?.frozen !== undefined)
    throw new ReleaseError(`${remote} is frozen since ${entry.frozen.at} by ${entry.frozen.by}: ${entry.frozen.reason}. Unfreeze it first.`);
};

/** Returns the command that activates any version, either on the server or for a remote site. */
export const toActivateCommand = (remote: string, version: string, site?: string): string =>
  `npm run releases -- activate ${remote} ${version}${site === undefined ? '' : ` --to ${site}`}`;

/**
 * Throws a ReleaseError if a release must not become active, because it is blocked or declares another remote's path. `takesBack`: the team names the version
 * explicitly, which overrides a block that comes from the team's own rollback.
 */
export const requireActivatable = (
  content: RegistryContent,
  { remote, version, paths }: Pick<ReleaseManifest, 'remote' | 'version' | 'paths'>,
  { takesBack = false } = {},
): void => {
  const { remotes, removed } = content;
  requireNotFrozen(remote, remotes[remote]);
  const mark = (remotes[remote] ?? removed[remote])?.bad.find((each) => each.version === version);
  if (mark !== undefined && !(takesBack && mark.by !== undefined))
    throw new ReleaseError(
      `${remote} ${version} is blocked since ${mark.at} (${mark.reason}). An administrator can activate it on the server: ${toActivateCommand(remote, version)}`,
    );
  requireOwnPaths(getOwners(content), remote, paths);
};

/** Throws a ReleaseError while retention removes the files of a version. */
export const requireNotSwept = ({ sweep }: Pick<Registry, 'sweep'>, { remote, version }: Pick<ReleaseManifest, 'remote' | 'version'>): void => {
  if (sweep?.versions.includes(`${remote}/${version}`))
    throw new ReleaseError(`The files of ${remote} ${version} are being removed, because nothing has used them for a while. Release it again in a minute.`);
};

interface Activation {
  readonly remote: string;
  readonly version: string;
  /** Paths that the version declares, and paths that the active version declares. */
  readonly declared: RegistryEntry['paths'];
  readonly declaredBefore: readonly string[];
  /** True for a command that names the version. The version may then be blocked, and paths that it has since lost stay with their owners. */
  readonly isExplicit?: boolean;
  /** See `requireActivatable`. */
  readonly takesBack?: boolean;
}

/** Activates a version; the version before it becomes the last good one. Ends the remote's canary, because it was compared with another version. */
export const activateVersion =
  ({ remote, version, declared, declaredBefore, isExplicit = false, takesBack = false }: Activation): RegistryChange =>
  (content) => {
    requireNotSwept(content, { remote, version });
    if (!isExplicit) requireActivatable(content, { remote, version, paths: declared }, { takesBack });
    const entry = content.remotes[remote];
    requireNotFrozen(remote, entry);
    const bad = (entry ?? content.removed[remote])?.bad ?? [];
    const paths = claimPaths({ owners: getOwners(content), remote, declared, declaredBefore });
    if (entry === undefined && paths.length === 0) throw new ReleaseError(`Every path of ${remote} belongs to another remote by now: ${declared.join(' ')}`);
    const history = [version, ...(entry?.history ?? []).filter((old) => old !== version)].slice(0, HISTORY_LIMIT);
    return withEntry(withoutRegistration(content, remote), remote, { paths, history, bad: bad.filter((each) => each.version !== version) });
  };

interface BadMark {
  readonly remote: string;
  readonly version: string;
  readonly reason: string;
  /** ISO-8601 timestamp. */
  readonly at: string;
  /** See the manifest's schema. */
  readonly by?: string | undefined;
}

/** Removes a version from the history, ends its canary, and blocks the version. */
export const markBadVersion =
  ({ remote, version, reason, at, by }: BadMark): RegistryChange =>
  (content) => {
    const entry = requireEntry(content, remote);
    const history = entry.history.filter((old) => old !== version);
    if (history.length === 0) throw new ReleaseError(`There is no version of ${remote} to go back to.`);
    const bad = [{ version, at, reason, ...(by === undefined ? {} : { by }) }, ...entry.bad.filter((old) => old.version !== version)].slice(0, BAD_LIMIT);
    const { canary, ...rest } = entry;
    return withEntry(content, remote, { ...rest, ...(canary === undefined || canary.version === version ? {} : { canary }), history, bad });
  };

/** Activates `target`, and blocks the version that was active until then. */
export const rollBackVersion =
  (target: Omit<Activation, 'isExplicit' | 'takesBack'>, mark: BadMark): RegistryChange =>
  (content) => {
    if (content.remotes[mark.remote]?.history[0] !== mark.version)
      throw new ReleaseError(`${mark.remote} ${mark.version} is no longer active. Nothing is rolled back.`);
    return markBadVersion(mark)(activateVersion({ ...target, isExplicit: true })(content));
  };

/** Removes a remote: its paths become free, and its blocked versions stay on record. Its team's keys are retired, because another team may get the name. */
export const removeRemote =
  (remote: string, at: string): RegistryChange =>
  (content) => {
    if (content.remotes[remote] === undefined && content.registered?.[remote] !== undefined) return withoutRegistration(content, remote);
    const entry = requireEntry(content, remote);
    const { [remote]: _removed, ...remotes } = content.remotes;
    const retiredKeys = content.teamKeys?.[remote]?.map((key) => ({ retiredAt: at, ...key }));
    return {
      ...content,
      remotes,
      removed: { ...content.removed, [remote]: { ...entry, at } },
      ...(retiredKeys === undefined ? {} : { teamKeys: { ...content.teamKeys, [remote]: retiredKeys } }),
    };
  };

export const PATH_ACTIONS = ['add', 'remove', 'move'] as const;
export type PathAction = (typeof PATH_ACTIONS)[number];

/** Removes a path from all remotes. */
const withoutPath = (content: RegistryContent, path: string): RegistryContent => {
  const removePath = <Owner extends { readonly paths: string[] }>(owners: Readonly<Record<string, Owner>>): Record<string, Owner> =>
    Object.fromEntries(Object.entries(owners).map(([name, owner]) => [name, { ...owner, paths: owner.paths.filter((own) => own !== path) }]));
  return { ...content, remotes: removePath(content.remotes), ...(content.registered === undefined ? {} : { registered: removePath(content.registered) }) };
};

/** Applies an administrator's change to the owned paths. `move` takes the path away from its current owner. */
export const changePaths =
  (remote: string, action: PathAction, path: string): RegistryChange =>
  (content) => {
    const entry = requireEntry(content, remote);
    if (action === 'remove') {
      if (!entry.paths.includes(path)) throw new ReleaseError(`${remote} does not own "${path}". It owns: ${entry.paths.join(' ')}`);
      return withEntry(content, remote, { ...entry, paths: entry.paths.filter((own) => own !== path) });
    }
    const others = action === 'add' ? content : withoutPath(content, path);
    requireFreePath(getOwners(others), path, remote);
    return withEntry(others, remote, { ...entry, paths: [...new Set([...entry.paths, path])] });
  };

/** Registers a remote, or adds paths to an existing one. Throws a ReleaseError if another remote owns one of the paths. */
export const registerRemote =
  (remote: string, paths: readonly string[], at: string): RegistryChange =>
  (content) => {
    const owners = getOwners(content);
    const owned = owners[remote]?.paths ?? [];
    const added = paths.filter((path) => !owned.includes(path));
    for (const path of added) requireFreePath(owners, path, remote);
    const entry = content.remotes[remote];
    const all = [...owned, ...new Set(added)];
    if (entry !== undefined) return added.length === 0 ? content : withEntry(content, remote, { ...entry, paths: all });
    return { ...content, registered: { ...content.registered, [remote]: { paths: all, at } } };
  };

interface Freeze {
  readonly by: string;
  readonly isAdministrator: boolean;
  readonly reason: string;
  /** ISO-8601 timestamp. */
  readonly at: string;
}

/** Freezes a remote: no version becomes active until a user unfreezes the remote. */
export const freezeRemote =
  (remote: string, { isAdministrator, ...freeze }: Freeze): RegistryChange =>
  (content) => {
    const entry = requireEntry(content, remote);
    requireNotFrozen(remote, entry);
    return withEntry(content, remote, { ...entry, frozen: { ...freeze, byAdministrator: isAdministrator } });
  };

export const unfreezeRemote =
  (remote: string, { isAdministrator }: Pick<Freeze, 'isAdministrator'>): RegistryChange =>
  (content) => {
    const { frozen, ...entry } = requireEntry(content, remote);
    if (frozen === undefined) throw new ReleaseError(`${remote} is not frozen.`);
    if (frozen.byAdministrator && !isAdministrator)
      throw new ReleaseError(`${remote} was frozen by an administrator (${frozen.by}: ${frozen.reason}), who alone can unfreeze it, on the server.`);
    return withEntry(content, remote, entry);
  };

export const LINK_ACTIONS = ['allow', 'hide'] as const;
export type LinkAction = (typeof LINK_ACTIONS)[number];

/** Records an administrator's decision on the links that a remote requests. The decision may precede the remote's first release. */
export const changeLinks =
  (remote: string, action: LinkAction): RegistryChange =>
  (content) => {
    const others = (content.linked ?? []).filter((name) => name !== remote);
    return { ...content, linked: action === 'allow' ? [...others, remote] : others };
  };
