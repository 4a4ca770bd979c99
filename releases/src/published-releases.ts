import { getErrorMessage } from '@site/shared/domain/error-code';
import { getReleaseKey, MANIFEST, type ReleaseManifest } from './manifest.ts';
import { forEachFile, type ParseSignedManifest, readReleaseFile, readManifest as readSignedManifest } from './release-files.ts';
import type { ReleaseStorage } from './storage/release-storage.ts';

interface PublishedReleasesOptions {
  readonly storage: ReleaseStorage;
  readonly parseSignedManifest: ParseSignedManifest;
}

/** Reads and lists the versions in the storage. */
export const createPublishedReleases = ({ storage, parseSignedManifest }: PublishedReleasesOptions) => {
  const listKeys = async (prefix: string): Promise<string[]> => (await storage.list(prefix)).map(({ key }) => key);

  const readManifest = (remote: string, version: string): Promise<ReleaseManifest> => readSignedManifest(storage, parseSignedManifest, remote, version);

  /** Returns a manifest if every file of the version is stored as published; otherwise throws with the reason. */
  const readCompleteRelease = async (remote: string, version: string): Promise<ReleaseManifest> => {
    const release = await readManifest(remote, version);
    await forEachFile(release, (file) => readReleaseFile(storage, release, file));
    return release;
  };

  /** Returns the published version; undefined if files are missing or the manifest does not list all of them. */
  const readIntact = async ({ remote, version }: Pick<ReleaseManifest, 'remote' | 'version'>): Promise<ReleaseManifest | undefined> => {
    const stored = await listKeys(getReleaseKey(remote, version, ''));
    if (stored.length === 0) return undefined;
    const release = await readCompleteRelease(remote, version).catch(() => undefined);
    return release !== undefined && stored.length === Object.keys(release.files).length + 1 ? release : undefined;
  };

  const isIntact = async (release: ReleaseManifest): Promise<boolean> => (await readIntact(release)) !== undefined;

  /** Whether a version has been published, even if it has been damaged since. */
  const isPublished = async (remote: string, version: string): Promise<boolean> =>
    (await listKeys(getReleaseKey(remote, version, ''))).includes(getReleaseKey(remote, version, MANIFEST));

  /** Lists the versions that have a manifest, including the host's builds, as `<remote>/<version>`. */
  const listVersions = async (): Promise<string[]> =>
    (await listKeys('')).flatMap((key) => {
      const [remote = '', version = ''] = key.split('/');
      return key === getReleaseKey(remote, version, MANIFEST) ? [`${remote}/${version}`] : [];
    });

  /** Verifies every signature and file of a version. Returns the manifest, or the reason why the manifest or a file cannot be used. */
  const verify = async (remote: string, version: string): Promise<{ readonly release: ReleaseManifest } | { readonly problem: string }> => {
    try {
      const release = await readCompleteRelease(remote, version);
      const stored = await listKeys(getReleaseKey(remote, version, ''));
      return stored.length === Object.keys(release.files).length + 1 ? { release } : { problem: 'it has files that its manifest does not name' };
    } catch (error) {
      return { problem: getErrorMessage(error) };
    }
  };

  /** Lists the published versions of a remote whose manifest can be read, newest first. */
  const listReleases = async (remote: string): Promise<ReleaseManifest[]> => {
    const versions = (await listKeys(`${remote}/`)).flatMap((key) => {
      const [, version = '', file] = key.split('/');
      return file === MANIFEST && key === getReleaseKey(remote, version, MANIFEST) ? [version] : [];
    });
    const found = await Promise.all(versions.map((version) => readManifest(remote, version).catch(() => undefined)));
    return found.filter((release) => release !== undefined).sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  };

  return { listKeys, readManifest, readCompleteRelease, readIntact, isIntact, isPublished, listVersions, listReleases, verify };
};
export type PublishedReleases = ReturnType<typeof createPublishedReleases>;
