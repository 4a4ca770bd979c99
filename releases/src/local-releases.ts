import { lstatSync } from 'node:fs';
import { lstat, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createBrowserFiles } from './browser-files.ts';
import { describeState, VerifiedFiles } from './file-state.ts';
import { getReleaseKey, MANIFEST, type Registry, type ReleaseManifest } from './manifest.ts';
import { forEachFile, type ParseSignedManifest, readReleaseFile, readManifest as readSignedManifest } from './release-files.ts';
import { createFolderStorage } from './storage/folder-storage.ts';
import type { ReleaseStorage } from './storage/release-storage.ts';

interface LocalReleasesOptions {
  /** Folder that contains the remotes' folders. */
  readonly folder: string;
  /** Storage from which missing versions are downloaded; undefined if the folder is the store itself. */
  readonly origin: ReleaseStorage | undefined;
  readonly parseSignedManifest: ParseSignedManifest;
  /** Changes whenever the list of trusted keys changes; manifests are then verified again. */
  readonly getTrustedKeysFingerprint: () => string;
}

/**
 * Returns the state of every file in a version as one string, which changes when a file is missing, truncated or replaced, even by a link. Synchronous, because
 * hosts check hundreds of files every second: 400 take 2.5 ms of processor time, but 9 ms through the thread pool.
 */
const getFingerprint = (releaseFolder: string, files: ReleaseManifest['files']): string => {
  const fileStates = ['', ...Object.keys(files)].map((file) => {
    try {
      const status = lstatSync(join(releaseFolder, file));
      return file === '' ? status.ino : describeState(status);
    } catch {
      return 'missing';
    }
  });
  return fileStates.join(' ');
};

/** Removes cached versions that the origin no longer has, unless the registry names them. */
const removeUnstoredVersions = async (
  cache: ReleaseStorage,
  folder: string,
  storedKeys: ReadonlySet<string>,
  { remotes }: Pick<Registry, 'remotes'>,
): Promise<void> => {
  for (const { key } of await cache.list('')) {
    const [remote = '', version = '', file] = key.split('/');
    const isManifest = file === MANIFEST && key === getReleaseKey(remote, version, MANIFEST);
    if (!isManifest || storedKeys.has(key) || remotes[remote]?.history.includes(version)) continue;
    await rm(join(folder, remote, version), { recursive: true, force: true });
  }
};

/**
 * Manages the versions on this machine's disk, from which hosts serve and evaluate them: the folder of a local store, or the cache of an object store, which
 * has the same layout. A cache downloads missing files, checks the hash of every file, survives restarts, and serves cached versions without the origin.
 */
export const createLocalReleases = ({ folder, origin, parseSignedManifest, getTrustedKeysFingerprint }: LocalReleasesOptions) => {
  const files = createFolderStorage(folder);
  const readManifest = (from: ReleaseStorage, remote: string, version: string): Promise<ReleaseManifest> =>
    readSignedManifest(from, parseSignedManifest, remote, version);
  const readLocalManifest = (remote: string, version: string): Promise<ReleaseManifest> => readManifest(files, remote, version);
  const verifiedFiles = new VerifiedFiles();
  const getFolder = (remote: string, version: string): string => join(folder, remote, version);

  /** Reads from the folder; calls `download` if the folder does not have an intact copy. */
  const readOrDownload = async <T>(read: (from: ReleaseStorage) => Promise<T>, download = read): Promise<T> => {
    try {
      return await read(files);
    } catch (error) {
      if (origin === undefined) throw error;
      return download(origin);
    }
  };

  /** Returns a manifest. Throws with the reason if it is missing, damaged or belongs to another release. */
  const readRelease = (remote: string, version: string): Promise<ReleaseManifest> => readOrDownload((from) => readManifest(from, remote, version));

  /** Returns a file of a release. Throws if it is a link, or if its hash does not match the manifest. */
  const readVerifiedFile = (release: ReleaseManifest, file: string): Promise<Buffer> => {
    const key = getReleaseKey(release.remote, release.version, file);
    return readOrDownload(
      async (from) => {
        const status = await lstat(join(folder, key)).catch(() => undefined);
        const content = await readReleaseFile(from, release, file);
        if (status !== undefined) verifiedFiles.add(key, status, release.files[file]);
        return content;
      },
      async (from) => {
        const content = await readReleaseFile(from, release, file);
        await files.replace(key, content);
        return content;
      },
    );
  };

  /** Downloads a version. Writes the manifest last, so that a version with a manifest is complete. */
  const download = async (from: ReleaseStorage, remote: string, version: string): Promise<ReleaseManifest> => {
    const key = getReleaseKey(remote, version, MANIFEST);
    const release = await readManifest(from, remote, version);
    await forEachFile(release, (file) => readVerifiedFile(release, file));
    // Copy the original bytes, because the schema drops fields that this version of the code does not know.
    await files.replace(key, (await from.read(key)) ?? '');
    return release;
  };

  const downloads = new Map<string, Promise<ReleaseManifest>>();

  /** Returns the manifest of a version, and downloads the version's files first if necessary. Throws with the reason if the version cannot be used. */
  const loadRelease = (remote: string, version: string): Promise<ReleaseManifest> =>
    readOrDownload(
      (from) => readManifest(from, remote, version),
      (from) => {
        const key = `${remote}/${version}`;
        const pending = downloads.get(key) ?? download(from, remote, version).finally(() => downloads.delete(key));
        downloads.set(key, pending);
        return pending;
      },
    );

  return {
    getFolder,
    /** Does nothing for a local store, which has no origin. */
    removeUnstoredVersions: async (storedKeys: ReadonlySet<string>, registry: Pick<Registry, 'remotes'>): Promise<void> => {
      if (origin !== undefined) await removeUnstoredVersions(files, folder, storedKeys, registry);
    },
    readRelease,
    readVerifiedFile,
    loadRelease,
    fingerprint: ({ remote, version, files: named }: ReleaseManifest): string => getFingerprint(getFolder(remote, version), named),
    ...createBrowserFiles({
      folder,
      isCache: origin !== undefined,
      readLocalManifest,
      getTrustedKeysFingerprint,
      loadRelease,
      readVerifiedFile,
      verifiedFiles,
    }),
  };
};
