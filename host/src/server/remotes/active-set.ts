import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

import { type Canary, HOST_NAME, type Registry, type RegistryEntry } from '@site/releases/manifest';
import type { RegistryReading } from '@site/releases/registry-store';
import type { ReleaseStore } from '@site/releases/release-store';
import type { SiteLink } from '@site/shared/contracts/site';
import { getErrorMessage } from '@site/shared/domain/error-code';
import { ownsPath } from '@site/shared/remote/owned-paths';
import { SUPPORTED_CONTRACT_VERSIONS } from '@site/shared/remote/remote-contract';
import type { FastifyBaseLogger } from 'fastify';
import { findRemote, type ReleaseSet, type RemoteVersion } from '../../federation/release-set.ts';
import { getExploreLinks, MAIN_LINKS } from '../../layout/site-links.ts';
import { createOtherVersions } from './other-versions.ts';
import { createRegistryWatch } from './registry-watch.ts';
import { createSetLog } from './set-log.ts';
import {
  createVersionLoader,
  type LoadVersion,
  type ProbeBundle,
  type Stylesheet,
  toRemoteVersion,
  toVersionKey,
  type UsableVersion,
} from './usable-version.ts';

/** A page contains the active version and the last good one. */
const VERSIONS_IN_SET = 2;

/** One remote as this host serves it. `rejected` is the reason why the registry's active version is not in use. */
export interface ActiveRemote extends UsableVersion {
  readonly versions: readonly RemoteVersion[];
  /** The same versions with the data that the server needs. */
  readonly usableVersions: readonly UsableVersion[];
  readonly rejected?: string;
}

/** The registry's state, and since when (an ISO-8601 timestamp). While it is not `current`, the last valid generation stays active. */
interface RegistryStatus {
  readonly state: RegistryReading['state'];
  readonly generation: number;
  readonly since: string;
  readonly reason?: string;
}

/** The set of releases that the host serves: immutable, replaced on change. */
export interface ActiveSet {
  readonly browserSet: ReleaseSet;
  readonly remotes: ReadonlyMap<string, ActiveRemote>;
  /** Remotes without a loadable version, with the reason. */
  readonly unavailable: ReadonlyMap<string, string>;
  readonly registry: RegistryStatus;
}

/** A canary in the registry: its version, or the reason why this host cannot serve it. */
export interface RunningCanary {
  readonly remote: string;
  readonly canary: Canary;
  readonly usableVersion?: UsableVersion;
  readonly problem?: string;
}

interface ActiveSetOptions {
  readonly store: ReleaseStore;
  readonly buildId: string;
  readonly probe: ProbeBundle;
  /** The versions of the remote contract that this host serves. */
  readonly contracts?: readonly number[];
  /** Called with each set before it is served, and with the versions that canaries and previews use. */
  readonly onChange?: (set: ActiveSet, others: readonly UsableVersion[]) => void;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn' | 'info'>;
}

/** Whether nothing has changed. The set then stays the same object, because caches are keyed by it. */
const isSameSet = (one: ActiveSet, other: ActiveSet): boolean =>
  one.browserSet.id === other.browserSet.id &&
  isDeepStrictEqual([one.registry, one.unavailable], [other.registry, other.unavailable]) &&
  [...other.remotes].every(([remote, { usableVersions, rejected }]) => {
    const previous = one.remotes.get(remote);
    // The id covers the paths. The styles are a new object if a file has changed.
    return (
      previous?.rejected === rejected &&
      previous?.usableVersions.length === usableVersions.length &&
      usableVersions.every(({ styles }, index) => styles === previous.usableVersions[index]?.styles)
    );
  });

