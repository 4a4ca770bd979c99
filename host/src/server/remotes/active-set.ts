import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { type Canary, HOST_NAME, type Registry, type RegistryEntry, type ReleaseManifest, releasePath } from '@site/releases/manifest';

import { parseStylesheet } from '@site/releases/parse-stylesheet';
import type { RegistryReading } from '@site/releases/registry-store';
import type { ReleaseStore } from '@site/releases/release-store';
import { SERVER_BUNDLE } from '@site/shared/build/build-manifest';
import type { SiteLink } from '@site/shared/contracts/site';
import { getErrorMessage } from '@site/shared/domain/error-code';
import { ownsPath } from '@site/shared/remote/owned-paths';
import { SUPPORTED_CONTRACT_VERSIONS } from '@site/shared/remote/remote-contract';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { findRemote, getRuntimeName, type ReleaseSet, type RemoteVersion } from '../../federation/release-set.ts';
import { getExploreLinks, MAIN_LINKS } from '../../layout/site-links.ts';
import type { ServerBundle } from './server-bundle.ts';
import { createSetLog } from './set-log.ts';

/** A change of files on disk is noticed within this time; the registry is read more often, because that does not look at each of them. */
const FILES_INTERVAL_MS = 1000;
const REJECTION_LIFETIME_MS = 30_000;
/** Versions outside the set that pages are made of stay examined for as long as they are asked for. */
const OTHER_VERSIONS = { max: 20, ttl: 10 * 60_000, updateAgeOnGet: true };
/** A page contains the active version and the last good one. */
const VERSIONS_IN_SET = 2;

/** A stylesheet that pages may refer to, and inline. */
export interface Stylesheet {
  readonly href: string;
  /** `sha256-…` */
  readonly integrity: string;
  /** By which the federation runtime finds its element; undefined for the host's own. */
  readonly mark?: string;
  readonly css: string;
}

/** A version that can be served: its bundle loads, and the hash of every file is right. */
export interface UsableVersion {
  readonly release: ReleaseManifest;
  readonly bundle: ServerBundle;
  /** By the name of the chunk. */
  readonly styles: Readonly<Record<string, readonly Stylesheet[]>>;
}

type ExaminedVersion = { readonly usable: UsableVersion } | { readonly error: unknown; readonly at: number };

/** One remote as this host serves it. `rejected` says why the registry's active version is not the one in use. */
export interface ActiveRemote extends UsableVersion {
  readonly versions: readonly RemoteVersion[];
  /** The same versions as the server needs them. */
  readonly usable: readonly UsableVersion[];
  readonly rejected?: string;
}

/** The state of the registry, since an ISO-8601 timestamp: while it is not `current`, the last valid generation stays in force. */
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
  /** Remotes without a version that can be loaded, with the reason. */
  readonly unavailable: ReadonlyMap<string, string>;
  readonly registry: RegistryStatus;
}

/** A canary of the registry: its version, or the reason why this host cannot serve it. */
export interface RunningCanary {
  readonly remote: string;
  readonly canary: Canary;
  readonly usable?: UsableVersion;
  readonly problem?: string;
}

interface ActiveSetOptions {
  readonly store: ReleaseStore;
  readonly buildId: string;
  /** Rejects when the bundle cannot be loaded. */
  readonly probe: (bundle: ServerBundle) => Promise<void>;
  /** Called with each set before it is served, and with the versions that other sets may name. */
  readonly onChange?: (set: ActiveSet, others: readonly UsableVersion[]) => void;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn' | 'info'>;
}

const toKey = (remote: string, version: string): string => `${remote}/${version}`;

export const toRemoteVersion = (release: ReleaseManifest): RemoteVersion => ({
  version: release.version,
  entry: `${releasePath(release.remote, release.version)}${release.entry}`,
  integrity: `sha256-${release.files[`browser/${release.entry}`] ?? ''}`,
});

