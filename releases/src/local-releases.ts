import { lstatSync, type Stats } from 'node:fs';
import { lstat, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hasErrorCode } from '@site/shared/domain/error-code';
import { getReleaseKey, MANIFEST, type Registry, type ReleaseManifest } from './manifest.ts';
import { forEachFile, type ParseSignedManifest, readReleaseFile, readManifest as readSignedManifest } from './release-files.ts';
import { createFolderStorage, resolveFile } from './storage/folder-storage.ts';
import type { ReleaseStorage } from './storage/release-storage.ts';

/** Manifests whose files are served often stay parsed. */
const MANIFEST_LIMIT = 200;
/** Versions in addresses come from browsers: one that cannot be downloaded is not tried again within this time. */
const UNKNOWN_LIFETIME_MS = 5000;
const UNKNOWN_LIMIT = 1000;
/** Files whose state is remembered. */
const VERIFIED_LIMIT = 5000;

/** It changes with every change of a file: who sets the time of the content back changes that of the status. */
const describeState = ({ ino, size, mtimeMs, ctimeMs }: Stats): string => `${ino}:${size}:${mtimeMs}:${ctimeMs}`;

interface LocalReleasesOptions {
  /** The folder that holds the remotes' folders. */
  readonly folder: string;
  /** Where versions that the folder lacks are downloaded from; undefined when the folder is the store itself. */
  readonly origin: ReleaseStorage | undefined;
  readonly parseSignedManifest: ParseSignedManifest;
  /** Changes when another key may be trusted: manifests are then verified again. */
  readonly getTrustedKeysFingerprint: () => string;
}

/**
 * The versions on this machine's disk, from where hosts serve and evaluate them: the folder of a local store, or the cache of an object store, which has the same
 * layout. A cache downloads what it lacks, checks the hash of every file, survives restarts, and needs no origin for what it has.
 */
