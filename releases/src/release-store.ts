import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { getErrorMessage } from '@site/shared/domain/error-code';
import { type CanaryStart, requireCanary } from './canary-changes.ts';
import { createGenerationLog, type GenerationLog } from './generation-log.ts';
import { createLocalReleases } from './local-releases.ts';
import { getReleaseKey, MANIFEST, type Registry, type RegistryEntry, type ReleaseDetails, type ReleaseManifest } from './manifest.ts';
import { addVersionDigests, createManifestSigning } from './manifest-signing.ts';
import { createOwnKeysCheck } from './own-keys-check.ts';
import {
  activateVersion,
  changeLinks,
  changePaths,
  type LinkAction,
  markBadVersion,
  type PathAction,
  type RegistryChange,
  type RegistryContent,
  removeRemote,
  requireEntry,
  requireNotSwept,
  rollBackVersion,
} from './registry-changes.ts';
import { createRegistryCodec } from './registry-codec.ts';
import { createRegistryStore } from './registry-store.ts';
import { ReleaseError } from './release-error.ts';
import { describeBuild, forEachFile, hashFiles, readReleaseFile, readManifest as readSignedManifest } from './release-files.ts';
import { createRetention, type PruneOptions, type VersionName } from './retention.ts';
import { openKeyFolder } from './signing/key-folder.ts';
import { createFolderStorage } from './storage/folder-storage.ts';
import type { ReleaseStorage } from './storage/release-storage.ts';
import { createStoreKeys } from './store-keys.ts';

const now = (): string => new Date().toISOString();

/** How often hosts look for a new generation of the registry: in a folder, and in an object store, where each look is two requests. */
const FOLDER_INTERVAL_MS = 250;
const OBJECT_STORE_INTERVAL_MS = 500;

/** An object store, and the folder of this machine that caches what it uses of it. */
interface SharedStorage {
  readonly storage: ReleaseStorage;
  readonly cacheFolder: string;
  /** The folder that holds the keys, and what this machine remembers of the registry. */
  readonly dataFolder: string;
}

/**
 * Every released version, never overwritten, and the registry that points to the active ones: in a folder, or in an object store that machines share. Both are
 * signed. The keys, and the newest generations that this machine has accepted, are outside of it: for a folder, they are next to it.
 */
