import { createHash, randomUUID } from 'node:crypto';
import { cp, link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasErrorCode } from '@site/shared/domain/error-code';
import * as v from 'valibot';
import { buildManifestSchema, type Registry, type ReleaseManifest, registrySchema, releaseManifestSchema } from './manifest.ts';

const HISTORY_LIMIT = 10;
const GENERATION_LIMIT = 20;

export const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('base64');

const isMissing = (error: unknown): boolean => hasErrorCode(error, 'ENOENT', 'ENOTDIR');
const isTaken = (error: unknown): boolean => hasErrorCode(error, 'EEXIST', 'ENOTEMPTY');

const listFiles = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
};

/** The folder that holds every released version, never overwritten, and the registry that points to the active ones. */
export const createReleaseStore = (folder: string) => {
  const registryFolder = join(folder, 'registry');
  const getReleaseFolder = (remote: string, version: string): string => join(folder, remote, version);

  const listGenerations = async (): Promise<number[]> => {
    const names = await readdir(registryFolder).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    return names.flatMap((name) => (/^\d{8}\.json$/.test(name) ? [Number.parseInt(name, 10)] : [])).sort((a, b) => b - a);
  };
  const getGenerationFile = (generation: number): string => join(registryFolder, `${String(generation).padStart(8, '0')}.json`);

  /** The newest generation, or an empty registry before the first release. Throws when the file cannot be read or parsed. */
  const readRegistry = async (): Promise<Registry> => {
    const [newest] = await listGenerations();
    if (newest === undefined) return { generation: 0, remotes: {} };
    return v.parse(registrySchema, JSON.parse(await readFile(getGenerationFile(newest), 'utf8')));
  };

  /**
   * Compare-and-set: `change` gets the newest registry and its result becomes the next generation. The file of a generation is created
   * exclusively, so of two writers one wins and the other retries from the winner's state.
   */
  const updateRegistry = async (change: (remotes: Registry['remotes']) => Registry['remotes']): Promise<Registry> => {
    await mkdir(registryFolder, { recursive: true });
    for (;;) {
      const current = await readRegistry();
      const next: Registry = { generation: current.generation + 1, remotes: change(current.remotes) };
      const draft = join(registryFolder, `.${randomUUID()}`);
      await writeFile(draft, JSON.stringify(next, null, 2), { flush: true });
      try {
        await link(draft, getGenerationFile(next.generation));
        const old = (await listGenerations()).slice(GENERATION_LIMIT);
        await Promise.all(old.map((generation) => rm(getGenerationFile(generation), { force: true })));
        return next;
      } catch (error) {
        if (!isTaken(error)) throw error;
      } finally {
        await rm(draft, { force: true });
      }
    }
  };

  const readRelease = async (remote: string, version: string): Promise<ReleaseManifest> => {
    return v.parse(releaseManifestSchema, JSON.parse(await readFile(join(getReleaseFolder(remote, version), 'release.json'), 'utf8')));
  };

  /** A file of a release. Throws when its hash does not match the manifest. */
  const readVerified = async (release: ReleaseManifest, file: string): Promise<Buffer> => {
    const content = await readFile(join(getReleaseFolder(release.remote, release.version), file));
    if (release.files[file] !== sha256(content)) throw new Error(`${release.remote} ${release.version}: ${file} is not the published file`);
    return content;
  };

  /** Copies a build (`dist/browser`, `dist/server`) into the store under a version derived from its content. Publishing the same build twice results in the same version. */
  const publish = async (remote: string, packageVersion: string, distFolder: string): Promise<ReleaseManifest> => {
    const build = v.parse(buildManifestSchema, JSON.parse(await readFile(join(distFolder, 'browser/build.json'), 'utf8')));
    const files: Record<string, string> = {};
    for (const file of (await listFiles(distFolder)).filter((path) => /^(?:browser|server)\//.test(path)))
      files[file] = sha256(await readFile(join(distFolder, file)));
    const contentHash = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 10);
    const manifest: ReleaseManifest = { remote, version: `${packageVersion}-${contentHash}`, createdAt: new Date().toISOString(), ...build, files };
    const target = getReleaseFolder(remote, manifest.version);
    const draft = join(folder, remote, `.${randomUUID()}`);
    try {
      await mkdir(draft, { recursive: true });
      for (const side of ['browser', 'server']) await cp(join(distFolder, side), join(draft, side), { recursive: true });
      await writeFile(join(draft, 'release.json'), JSON.stringify(manifest, null, 2), { flush: true });
      await rename(draft, target);
    } catch (error) {
      if (!isTaken(error)) throw error;
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
    const stored = await readRelease(remote, manifest.version);
    for (const file of Object.keys(stored.files)) await readVerified(stored, file);
    return stored;
  };

  /** Makes a published version the active one; the version before it becomes the last good one. */
  const activate = ({ remote, version, paths }: ReleaseManifest): Promise<Registry> =>
    updateRegistry((remotes) => {
      const history = remotes[remote]?.history ?? [];
      return { ...remotes, [remote]: { paths, history: [version, ...history.filter((old) => old !== version)].slice(0, HISTORY_LIMIT) } };
    });

  /** Activates the previous version. Throws when there is none. */
  const rollBack = async (remote: string): Promise<Registry> => {
    const target = (await readRegistry()).remotes[remote]?.history[1];
    if (target === undefined) throw new Error(`There is no version of ${remote} to go back to.`);
    const { paths } = await readRelease(remote, target);
    return updateRegistry((remotes) => {
      const history = remotes[remote]?.history ?? [];
      const rest = history.slice(history.indexOf(target));
      return { ...remotes, [remote]: { paths, history: rest.length > 0 ? rest : [target] } };
    });
  };

  /** Size and time of every file of a version, as one string: it changes when a file is missing, shortened or replaced. */
  const fingerprint = async (release: ReleaseManifest): Promise<string> => {
    const releaseFolder = getReleaseFolder(release.remote, release.version);
    const marks = await Promise.all(
      Object.keys(release.files).map((file) =>
        stat(join(releaseFolder, file)).then(
          ({ size, mtimeMs }) => `${size}:${mtimeMs}`,
          () => 'missing',
        ),
      ),
    );
    return marks.join(' ');
  };

  /** Published versions of a remote, newest first. */
  const listReleases = async (remote: string): Promise<ReleaseManifest[]> => {
    const names = await readdir(join(folder, remote)).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    const releases = await Promise.all(names.filter((name) => !name.startsWith('.')).map((version) => readRelease(remote, version)));
    return releases.sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  };

  const browserFolder = (remote: string, version: string): string => join(getReleaseFolder(remote, version), 'browser');

  return { readRegistry, readRelease, readVerified, publish, activate, rollBack, listReleases, fingerprint, browserFolder };
};
export type ReleaseStore = ReturnType<typeof createReleaseStore>;
