import { randomUUID } from 'node:crypto';
import { lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getErrorMessage, hasErrorCode } from '@site/shared/domain/error-code';
import * as v from 'valibot';
import { createGenerationFolder } from './generation-log.ts';
import { type Registry, type RegistryEntry, type ReleaseManifest, releaseManifestSchema } from './manifest.ts';
import {
  activateVersion,
  changePaths,
  markBadVersion,
  type PathAction,
  type RegistryContent,
  removeRemote,
  requireEntry,
  rollBackVersion,
} from './registry-changes.ts';
import { createRegistryStore } from './registry-store.ts';
import { ReleaseError } from './release-error.ts';
import { copyReleaseFiles, describeBuild, listRegularFiles, resolveFile, sha256 } from './release-files.ts';

/** Manifests whose files are served often stay parsed. */
const MANIFEST_LIMIT = 200;

const now = (): string => new Date().toISOString();

/** The folder that holds every released version, never overwritten, and the registry that points to the active ones. */
export const createReleaseStore = (folder: string) => {
  const registry = createRegistryStore(createGenerationFolder(join(folder, 'registry')), createGenerationFolder(join(folder, 'registry-backup')));
  const getReleaseFolder = (remote: string, version: string): string => join(folder, remote, version);

  /** The newest valid registry, or an empty one before the first release. */
  const readRegistry = async (): Promise<Registry> => (await registry.inspect()).registry;

  /** Throws with the reason when the manifest is missing, damaged or another release's. */
  const readRelease = async (remote: string, version: string): Promise<ReleaseManifest> => {
    try {
      const release = v.parse(releaseManifestSchema, JSON.parse(await readFile(await resolveFile(folder, join(remote, version, 'release.json')), 'utf8')));
      if (release.remote !== remote || release.version !== version) throw new Error(`it belongs to ${release.remote} ${release.version}`);
      return release;
    } catch (error) {
      throw new Error(`the manifest of ${remote} ${version} cannot be used: ${getErrorMessage(error)}`, { cause: error });
    }
  };

  /** A file of a release. Throws when it is a link, or its hash does not match the manifest. */
  const readVerified = async (release: ReleaseManifest, file: string): Promise<Buffer> => {
    const content = await readFile(await resolveFile(folder, join(release.remote, release.version, file)));
    if (release.files[file] !== sha256(content)) throw new Error(`${release.remote} ${release.version}: ${file} is not the published file`);
    return content;
  };

  /** Throws with the reason unless every file of a version is the published one. */
  const readCompleteRelease = async (remote: string, version: string): Promise<ReleaseManifest> => {
    const release = await readRelease(remote, version);
    for (const file of Object.keys(release.files)) await readVerified(release, file);
    return release;
  };

  /** The published version, or undefined when it is incomplete or its folder holds more than its manifest names. */
  const readIntact = async ({ remote, version }: ReleaseManifest): Promise<ReleaseManifest | undefined> => {
    try {
      const release = await readCompleteRelease(remote, version);
      const present = await listRegularFiles(getReleaseFolder(remote, version));
      return present.length === Object.keys(release.files).length + 1 ? release : undefined;
    } catch {
      return undefined;
    }
  };

  /**
   * Copies a build into the store under a version derived from its content. Publishing the same build twice results in the same version; a version whose files
   * have been damaged since is replaced. `gate` records what was examined before. Throws a ReleaseError when the build cannot be published.
   */
  const publish = async (remote: string, packageVersion: string, distFolder: string, gate?: ReleaseManifest['gate']): Promise<ReleaseManifest> => {
    const manifest: ReleaseManifest = { ...(await describeBuild(remote, packageVersion, distFolder)), ...(gate === undefined ? {} : { gate }) };
    const published = await readIntact(manifest);
    if (published !== undefined) return published;
    const target = getReleaseFolder(remote, manifest.version);
    const draft = join(folder, remote, `.${randomUUID()}`);
    const damaged = `${draft}-damaged`;
    try {
      await mkdir(draft, { recursive: true });
      await copyReleaseFiles(Object.keys(manifest.files), distFolder, draft);
      await writeFile(join(draft, 'release.json'), JSON.stringify(manifest, null, 2), { flush: true });
      await rename(target, damaged).catch((error: unknown) => {
        if (!hasErrorCode(error, 'ENOENT')) throw error;
      });
      await rename(draft, target);
    } catch (error) {
      // Another process may have published the same version in the meantime.
      if (!hasErrorCode(error, 'EEXIST', 'ENOTEMPTY')) throw error;
    } finally {
      for (const leftover of [draft, damaged]) await rm(leftover, { recursive: true, force: true });
    }
    return readCompleteRelease(remote, manifest.version);
  };

  const isIntact = async (release: ReleaseManifest): Promise<boolean> => (await readIntact(release)) !== undefined;

  /** True when a version's folder exists, even if it is damaged. */
  const isPublished = (remote: string, version: string): Promise<boolean> =>
    lstat(getReleaseFolder(remote, version)).then(
      () => true,
      () => false,
    );

  /** What a version declares to own; nothing when its manifest cannot be read. */
  const readDeclaredPaths = async (remote: string, version: string | undefined): Promise<readonly string[]> => {
    if (version === undefined) return [];
    const release = await readRelease(remote, version).catch(() => undefined);
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
  const activate = (release: ReleaseManifest, { isExplicit = false } = {}): Promise<Registry> =>
    registry.update(async (content) => activateVersion({ ...(await toActivation(release, content.remotes[release.remote])), isExplicit })(content));

  /** Leaves the active version for the newest complete one before it. */
  const leaveActive = async (content: RegistryContent, remote: string, reason: string): Promise<RegistryContent> => {
    const entry = requireEntry(content, remote);
    const [active = '', ...older] = entry.history;
    for (const version of older) {
      const release = await readCompleteRelease(remote, version).catch(() => undefined);
      if (release !== undefined) return rollBackVersion(await toActivation(release, entry), { remote, version: active, reason, at: now() })(content);
    }
    throw new ReleaseError(`There is no version of ${remote} to go back to.`);
  };

  /** Activates the last good version; the one that is left becomes a bad one. Throws a ReleaseError when there is no other. */
  const rollBack = (remote: string, reason = 'rolled back'): Promise<Registry> => registry.update((content) => leaveActive(content, remote, reason));

  /** Marks a version as bad; if it is the active one, the last good one becomes active. Throws a ReleaseError when there is no other, or no such version. */
  const markBad = (remote: string, version: string, reason = 'marked by hand'): Promise<Registry> =>
    registry.update(async (content) => {
      const { history } = requireEntry(content, remote);
      if (history[0] === version) return leaveActive(content, remote, reason);
      if (!history.includes(version) && !(await isPublished(remote, version))) throw new ReleaseError(`There is no version ${version} of ${remote}.`);
      return markBadVersion({ remote, version, reason, at: now() })(content);
    });

  /** Removes a remote from the registry; its files stay. */
  const remove = (remote: string): Promise<Registry> => registry.update(async (content) => removeRemote(remote, now())(content));

  const setPaths = (remote: string, action: PathAction, path: string): Promise<Registry> =>
    registry.update(async (content) => changePaths(remote, action, path)(content));

  /** Size and time of every file of a version, as one string: it changes when a file is missing, shortened or replaced, also by a link. */
  const fingerprint = async (release: ReleaseManifest): Promise<string> => {
    const releaseFolder = getReleaseFolder(release.remote, release.version);
    const marks = await Promise.all(
      ['', ...Object.keys(release.files)].map((file) =>
        lstat(join(releaseFolder, file)).then(
          ({ ino, size, mtimeMs }) => (file === '' ? ino : `${ino}:${size}:${mtimeMs}`),
          () => 'missing',
        ),
      ),
    );
    return marks.join(' ');
  };

  /** Published versions of a remote whose manifest can be read, newest first. */
  const listReleases = async (remote: string): Promise<ReleaseManifest[]> => {
    const names = await readdir(join(folder, remote)).catch((error: unknown) => {
      if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return [];
      throw error;
    });
    const releases = await Promise.all(names.filter((name) => !name.startsWith('.')).map((version) => readRelease(remote, version).catch(() => undefined)));
    return releases.filter((release) => release !== undefined).sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  };

  const manifests = new Map<string, { readonly mark: string; readonly release: ReleaseManifest }>();

  /** The manifest of a version, parsed again when its file has changed. */
  const readServedRelease = async (remote: string, version: string): Promise<ReleaseManifest> => {
    const key = `${remote}/${version}`;
    const { ino, size, mtimeMs } = await lstat(join(getReleaseFolder(remote, version), 'release.json'));
    const mark = `${ino}:${size}:${mtimeMs}`;
    const cached = manifests.get(key);
    if (cached?.mark === mark) return cached.release;
    const release = await readRelease(remote, version);
    if (manifests.size >= MANIFEST_LIMIT) manifests.clear();
    manifests.set(key, { mark, release });
    return release;
  };

  /** The folder of a file that browsers may get: the version's manifest names it, and neither it nor a compressed copy of it is a link or unknown to the manifest. */
  const findBrowserFolder = async (remote: string, version: string, file: string): Promise<string | undefined> => {
    try {
      const { files } = await readServedRelease(remote, version);
      const isAllowed = async (path: string, isOptional: boolean): Promise<boolean> => {
        const resolved = await resolveFile(folder, join(remote, version, path)).catch((error: unknown) => {
          if (!isOptional || !hasErrorCode(error, 'ENOENT')) throw error;
        });
        return resolved === undefined || Object.hasOwn(files, path);
      };
      // The static server chooses a compressed copy by itself, which may be missing.
      const allowed = await Promise.all(['', '.br', '.gz'].map((suffix) => isAllowed(`browser/${file}${suffix}`, suffix !== '')));
      if (allowed.includes(false)) return undefined;
      return join(getReleaseFolder(remote, version), 'browser');
    } catch {
      // Missing, damaged or a link.
      return undefined;
    }
  };

  return {
    inspectRegistry: registry.inspect,
    backUpRegistry: registry.backUp,
    readRegistry,
    readRelease,
    readCompleteRelease,
    readVerified,
    publish,
    isPublished,
    isIntact,
    activate,
    rollBack,
    markBad,
    remove,
    setPaths,
    listReleases,
    fingerprint,
    findBrowserFolder,
  };
};
export type ReleaseStore = ReturnType<typeof createReleaseStore>;