export const createReleaseStore = (location: string | SharedStorage) => {
  const folder = typeof location === 'string' ? location : location.cacheFolder;
  const dataFolder = typeof location === 'string' ? dirname(location) : location.dataFolder;
  const storage = typeof location === 'string' ? createFolderStorage(folder) : location.storage;
  const log = createGenerationLog(storage, 'registry/');
  const keys = openKeyFolder(join(dataFolder, 'keys'));
  const codec = createRegistryCodec(keys);
  const backup = createGenerationLog(createFolderStorage(join(dataFolder, 'accepted-registry')), `${basename(folder)}/`);
  const prepare = createOwnKeysCheck({ log, backup, keys, codec });
  const registry = createRegistryStore({
    log,
    backup,
    codec,
    prepare,
    complete: (content) =>
      addVersionDigests(content, (remote, version) =>
        readManifest(remote, version).then(
          ({ files }) => hashFiles(files),
          () => undefined,
        ),
      ),
  });
  const manifests = createManifestSigning({ registry, codec });
  const retention = createRetention({ storage, registry });
  const releases = createLocalReleases({
    folder,
    origin: typeof location === 'string' ? undefined : storage,
    parseSignedManifest: manifests.parseSignedManifest,
    getTrustedKeysFingerprint: registry.getTrustedKeysFingerprint,
  });

  const readManifest = (remote: string, version: string): Promise<ReleaseManifest> =>
    readSignedManifest(storage, manifests.parseSignedManifest, remote, version);

  /** Numbered texts in a folder of the store: machines that share the store share them. */
  const openLog = (name: 'history' | 'tokens'): GenerationLog => createGenerationLog(storage, `${name}/`);

  /** The newest valid registry, or an empty one before the first release. */
  const readRegistry = async (): Promise<Registry> => (await registry.inspect()).registry;

  /** Throws with the reason unless every file of a version is stored as it was published. */
  const readCompleteRelease = async (remote: string, version: string): Promise<ReleaseManifest> => {
    const release = await readManifest(remote, version);
    await forEachFile(release, (file) => readReleaseFile(storage, release, file));
    return release;
  };

  const listKeys = async (prefix: string): Promise<string[]> => (await storage.list(prefix)).map(({ key }) => key);

  /** The published version, or undefined when it is incomplete or more is stored than its manifest names. */
  const readIntact = async ({ remote, version }: Pick<ReleaseManifest, 'remote' | 'version'>): Promise<ReleaseManifest | undefined> => {
    const stored = await listKeys(getReleaseKey(remote, version, ''));
    if (stored.length === 0) return undefined;
    const release = await readCompleteRelease(remote, version).catch(() => undefined);
    return release !== undefined && stored.length === Object.keys(release.files).length + 1 ? release : undefined;
  };

  /** Stores what is missing or damaged of a version, and removes what its manifest does not name. The manifest comes last: without it there is no version. */
  const writeRelease = async (manifest: ReleaseManifest, distFolder: string): Promise<void> => {
    const { remote, version, files } = manifest;
    const getKey = (file: string): string => getReleaseKey(remote, version, file);
    const stored = new Set(await listKeys(getKey('')));
    const named = new Set([MANIFEST, ...Object.keys(files)].map(getKey));
    for (const key of stored) if (!named.has(key)) await storage.remove(key);
    await forEachFile(manifest, async (file) => {
      const isStored = stored.has(getKey(file)) && (await readReleaseFile(storage, manifest, file).catch(() => undefined)) !== undefined;
      if (!isStored) await storage.replace(getKey(file), await readFile(join(distFolder, file)));
    });
    await storage.replace(getKey(MANIFEST), await manifests.toText(manifest));
  };

  /** Writes a manifest again: retention goes by its time, and an old version that is released again has to be as new as any other. */
  const touchManifest = async ({ remote, version }: ReleaseManifest): Promise<void> => {
    const key = getReleaseKey(remote, version, MANIFEST);
    const content = await storage.read(key);
    if (content !== undefined) await storage.replace(key, content);
  };

  /**
   * Copies a build into the store under a version derived from its content. Publishing the same build twice results in the same version; files of it that have
   * been damaged since are replaced. `details` records what was examined before. Throws a ReleaseError when the build cannot be published.
   */
  const publish = async (remote: string, packageVersion: string, distFolder: string, details: ReleaseDetails = {}): Promise<ReleaseManifest> => {
    const manifest: ReleaseManifest = { ...(await describeBuild(remote, packageVersion, distFolder)), ...details };
    const published = await readIntact(manifest);
    await storage.requireExclusiveCreation();
    if (published !== undefined) await touchManifest(published);
    else await writeRelease(manifest, distFolder);
    const complete = await readCompleteRelease(remote, manifest.version);
    requireNotSwept((await registry.inspect()).registry, complete);
    return complete;
  };

  const isIntact = async (release: ReleaseManifest): Promise<boolean> => (await readIntact(release)) !== undefined;

  /** True when a version has been published, even if it has been damaged since. */
  const isPublished = async (remote: string, version: string): Promise<boolean> =>
    (await listKeys(getReleaseKey(remote, version, ''))).includes(getReleaseKey(remote, version, MANIFEST));

  /** What a version declares to own; nothing when its manifest cannot be read. */
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
   * Makes a published version the active one; the version before it becomes the last good one. `isExplicit`: the version may be a bad one, and paths that it has
   * lost stay with their owners. Otherwise throws a ReleaseError when the version is bad or declares another remote's path.
   */
  const activate = (release: ReleaseManifest, { isExplicit = false, takesBack = false } = {}): Promise<Registry> =>
    registry.update(async (content) => activateVersion({ ...(await toActivation(release, content.remotes[release.remote])), isExplicit, takesBack })(content));

  /** Makes the canary of a remote the active version. Throws a ReleaseError when there is none, or not the `expected` one any more. */
  const promote = (remote: string, expected?: CanaryStart): Promise<Registry> =>
    registry.update(async (content) => {
      const entry = requireEntry(content, remote);
      const { version } = requireCanary(entry, remote, expected);
      return activateVersion(await toActivation(await readCompleteRelease(remote, version), entry))(content);
    });

  /** Leaves the active version for the newest complete one before it, or for another one of the history. */
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
   * Activates the last good version, or `target` of the history; the one that is left becomes a bad one, which its team can take back if it was the team that did this (`by`).
   * Throws a ReleaseError when there is no other.
   */
  const rollBack = (remote: string, reason = 'rolled back', target?: string, by?: string): Promise<Registry> =>
    registry.update((content) => rollBackActive(content, remote, reason, target, by));

  /** Marks a version as bad; if it is the active one, the last good one becomes active. Throws a ReleaseError when there is no other, or no such version. */
  const markBad = (remote: string, version: string, reason = 'marked by hand'): Promise<Registry> =>
    registry.update(async (content) => {
      const { history } = requireEntry(content, remote);
      if (history[0] === version) return rollBackActive(content, remote, reason);
      if (!history.includes(version) && !(await isPublished(remote, version))) throw new ReleaseError(`There is no version ${version} of ${remote}.`);
      return markBadVersion({ remote, version, reason, at: now() })(content);
    });

  const changeRegistry = (change: RegistryChange): Promise<Registry> => registry.update(async (content) => change(content));

  /** Removes a remote from the registry; its files stay. */
  const remove = (remote: string): Promise<Registry> => changeRegistry(removeRemote(remote, now()));

  const setPaths = (remote: string, action: PathAction, path: string): Promise<Registry> => changeRegistry(changePaths(remote, action, path));

  /** Allows or hides the links that a remote asks for. */
  const setLinks = (remote: string, action: LinkAction): Promise<Registry> => changeRegistry(changeLinks(remote, action));

  /** The versions that have a manifest, also the host's builds, as `<remote>/<version>`. */
  const listVersions = async (): Promise<string[]> =>
    (await listKeys('')).flatMap((key) => {
      const [remote = '', version = ''] = key.split('/');
      return key === getReleaseKey(remote, version, MANIFEST) ? [`${remote}/${version}`] : [];
    });

  const listManifests = async (): Promise<string[]> => (await listVersions()).map((name) => `${name}/${MANIFEST}`);

  /** Why a version cannot be used, or its manifest: every signature and every file is read. */
  const verify = async (remote: string, version: string): Promise<{ readonly release: ReleaseManifest } | { readonly problem: string }> => {
    try {
      const release = await readCompleteRelease(remote, version);
      const stored = await listKeys(getReleaseKey(remote, version, ''));
      return stored.length === Object.keys(release.files).length + 1 ? { release } : { problem: 'it has files that its manifest does not name' };
    } catch (error) {
      return { problem: getErrorMessage(error) };
    }
  };

  /** Published versions of a remote whose manifest can be read, newest first. */
  const listReleases = async (remote: string): Promise<ReleaseManifest[]> => {
    const versions = (await listKeys(`${remote}/`)).flatMap((key) => {
      const [, version = '', file] = key.split('/');
      return file === MANIFEST && key === getReleaseKey(remote, version, MANIFEST) ? [version] : [];
    });
    const found = await Promise.all(versions.map((version) => readManifest(remote, version).catch(() => undefined)));
    return found.filter((release) => release !== undefined).sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  };

  /** Removes the versions that nothing needs any more, here also from a cache; returns them. Throws a ReleaseError when another process is doing the same. */
  const prune = async (options: PruneOptions): Promise<VersionName[]> => {
    const removed = await retention.prune(options);
    if (options.isDryRun !== true) await releases.removeUnstored(new Set(await listKeys('')), await readRegistry());
    return removed;
  };

  return {
    registryIntervalMs: typeof location === 'string' ? FOLDER_INTERVAL_MS : OBJECT_STORE_INTERVAL_MS,
    /** Makes the keys at the first start. Throws a SettingError if other keys have signed the store. */
    prepare,
    inspectRegistry: registry.inspect,
    backUpRegistry: registry.backUp,
    requireExclusiveCreation: storage.requireExclusiveCreation,
    openLog,
    readRegistry,
    readCompleteRelease,
    publish,
    isPublished,
    isIntact,
    activate,
    promote,
    rollBack,
    markBad,
    remove,
    setPaths,
    setLinks,
    changeRegistry,
    listReleases,
    listVersions,
    verify,
    ...createStoreKeys({ storage, registry, codec, keys, manifests, listManifests }),
    recordServed: retention.recordServed,
    prune,
    ...releases,
  };
};
export type ReleaseStore = ReturnType<typeof createReleaseStore>;