const readStyles = async (store: ReleaseStore, release: ReleaseManifest): Promise<UsableVersion['styles']> => {
  const { remote, version, chunks, files } = release;
  const { entry } = toRemoteVersion(release);
  const sheets = new Map<string, Stylesheet>();
  const styles: Record<string, readonly Stylesheet[]> = {};
  for (const [chunk, { css: names }] of Object.entries(chunks)) {
    for (const name of names) {
      // Chunks share stylesheets.
      if (sheets.has(name)) continue;
      const css = String(await store.readVerified(release, `browser/${name}`));
      // The release checks reject all of these; they have not examined releases from before they did.
      if (!name.endsWith('.css') || /<\/style/i.test(css)) throw new Error(`the styles of its chunk ${chunk} cannot be inlined`);
      parseStylesheet(css);
      const mark = `${getRuntimeName(remote, entry)}:chunk-${name.split('.')[0]}`;
      sheets.set(name, { href: `${releasePath(remote, version)}${name}`, integrity: `sha256-${files[`browser/${name}`]}`, mark, css });
    }
    styles[chunk] = names.flatMap((name) => sheets.get(name) ?? []);
  }
  return styles;
};

/** Whether nothing has changed, so that the object stays the same: what is prepared for a set is found by it. */
const isSameSet = (one: ActiveSet, other: ActiveSet): boolean =>
  one.browserSet.id === other.browserSet.id &&
  isDeepStrictEqual([one.registry, one.unavailable], [other.registry, other.unavailable]) &&
  [...other.remotes].every(([remote, { usable, rejected }]) => {
    const knownEntry = one.remotes.get(remote);
    // Their paths are part of the id, and the styles are read again when a file has changed.
    return (
      knownEntry?.rejected === rejected &&
      knownEntry?.usable.length === usable.length &&
      usable.every(({ styles }, index) => styles === knownEntry.usable[index]?.styles)
    );
  });

/** The links that remotes ask for and an administrator has allowed: to pages of their own, and each page once. */
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

