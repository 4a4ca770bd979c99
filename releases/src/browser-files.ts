import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasErrorCode } from '@site/shared/domain/error-code';
import { describeState, type VerifiedFiles } from './file-state.ts';
import { getReleaseKey, MANIFEST, type ReleaseManifest } from './manifest.ts';
import { resolveFile } from './storage/folder-storage.ts';

/** Maximum number of parsed manifests kept in memory. */
const MANIFEST_LIMIT = 200;
/** How long to wait before trying again to download a version that could not be downloaded. Browsers can request any version. */
const UNKNOWN_LIFETIME_MS = 5000;
const UNKNOWN_LIMIT = 1000;

type ReadRelease = (remote: string, version: string) => Promise<ReleaseManifest>;

interface BrowserFilesOptions {
  /** Folder that contains the remotes' folders. */
  readonly folder: string;
  /** False if the folder is the store itself, which has no other source to download from. */
  readonly isCache: boolean;
  readonly readLocalManifest: ReadRelease;
  /** Changes with the list of trusted keys, so that manifests are verified again. */
  readonly getTrustedKeysFingerprint: () => string;
  readonly loadRelease: ReadRelease;
  readonly readVerifiedFile: (release: ReleaseManifest, file: string) => Promise<Buffer>;
  readonly verifiedFiles: Pick<VerifiedFiles, 'has'>;
}

/** Provides the release files that browsers may request, from this machine's disk. */
export const createBrowserFiles = (options: BrowserFilesOptions) => {
  const { folder, isCache, readLocalManifest, getTrustedKeysFingerprint, loadRelease, readVerifiedFile, verifiedFiles } = options;
  const manifests = new Map<string, { readonly fingerprint: string; readonly release: ReleaseManifest }>();

  /** Returns the manifest of a version on this machine. Verifies the manifest again if its file or the trusted keys have changed. */
  const readServedRelease = async (remote: string, version: string): Promise<ReleaseManifest> => {
    const key = `${remote}/${version}`;
    const fingerprint = `${describeState(await lstat(join(folder, remote, version, MANIFEST)))}:${getTrustedKeysFingerprint()}`;
    const cached = manifests.get(key);
    if (cached?.fingerprint === fingerprint) return cached.release;
    const release = await readLocalManifest(remote, version);
    if (manifests.size >= MANIFEST_LIMIT) manifests.clear();
    manifests.set(key, { fingerprint, release });
    return release;
  };

  /** Versions that could not be downloaded, with the time of the attempt (Unix milliseconds). */
  const unknown = new Map<string, number>();

  /** Like `readServedRelease`, but downloads a missing version, which another host may have served. */
  const findServedRelease = async (remote: string, version: string, isOnDisk = false): Promise<ReleaseManifest> => {
    const key = `${remote}/${version}`;
    try {
      return await readServedRelease(remote, version);
    } catch (error) {
      if (isOnDisk || !isCache || Date.now() - (unknown.get(key) ?? 0) < UNKNOWN_LIFETIME_MS) throw error;
    }
    try {
      return await loadRelease(remote, version);
    } catch (error) {
      if (unknown.size >= UNKNOWN_LIMIT) unknown.clear();
      unknown.set(key, Date.now());
      throw error;
    }
  };

  /** Throws unless a file matches its manifest. */
  const requireManifestMatch = async (release: ReleaseManifest, path: string, resolvedPath: string): Promise<void> => {
    const key = getReleaseKey(release.remote, release.version, path);
    if (!verifiedFiles.has(key, await lstat(resolvedPath), release.files[path])) await readVerifiedFile(release, path);
  };

  /**
   * Returns the folder of a file that browsers may request. The manifest must list the file and its compressed copies, and none of them may be a link.
   * `isOnDisk`: search only this machine's disk.
   */
  const findBrowserFolder = async (remote: string, version: string, file: string, isOnDisk = false): Promise<string | undefined> => {
    try {
      const release = await findServedRelease(remote, version, isOnDisk);
      const requireFile = async (path: string, isOptional: boolean): Promise<void> => {
        const resolvedPath = await resolveFile(folder, getReleaseKey(remote, version, path)).catch((error: unknown) => {
          if (!isOptional || !hasErrorCode(error, 'ENOENT')) throw error;
        });
        if (resolvedPath !== undefined) await requireManifestMatch(release, path, resolvedPath);
      };
      // The static server selects a compressed copy automatically, so every copy that exists must match. Copies may be missing.
      await Promise.all(['', '.br', '.gz'].map((suffix) => requireFile(`browser/${file}${suffix}`, suffix !== '')));
      return join(folder, remote, version, 'browser');
    } catch {
      // The file is missing, damaged or a link.
      return undefined;
    }
  };

  /** Returns the content of a file found by `findBrowserFolder`, or undefined if the file no longer matches the hash in its manifest. */
  const readBrowserFile = async (remote: string, version: string, file: string): Promise<Buffer | undefined> => {
    try {
      return await readVerifiedFile(await findServedRelease(remote, version), `browser/${file}`);
    } catch {
      return undefined;
    }
  };

  return { findBrowserFolder, readBrowserFile };
};
