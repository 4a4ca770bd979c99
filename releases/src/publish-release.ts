import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getReleaseKey, MANIFEST, type ReleaseDetails, type ReleaseManifest } from './manifest.ts';
import type { ManifestSigning } from './manifest-signing.ts';
import type { PublishedReleases } from './published-releases.ts';
import { requireNotSwept } from './registry-changes.ts';
import type { RegistryStore } from './registry-store.ts';
import { ReleaseError } from './release-error.ts';
import { describeBuild, forEachFile, readReleaseFile, sha256 } from './release-files.ts';
import type { ReleaseStorage } from './storage/release-storage.ts';

interface PublisherOptions {
  readonly storage: ReleaseStorage;
  readonly registry: Pick<RegistryStore, 'inspect'>;
  readonly manifests: Pick<ManifestSigning, 'toText'>;
  readonly published: Pick<PublishedReleases, 'listKeys' | 'readManifest' | 'readCompleteRelease' | 'readIntact'>;
}

/** Copies builds into the storage. */
export const createPublisher = ({ storage, registry, manifests, published }: PublisherOptions) => {
  /** Stores a file from a build and reads it back. Throws if the file has changed since the build was described, or if the storage returns different bytes. */
  const writeFile = async ({ remote, version, files }: ReleaseManifest, distFolder: string, file: string): Promise<void> => {
    const key = getReleaseKey(remote, version, file);
    const content = await readFile(join(distFolder, file));
    if (sha256(content) !== files[file]) throw new ReleaseError(`${remote} ${version}: ${file} has changed since it was checked. Release it again.`);
    await storage.replace(key, content);
    if ((await storage.read(key))?.equals(content) !== true) throw new Error(`${remote} ${version}: ${file} is not the published file`);
  };

  /**
   * Stores the missing or damaged files of a version, and removes files that its manifest does not list. Writes the manifest last: without it the version does
   * not exist.
   */
  const writeRelease = async (manifest: ReleaseManifest, distFolder: string): Promise<void> => {
    const { remote, version, files } = manifest;
    const getKey = (file: string): string => getReleaseKey(remote, version, file);
    const stored = new Set(await published.listKeys(getKey('')));
    const named = new Set([MANIFEST, ...Object.keys(files)].map(getKey));
    for (const key of stored) if (!named.has(key)) await storage.remove(key);
    await forEachFile(manifest, async (file) => {
      const isStored = stored.has(getKey(file)) && (await readReleaseFile(storage, manifest, file).catch(() => undefined)) !== undefined;
      if (!isStored) await writeFile(manifest, distFolder, file);
    });
    await storage.replace(getKey(MANIFEST), await manifests.toText(manifest));
  };

  /** Rewrites a manifest to renew its timestamp, so that retention treats an old version as new when it is released again. */
  const touchManifest = async ({ remote, version }: ReleaseManifest): Promise<void> => {
    const key = getReleaseKey(remote, version, MANIFEST);
    const content = await storage.read(key);
    if (content !== undefined) await storage.replace(key, content);
  };

  /**
   * Publishes the build that `describeBuild` has found in a folder, without hashing the files again. `details` records the earlier checks. Replaces files of a
   * published version that have been damaged since. Throws a ReleaseError if the build cannot be published.
   */
  const publishBuild = async (build: ReleaseManifest, distFolder: string, details: ReleaseDetails = {}): Promise<ReleaseManifest> => {
    const { remote, version } = build;
    const existing = await published.readIntact(build);
    await storage.requireExclusiveCreation();
    if (existing !== undefined) await touchManifest(existing);
    else await writeRelease({ ...build, createdAt: new Date().toISOString(), ...details }, distFolder);
    // A file that was just written has already been read back.
    const complete = await (existing === undefined ? published.readManifest(remote, version) : published.readCompleteRelease(remote, version));
    requireNotSwept((await registry.inspect()).registry, complete);
    return complete;
  };

  /**
   * Copies a build into the store under a version derived from its content. Publishing the same build twice results in the same version; see `publishBuild`.
   */
  const publish = async (remote: string, packageVersion: string, distFolder: string, details: ReleaseDetails = {}): Promise<ReleaseManifest> =>
    publishBuild(await describeBuild(remote, packageVersion, distFolder), distFolder, details);

  return { publish, publishBuild };
};