/** Watches the registry and the files that it lists. New versions are loaded while the old ones are served; only a version that loads becomes active. */
export const createActiveSet = ({ store, buildId, probe, onChange = () => undefined, log }: ActiveSetOptions) => {
  /**
   * The result of checking each version, with the state of its files: without it a rejected release would be hashed and loaded again every second, and a rollback
   * would take longer.
   */
  const examined = new Map<string, { readonly fingerprint: string; readonly examination: ExaminedVersion }>();
  let current: ActiveSet = {
    browserSet: { id: buildId, remotes: {} },
    remotes: new Map(),
    unavailable: new Map(),
    registry: { state: 'current', generation: 0, since: new Date().toISOString() },
  };
  let released: Registry = { generation: 0, remotes: {}, removed: {} };
  let canaries: readonly RunningCanary[] = [];
  const others = new LRUCache<string, UsableVersion>(OTHER_VERSIONS);
  const logSet = createSetLog(log);
  let lastFailure = '';

  /** Checks every file of a version and loads its bundle. */
  const examine = async (release: ReleaseManifest): Promise<ExaminedVersion> => {
    const { remote, version } = release;
    try {
      for (const file of Object.keys(release.files)) await store.readVerified(release, file);
      const bundle: ServerBundle = {
        remote,
        version,
        file: join(store.getFolder(remote, version), SERVER_BUNDLE),
        hash: release.files[SERVER_BUNDLE] ?? '',
        publicPath: releasePath(remote, version),
        paths: release.paths,
      };
      await probe(bundle);
      return { usable: { release, bundle, styles: await readStyles(store, release) } };
    } catch (error) {
      return { error, at: Date.now() };
    }
  };

  /** Throws when the version cannot be used. A rejection is cached until the files change, for at most half a minute, because a busy machine may have exceeded a time limit. */
  const loadVersion = async (remote: string, version: string): Promise<UsableVersion> => {
    const release = await store.loadRelease(remote, version);
    if (!SUPPORTED_CONTRACT_VERSIONS.includes(release.contract))
      throw new Error(`it was built for version ${release.contract} of the contract, this host serves ${SUPPORTED_CONTRACT_VERSIONS.join(' and ')}`);
    const fingerprint = store.fingerprint(release);
    const key = toKey(remote, version);
    const knownEntry = examined.get(key);
    const previous = knownEntry?.fingerprint === fingerprint ? knownEntry.examination : undefined;
    const isStale = previous !== undefined && 'error' in previous && Date.now() - previous.at > REJECTION_LIFETIME_MS;
    const examination = previous === undefined || isStale ? await examine(release) : previous;
    examined.set(key, { fingerprint, examination });
    if ('error' in examination) throw examination.error;
    return examination.usable;
  };

  /** The first usable version of the history, with the next usable one as the browser's fallback. */
  const selectVersions = async (remote: string, { history, paths, bad }: RegistryEntry): Promise<ActiveRemote> => {
    const rejections: string[] = [];
    const found: UsableVersion[] = [];
    // A command of before the list of bad versions existed may have activated one.
    const candidates = history.filter((version) => !bad.some((each) => each.version === version));
    // Most often the first ones are used: their processes start at the same time.
    const early = candidates.slice(0, VERSIONS_IN_SET).map((version) => loadVersion(remote, version));
    await Promise.allSettled(early);
    for (const [index, version] of candidates.entries()) {
      if (found.length === VERSIONS_IN_SET) break;
      try {
        found.push(await (early[index] ?? loadVersion(remote, version)));
      } catch (error) {
        rejections.push(`${version}: ${getErrorMessage(error)}`);
      }
    }
    const usable = found.map(({ bundle, ...version }) => ({ ...version, bundle: { ...bundle, paths } }));
    const [active] = usable;
    const [rejected] = rejections;
    if (active === undefined) throw new Error(rejected ?? 'the registry names no version');
    const versions = usable.map(({ release }) => toRemoteVersion(release));
    return {
      ...active,
      versions,
      usable,
      ...(rejected !== undefined && active.release.version !== history[0] ? { rejected } : {}),
    };
  };

  const getStatus = ({ registry: { generation }, state, reason }: RegistryReading): RegistryStatus => {
    const before = current.registry;
    const since = state === before.state ? before.since : new Date().toISOString();
    return { state, generation, since, ...(reason === undefined ? {} : { reason }) };
  };

  const findCanaries = async ({ remotes }: Registry): Promise<RunningCanary[]> => {
    const found: RunningCanary[] = [];
    for (const [remote, { canary }] of Object.entries(remotes)) {
      if (canary === undefined) continue;
      const result = await loadVersion(remote, canary.version).then(
        (usable) => ({ usable }),
        (error: unknown) => ({ problem: getErrorMessage(error) }),
      );
      found.push({ remote, canary, ...result });
    }
    return found;
  };

  /** Versions outside the set that other sets may name. */
  const listOthers = (): UsableVersion[] => [...canaries.flatMap(({ usable }) => usable ?? []), ...others.values()];

  const pending = new Map<string, Promise<UsableVersion>>();

  /**
   * A published version that the set does not name, for another set: examined when it is asked for, and again when its files change. Rejects with the reason
   * when it cannot be used.
   */
  const getVersion = async (remote: string, version: string): Promise<UsableVersion> => {
    const key = toKey(remote, version);
    const knownEntry = others.get(key);
    if (knownEntry !== undefined) return knownEntry;
    const loading = pending.get(key) ?? loadVersion(remote, version).finally(() => pending.delete(key));
    pending.set(key, loading);
    const usable = await loading;
    others.set(key, usable);
    onChange(current, listOthers());
    return usable;
  };

  /** Forgets those whose files are damaged. */
  const refreshOthers = async (): Promise<void> => {
    for (const [key, { release }] of [...others.entries()]) {
      const usable = await loadVersion(release.remote, release.version).catch(() => undefined);
      if (usable === undefined) others.delete(key);
    }
  };

  /** Forgets what was examined of versions that neither the registry nor another set names any more. */
  const forgetUnnamed = ({ remotes }: Registry): void => {
    const named = new Set([...others.keys(), ...pending.keys()]);
    for (const [remote, { history, canary }] of Object.entries(remotes))
      for (const version of [...history, ...(canary === undefined ? [] : [canary.version])]) named.add(toKey(remote, version));
    for (const key of examined.keys()) if (!named.has(key)) examined.delete(key);
  };

  let refreshedAt = 0;

  const refresh = async (reading: RegistryReading): Promise<void> => {
    const { registry } = reading;
    const remotes = new Map<string, ActiveRemote>();
    const unavailable = new Map<string, string>();
    for (const [remote, entry] of Object.entries(registry.remotes)) {
      try {
        remotes.set(remote, await selectVersions(remote, entry));
      } catch (error) {
        unavailable.set(remote, getErrorMessage(error));
      }
    }
    const remotesInSet = Object.fromEntries(
      Object.entries(registry.remotes).map(([name, { paths }]) => [name, { paths, versions: remotes.get(name)?.versions ?? [] }]),
    );
    const links = collectLinks(registry, remotes);
    const id = createHash('sha256')
      .update(JSON.stringify([buildId, remotesInSet, ...links]))
      .digest('hex')
      .slice(0, 12);
    others.purgeStale();
    await refreshOthers();
    const nextCanaries = await findCanaries(registry);
    forgetUnnamed(registry);
    released = registry;
    canaries = nextCanaries;
    const next: ActiveSet = {
      browserSet: { id, remotes: remotesInSet, ...(links.length === 0 ? {} : { links }) },
      remotes,
      unavailable,
      registry: getStatus(reading),
    };
    if (!isSameSet(current, next)) current = next;
    onChange(current, listOthers());
    logSet(current, registry, canaries);
    await store.backUpRegistry();
    const versions = [...[...remotes.values()].flatMap(({ usable }) => usable), ...others.values()].map(({ release }) => release);
    const served = [{ remote: HOST_NAME, version: buildId }, ...versions];
    // Not while the store does not respond: that would delay the next look at the files.
    if (reading.state === 'current') await store.recordServed(served);
  };

  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let isWatching = false;
  const watch = async (isDue: boolean): Promise<void> => {
    clearTimeout(timer);
    isWatching = true;
    try {
      const reading = await store.inspectRegistry();
      const isChanged = reading.registry.generation !== current.registry.generation || reading.state !== current.registry.state;
      if (isDue || isChanged || Date.now() - refreshedAt >= FILES_INTERVAL_MS) {
        refreshedAt = Date.now();
        await refresh(reading);
        lastFailure = '';
      }
    } catch (error) {
      // The set stays active. A full disk, for example: the line is logged once and not every second.
      const reason = getErrorMessage(error);
      if (reason !== lastFailure) log.error({ reason }, 'registry watch failed');
      lastFailure = reason;
    }
    isWatching = false;
    if (!isStopped) timer = setTimeout(() => void watch(false), store.registryIntervalMs);
  };

  return {
    current: (): ActiveSet => current,
    /** The registry that the current set was made of. */
    released: (): Registry => released,
    /** The canaries of the registry. */
    canaries: (): readonly RunningCanary[] => canaries,
    getVersion,
    /** Reads the registry and checks the files now, then continually. */
    start: (): Promise<void> => watch(true),
    /** Looks at the registry now, unless a look is under way. */
    lookNow: (): void => {
      if (!isWatching && !isStopped) void watch(false);
    },
    stop: (): void => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
};
export type ActiveSetSource = ReturnType<typeof createActiveSet>;

/** The stylesheets of a page's chunks, in their order. */
export const getPageStyles = (remote: UsableVersion | null | undefined, chunks: readonly string[]): readonly Stylesheet[] => [
  ...new Set(chunks.flatMap((chunk) => remote?.styles[chunk] ?? [])),
];

/** The remote that owns a path: undefined when none does, null when the one that does cannot be loaded, or when no registry has ever been read. */
export const findOwningRemote = (set: ActiveSet, path: string): ActiveRemote | null | undefined => {
  const name = findRemote(set.browserSet, path);
  if (name !== undefined) return set.remotes.get(name) ?? null;
  return Object.keys(set.browserSet.remotes).length === 0 ? null : undefined;
};
