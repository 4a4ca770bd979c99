import * as v from 'valibot';
import { MANIFEST, NON_VERSION_FOLDERS, type Registry } from './manifest.ts';
import type { RegistryContent } from './registry-changes.ts';
import { ReleaseError } from './release-error.ts';
import type { ReleaseStorage, StoredFile } from './storage/release-storage.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How many of each remote's newest versions are kept, whether or not they are in use. */
const NEWEST_LIMIT = 20;
/** Maximum duration of a sweep. A sweep that has taken longer is considered interrupted. */
const SWEEP_LIMIT_MS = 10 * 60_000;
const SERVED_PREFIX = 'served/';

/** `RETENTION_DAYS`. */
export const retentionDays = v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}$/, 'must be a number of days, at least 1'), v.transform(Number));
export const DEFAULT_RETENTION_DAYS = '7';

export interface VersionName {
  readonly remote: string;
  readonly version: string;
}

/** The files of one version in the store. */
interface StoredVersion extends VersionName {
  readonly keys: readonly string[];
  /** When any of the files last changed, as Unix time in milliseconds. */
  readonly modifiedAt: number;
  /** False during publication, or after an interrupted publication. */
  readonly hasManifest: boolean;
}

interface RetentionOptions {
  readonly storage: ReleaseStorage;
  readonly registry: {
    readonly inspect: () => Promise<{ readonly registry: Registry }>;
    readonly update: (change: (content: RegistryContent) => Promise<RegistryContent>) => Promise<Registry>;
  };
  readonly now?: () => number;
}

export interface PruneOptions {
  /** How long a version stays after its publication, and after a host has served a release set that names it. */
  readonly days: number;
  /** Lists the versions without removing them. */
  readonly isDryRun?: boolean;
}

const getName = ({ remote, version }: VersionName): string => `${remote}/${version}`;
const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const groupVersions = (files: readonly StoredFile[]): StoredVersion[] => {
  const versions = new Map<string, StoredVersion>();
  for (const { key, modifiedAt } of files) {
    const [remote = '', version = '', ...path] = key.split('/');
    if (path.length === 0 || NON_VERSION_FOLDERS.includes(remote)) continue;
    const name = getName({ remote, version });
    const knownVersion = versions.get(name);
    versions.set(name, {
      remote,
      version,
      keys: [...(knownVersion?.keys ?? []), key],
      modifiedAt: Math.max(knownVersion?.modifiedAt ?? 0, modifiedAt),
      hasManifest: knownVersion?.hasManifest === true || path.join('/') === MANIFEST,
    });
  }
  return [...versions.values()];
};

/** Returns the versions that hosts have served since a given time, from the keys `served/<day>/<remote>/<version>`. */
const findServed = (files: readonly StoredFile[], since: number): Set<string> =>
  new Set(
    files.flatMap(({ key }) => {
      const [folder, day = '', ...name] = key.split('/');
      return `${folder}/` === SERVED_PREFIX && day >= toDay(since) ? [name.join('/')] : [];
    }),
  );

const findNewest = (versions: readonly StoredVersion[]): Set<string> => {
  const counts = new Map<string, number>();
  const newest = new Set<string>();
  for (const version of versions.filter(({ hasManifest }) => hasManifest).sort((a, b) => b.modifiedAt - a.modifiedAt)) {
    const count = (counts.get(version.remote) ?? 0) + 1;
    counts.set(version.remote, count);
    if (count <= NEWEST_LIMIT) newest.add(getName(version));
  }
  return newest;
};

/** Finds unused versions. A folder without a manifest counts as a version only if it belongs to a known remote. */
const findUnused = ({ remotes, removed, registered = {} }: RegistryContent, files: readonly StoredFile[], since: number): StoredVersion[] => {
  const versions = groupVersions(files);
  const served = findServed(files, since);
  const newest = findNewest(versions);
  return versions.filter((version) => {
    const { remote, modifiedAt, hasManifest } = version;
    const name = getName(version);
    const isKnownVersion = hasManifest || [remotes, removed, registered].some((list) => Object.hasOwn(list, remote));
    const { history = [], canary } = remotes[remote] ?? {};
    const isRetained = history.includes(version.version) || canary?.version === version.version;
    return isKnownVersion && !isRetained && !served.has(name) && !newest.has(name) && modifiedAt < since;
  });
};

/**
 * Mark and sweep. Marks are empty files, one for each version and day on which a host has served it, so that all hosts share them at the cost of one small
 * write per day. A sweep announces its removals in the registry, by compare-and-set, so that a version cannot become active while its files are being removed.
 */
export const createRetention = ({ storage, registry, now = Date.now }: RetentionOptions) => {
  let recordedDay = '';
  let recordedVersions = new Set<string>();

  /** Records that a host serves versions. Can be called repeatedly: each version is written once a day. */
  const recordServed = async (versions: readonly VersionName[]): Promise<void> => {
    const day = toDay(now());
    if (day !== recordedDay) recordedVersions = new Set();
    recordedDay = day;
    for (const name of versions.map(getName)) {
      if (recordedVersions.has(name)) continue;
      await storage.replace(`${SERVED_PREFIX}${day}/${name}`, '');
      recordedVersions.add(name);
    }
  };

  const removeVersion = async ({ remote, version, keys }: StoredVersion): Promise<void> => {
    const manifest = `${getName({ remote, version })}/${MANIFEST}`;
    // Remove the manifest first, so that an interrupted sweep leaves no incomplete version.
    for (const key of [manifest, ...keys.filter((other) => other !== manifest)]) await storage.remove(key);
  };

  /** Announces in the registry which versions are about to be removed. Throws a ReleaseError if another process is removing versions. */
  const announce = async (startedAt: string, since: number): Promise<StoredVersion[]> => {
    let unusedVersions: StoredVersion[] = [];
    await registry.update(async (content) => {
      if (content.sweep !== undefined && now() - Date.parse(content.sweep.startedAt) < SWEEP_LIMIT_MS)
        throw new ReleaseError('Another process is removing versions at the moment.');
      unusedVersions = findUnused(content, await storage.list(''), since);
      return { ...content, sweep: { startedAt, versions: unusedVersions.map(getName) } };
    });
    return unusedVersions;
  };

  const endSweep = async (startedAt: string): Promise<void> => {
    await registry.update(async ({ sweep, ...content }) => (sweep === undefined || sweep.startedAt === startedAt ? content : { ...content, sweep }));
  };

  /** Removes unused versions and returns them. Throws a ReleaseError if another process is removing versions. */
  const prune = async ({ days, isDryRun = false }: PruneOptions): Promise<VersionName[]> => {
    const since = now() - days * DAY_MS;
    const { registry: content } = await registry.inspect();
    const files = await storage.list('');
    const found = findUnused(content, files, since);
    if (isDryRun) return found;
    for (const { key } of files) if (key.startsWith(SERVED_PREFIX) && key.slice(SERVED_PREFIX.length) < toDay(since)) await storage.remove(key);
    if (found.length === 0) return [];
    const startedAt = new Date(now()).toISOString();
    const unused = await announce(startedAt, since);
    for (const version of unused) await removeVersion(version);
    await endSweep(startedAt);
    return unused;
  };

  return { recordServed, prune };
};
