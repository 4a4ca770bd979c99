import { basename, dirname, join } from 'node:path';
import { createGenerationLog, type GenerationLog } from './generation-log.ts';
import { createLocalReleases } from './local-releases.ts';
import { MANIFEST, type Registry } from './manifest.ts';
import { addVersionDigests, createManifestSigning } from './manifest-signing.ts';
import { createOwnKeysCheck } from './own-keys-check.ts';
import { createPublisher } from './publish-release.ts';
import { createPublishedReleases } from './published-releases.ts';
import { changeLinks, changePaths, type LinkAction, type PathAction, type RegistryChange, removeRemote } from './registry-changes.ts';
import { createRegistryCodec } from './registry-codec.ts';
import { createRegistryStore } from './registry-store.ts';
import { createActivation } from './release-activation.ts';
import { hashFiles } from './release-files.ts';
import { createRetention, type PruneOptions, type VersionName } from './retention.ts';
import { openKeyFolder } from './signing/key-folder.ts';
import { createFolderStorage } from './storage/folder-storage.ts';
import type { ReleaseStorage } from './storage/release-storage.ts';
import { createStoreKeys } from './store-keys.ts';

/** How often hosts poll for new generations of the registry: in a folder, and in an object store, where each poll takes two requests. */
const FOLDER_INTERVAL_MS = 250;
const OBJECT_STORE_INTERVAL_MS = 500;

/** An object store, and this machine's folder that caches its content. */
interface SharedStorage {
  readonly storage: ReleaseStorage;
  readonly cacheFolder: string;
  /** Folder with the keys, and with this machine's backup of the registry. */
  readonly dataFolder: string;
}

/**
 * Stores every released version, which is never overwritten, and the registry that points to the active ones: in a folder, or in an object store that machines
 * share. Both are signed. The keys and the newest generations that this machine has accepted are outside the store: for a folder, next to it.
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
        published.readManifest(remote, version).then(
          ({ files }) => hashFiles(files),
          () => undefined,
        ),
      ),
  });
  const manifests = createManifestSigning({ registry, codec });
  const published = createPublishedReleases({ storage, parseSignedManifest: manifests.parseSignedManifest });
  const retention = createRetention({ storage, registry });
  const releases = createLocalReleases({
    folder,
    origin: typeof location === 'string' ? undefined : storage,
    parseSignedManifest: manifests.parseSignedManifest,
    getTrustedKeysFingerprint: registry.getTrustedKeysFingerprint,
  });

  /** Opens the numbered texts in a folder of the store, which all machines that use the store share. */
  const openLog = (name: 'history' | 'tokens'): GenerationLog => createGenerationLog(storage, `${name}/`);

  /** Returns the newest valid registry, or an empty one before the first release. */
  const readRegistry = async (): Promise<Registry> => (await registry.inspect()).registry;

  const changeRegistry = (change: RegistryChange): Promise<Registry> => registry.update(async (content) => change(content));

  const listManifests = async (): Promise<string[]> => (await published.listVersions()).map((name) => `${name}/${MANIFEST}`);

  /** Removes unused versions, from this machine's cache as well, and returns them. Throws a ReleaseError if another process is removing versions. */
  const prune = async (options: PruneOptions): Promise<VersionName[]> => {
    const removed = await retention.prune(options);
    if (options.isDryRun !== true) await releases.removeUnstoredVersions(new Set(await published.listKeys('')), await readRegistry());
    return removed;
  };

  const { readCompleteRelease, isPublished, isIntact, listReleases, listVersions, verify } = published;
  return {
    registryIntervalMs: typeof location === 'string' ? FOLDER_INTERVAL_MS : OBJECT_STORE_INTERVAL_MS,
    /** Creates the keys at the first start. Throws a SettingError if other keys have signed the store. */
    prepare,
    inspectRegistry: registry.inspect,
    backUpRegistry: registry.backUp,
    requireExclusiveCreation: storage.requireExclusiveCreation,
    openLog,
    readRegistry,
    changeRegistry,
    readCompleteRelease,
    isPublished,
    isIntact,
    listReleases,
    listVersions,
    verify,
    ...createPublisher({ storage, registry, manifests, published }),
    ...createActivation({ registry, published }),
    /** Removes a remote from the registry; its files stay. */
    remove: (remote: string): Promise<Registry> => changeRegistry(removeRemote(remote, new Date().toISOString())),
    setPaths: (remote: string, action: PathAction, path: string): Promise<Registry> => changeRegistry(changePaths(remote, action, path)),
    /** Allows or hides the Explore links that a remote requests. */
    setLinks: (remote: string, action: LinkAction): Promise<Registry> => changeRegistry(changeLinks(remote, action)),
    ...createStoreKeys({ storage, registry, codec, keys, manifests, listManifests }),
    recordServed: retention.recordServed,
    prune,
    ...releases,
  };
};
export type ReleaseStore = ReturnType<typeof createReleaseStore>;