/** Links that remotes ask for and an administrator has allowed: only to the remote's own pages, and one per page. */
const collectLinks = ({ linked = [] }: Registry, remotes: ReadonlyMap<string, ActiveRemote>): SiteLink[] => {
  const links = new Map<string, SiteLink>();
  for (const name of linked) {
    const remote = remotes.get(name);
    for (const link of remote?.release.links ?? [])
      if (!links.has(link.to) && ownsPath(remote?.bundle.paths ?? [], link.to.replace(/[?#].*$/, ''))) links.set(link.to, link);
  }
  for (const { to } of [...MAIN_LINKS, ...getExploreLinks({})]) links.delete(to);
  return [...links.values()];
};

/** Selects the first usable version in the history, with the next usable one as the browser's fallback. */
const selectVersions = async (remote: string, { history, paths }: RegistryEntry, load: LoadVersion): Promise<ActiveRemote> => {
  const rejections: string[] = [];
  const selected: UsableVersion[] = [];
  // The first versions are usually usable, so load them in parallel.
  const firstVersions = history.slice(0, VERSIONS_IN_SET).map((version) => load(remote, version));
  await Promise.allSettled(firstVersions);
  for (const [index, version] of history.entries()) {
    if (selected.length === VERSIONS_IN_SET) break;
    try {
      selected.push(await (firstVersions[index] ?? load(remote, version)));
    } catch (error) {
      rejections.push(`${version}: ${getErrorMessage(error)}`);
    }
  }
  const usableVersions = selected.map(({ bundle, ...version }) => ({ ...version, bundle: { ...bundle, paths } }));
  const [active] = usableVersions;
  const [rejected] = rejections;
  if (active === undefined) throw new Error(rejected ?? 'the registry names no version');
  const versions = usableVersions.map(({ release }) => toRemoteVersion(release));
  return {
    ...active,
    versions,
    usableVersions,
    ...(rejected !== undefined && active.release.version !== history[0] ? { rejected } : {}),
  };
};

/** Selects the versions of every remote in the registry. */
const selectRemotes = async ({ remotes: entries }: Registry, load: LoadVersion): Promise<Pick<ActiveSet, 'remotes' | 'unavailable'>> => {
  const remotes = new Map<string, ActiveRemote>();
  const unavailable = new Map<string, string>();
  for (const [remote, entry] of Object.entries(entries)) {
    try {
      remotes.set(remote, await selectVersions(remote, entry, load));
    } catch (error) {
      unavailable.set(remote, getErrorMessage(error));
    }
  }
  return { remotes, unavailable };
};

const createBrowserSet = (registry: Registry, remotes: ActiveSet['remotes'], buildId: string): ReleaseSet => {
  const remotesInSet = Object.fromEntries(
    Object.entries(registry.remotes).map(([name, { paths }]) => [name, { paths, versions: remotes.get(name)?.versions ?? [] }]),
  );
  const links = collectLinks(registry, remotes);
  const id = createHash('sha256')
    .update(JSON.stringify([buildId, remotesInSet, ...links]))
    .digest('hex')
    .slice(0, 12);
  return { id, remotes: remotesInSet, ...(links.length === 0 ? {} : { links }) };
};

const getStatus = ({ registry: { generation }, state, reason }: RegistryReading, before: RegistryStatus): RegistryStatus => {
  const since = state === before.state ? before.since : new Date().toISOString();
  return { state, generation, since, ...(reason === undefined ? {} : { reason }) };
};

const findCanaries = async ({ remotes }: Registry, load: LoadVersion): Promise<RunningCanary[]> => {
  const canaries: RunningCanary[] = [];
  for (const [remote, { canary }] of Object.entries(remotes)) {
    if (canary === undefined) continue;
    const result = await load(remote, canary.version).then(
      (usableVersion) => ({ usableVersion }),
      (error: unknown) => ({ problem: getErrorMessage(error) }),
    );
    canaries.push({ remote, canary, ...result });
  }
  return canaries;
};

/** Lists the keys of all versions that a registry names. */
const listVersionKeys = ({ remotes }: Registry): string[] =>
  Object.entries(remotes).flatMap(([remote, { history, canary }]) =>
    [...history, ...(canary === undefined ? [] : [canary.version])].map((version) => toVersionKey(remote, version)),
  );

/** Watches the registry and the files that it lists. New versions load while the old set is served, and become active only if they load. */
export const createActiveSet = ({ store, buildId, probe, contracts = SUPPORTED_CONTRACT_VERSIONS, onChange = () => undefined, log }: ActiveSetOptions) => {
  let current: ActiveSet = {
    browserSet: { id: buildId, remotes: {} },
    remotes: new Map(),
    unavailable: new Map(),
    registry: { state: 'current', generation: 0, since: new Date().toISOString() },
  };
  let released: Registry = { generation: 0, remotes: {}, removed: {} };
  let canaries: readonly RunningCanary[] = [];
  const announce = (): void => onChange(current, [...canaries.flatMap(({ usableVersion }) => usableVersion ?? []), ...otherVersions.list()]);
  const loader = createVersionLoader({ store, probe, contracts });
  const otherVersions = createOtherVersions(loader.load, announce);
  const logSet = createSetLog(log);

  const refresh = async (reading: RegistryReading): Promise<void> => {
    const { registry } = reading;
    const { remotes, unavailable } = await selectRemotes(registry, loader.load);
    const browserSet = createBrowserSet(registry, remotes, buildId);
    await otherVersions.refresh();
    const nextCanaries = await findCanaries(registry, loader.load);
    loader.keepOnly(new Set([...listVersionKeys(registry), ...otherVersions.keys()]));
    released = registry;
    canaries = nextCanaries;
    const next: ActiveSet = { browserSet, remotes, unavailable, registry: getStatus(reading, current.registry) };
    if (!isSameSet(current, next)) current = next;
    announce();
    logSet(current, registry, canaries);
    await store.backUpRegistry();
    const versions = [...[...remotes.values()].flatMap(({ usableVersions }) => usableVersions), ...otherVersions.list()].map(({ release }) => release);
    // Skipped while the store does not respond, because it would delay the next check of the files.
    if (reading.state === 'current') await store.recordServed([{ remote: HOST_NAME, version: buildId }, ...versions]);
  };

  const isChanged = ({ registry, state }: RegistryReading): boolean => registry.generation !== current.registry.generation || state !== current.registry.state;

  return {
    ...createRegistryWatch({ store, isChanged, refresh, log }),
    current: (): ActiveSet => current,
    /** The registry that the current set was built from. */
    released: (): Registry => released,
    /** The registry's canaries, with their loaded versions. */
    canaries: (): readonly RunningCanary[] => canaries,
    /** Loads a published version outside the current set, for example for a preview. */
    getVersion: otherVersions.get,
  };
};
export type ActiveSetSource = ReturnType<typeof createActiveSet>;

/** The stylesheets of a page's chunks, in order. */
export const getPageStyles = (remote: UsableVersion | null | undefined, chunks: readonly string[]): readonly Stylesheet[] => [
  ...new Set(chunks.flatMap((chunk) => remote?.styles[chunk] ?? [])),
];

/** The remote that owns a path; undefined if there is none, null if it cannot be loaded or no registry has been read yet. */
export const findOwningRemote = (set: ActiveSet, path: string): ActiveRemote | null | undefined => {
  const name = findRemote(set.browserSet, path);
  if (name !== undefined) return set.remotes.get(name) ?? null;
  return Object.keys(set.browserSet.remotes).length === 0 ? null : undefined;
};