export const createLocalReleases = ({ folder, origin, parseSignedManifest, getTrustedKeysFingerprint }: LocalReleasesOptions) => {
  const files = createFolderStorage(folder);
  const readManifest = (from: ReleaseStorage, remote: string, version: string): Promise<ReleaseManifest> =>
    readSignedManifest(from, parseSignedManifest, remote, version);
  const getFolder = (remote: string, version: string): string => join(folder, remote, version);

  /** Reads from the folder; `download` gets what the folder does not have intact. */
  const readOr = async <T>(read: (from: ReleaseStorage) => Promise<T>, download: (from: ReleaseStorage) => Promise<T>): Promise<T> => {
    try {
      return await read(files);
    } catch (error) {
      if (origin === undefined) throw error;
      return download(origin);
    }
  };

  /** Throws with the reason when the manifest is missing, damaged or another release's. */
  const readRelease = (remote: string, version: string): Promise<ReleaseManifest> => {
    const read = (from: ReleaseStorage) => readManifest(from, remote, version);
    return readOr(read, read);
  };

  /** A file of a release. Throws when it is a link, or its hash does not match the manifest. */
  const readVerified = (release: ReleaseManifest, file: string): Promise<Buffer> =>
    readOr(
      (from) => readReleaseFile(from, release, file),
      async (from) => {
        const content = await readReleaseFile(from, release, file);
        await files.replace(getReleaseKey(release.remote, release.version, file), content);
        return content;
      },
    );

  /** The manifest is written last: a version that has one was downloaded completely. */
  const download = async (from: ReleaseStorage, remote: string, version: string): Promise<ReleaseManifest> => {
    const key = getReleaseKey(remote, version, MANIFEST);
    const release = await readManifest(from, remote, version);
    await forEachFile(release, (file) => readVerified(release, file));
    // Byte by byte: the schema drops fields that this commit does not know.
    await files.replace(key, (await from.read(key)) ?? '');
    return release;
  };

  const downloads = new Map<string, Promise<ReleaseManifest>>();

  /** The manifest of a version whose files are on this machine, downloaded first where necessary. Throws with the reason when it cannot be used. */
  const loadRelease = (remote: string, version: string): Promise<ReleaseManifest> =>
    readOr(
      (from) => readManifest(from, remote, version),
      (from) => {
        const key = `${remote}/${version}`;
        const pending = downloads.get(key) ?? download(from, remote, version).finally(() => downloads.delete(key));
        downloads.set(key, pending);
        return pending;
      },
    );

  /**
   * Size and time of every file of a version, as one string: it changes when a file is missing, shortened or replaced, also by a link. Synchronous, because hosts
   * ask every second for hundreds of files: 400 take 2.5 ms of processor time, and 9 ms through the thread pool.
   */
  const fingerprint = (release: ReleaseManifest): string => {
    const releaseFolder = getFolder(release.remote, release.version);
    const marks = ['', ...Object.keys(release.files)].map((file) => {
      try {
        const status = lstatSync(join(releaseFolder, file));
        return file === '' ? status.ino : describeState(status);
      } catch {
        return 'missing';
      }
    });
    return marks.join(' ');
  };

  const manifests = new Map<string, { readonly fingerprint: string; readonly release: ReleaseManifest }>();

  /** The manifest of a version on this machine, verified again when its file or the trusted keys have changed. */
  const readServedRelease = async (remote: string, version: string): Promise<ReleaseManifest> => {
    const key = `${remote}/${version}`;
    const fingerprint = `${describeState(await lstat(join(getFolder(remote, version), MANIFEST)))}:${getTrustedKeysFingerprint()}`;
    const cached = manifests.get(key);
    if (cached?.fingerprint === fingerprint) return cached.release;
    const release = await readManifest(files, remote, version);
    if (manifests.size >= MANIFEST_LIMIT) manifests.clear();
    manifests.set(key, { fingerprint, release });
    return release;
  };

  /** Versions that could not be downloaded, with the Unix time in milliseconds. */
  const unknown = new Map<string, number>();

  /** Like `readServedRelease`, for a version that another host may have served: it is downloaded. */
  const findServedRelease = async (remote: string, version: string, isOnDisk = false): Promise<ReleaseManifest> => {
    const key = `${remote}/${version}`;
    try {
      return await readServedRelease(remote, version);
    } catch (error) {
      if (isOnDisk || origin === undefined || Date.now() - (unknown.get(key) ?? 0) < UNKNOWN_LIFETIME_MS) throw error;
    }
    try {
      return await loadRelease(remote, version);
    } catch (error) {
      if (unknown.size >= UNKNOWN_LIMIT) unknown.clear();
      unknown.set(key, Date.now());
      throw error;
    }
  };

  /** The state in which each file that browsers may get had the hash that its manifest names. */
  const verified = new Map<string, string>();

  /** Throws unless a file is the one that its manifest names. */
  const requireReleased = async (release: ReleaseManifest, path: string, resolved: string): Promise<void> => {
    const state = `${describeState(await lstat(resolved))}:${release.files[path]}`;
    if (verified.get(resolved) === state) return;
    await readVerified(release, path);
    if (verified.size >= VERIFIED_LIMIT) verified.clear();
    verified.set(resolved, state);
  };

  /**
   * The folder of a file that browsers may get: it and its compressed copies are those that the version's manifest names, and none of them is a link. `isOnDisk`: a version
   * that is not on this machine's disk is not looked for elsewhere.
   */
  const findBrowserFolder = async (remote: string, version: string, file: string, isOnDisk = false): Promise<string | undefined> => {
    try {
      const release = await findServedRelease(remote, version, isOnDisk);
      const requireFile = async (path: string, isOptional: boolean): Promise<void> => {
        const resolved = await resolveFile(folder, getReleaseKey(remote, version, path)).catch((error: unknown) => {
          if (!isOptional || !hasErrorCode(error, 'ENOENT')) throw error;
        });
        if (resolved !== undefined) await requireReleased(release, path, resolved);
      };
      // The static server chooses a compressed copy by itself, which may be missing.
      await Promise.all(['', '.br', '.gz'].map((suffix) => requireFile(`browser/${file}${suffix}`, suffix !== '')));
      return join(getFolder(remote, version), 'browser');
    } catch {
      // Missing, damaged or a link.
      return undefined;
    }
  };

  /** The bytes of a file that `findBrowserFolder` has found, with the hash that the manifest names; undefined when they have changed since. */
  const readBrowserFile = async (remote: string, version: string, file: string): Promise<Buffer | undefined> => {
    try {
      return await readVerified(await findServedRelease(remote, version), `browser/${file}`);
    } catch {
      return undefined;
    }
  };

  /** Removes versions from a cache that the origin no longer has, unless the registry names them. Does nothing in a store's own folder. */
  const removeUnstored = async (storedKeys: ReadonlySet<string>, { remotes }: Pick<Registry, 'remotes'>): Promise<void> => {
    if (origin === undefined) return;
    for (const { key } of await files.list('')) {
      const [remote = '', version = '', file] = key.split('/');
      const isManifest = file === MANIFEST && key === getReleaseKey(remote, version, MANIFEST);
      if (!isManifest || storedKeys.has(key) || remotes[remote]?.history.includes(version)) continue;
      await rm(getFolder(remote, version), { recursive: true, force: true });
    }
  };

  return { getFolder, removeUnstored, readRelease, readVerified, loadRelease, fingerprint, findBrowserFolder, readBrowserFile };
};
