import { createHash } from 'node:crypto';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildManifestSchema, SERVER_BUNDLE } from '@site/shared/build/build-manifest';
import { getErrorMessage } from '@site/shared/domain/error-code';
import * as v from 'valibot';
import { getReleaseKey, HOST_NAME, MANIFEST, type ReleaseManifest } from './manifest.ts';
import { ReleaseError } from './release-error.ts';
import { type ReleaseStorage, StorageUnavailableError } from './storage/release-storage.ts';

export const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('base64');

/** Returns one SHA-256 hash, in hex, for all files of a release. The version contains its first digits. */
export const hashFiles = (files: ReleaseManifest['files']): string => createHash('sha256').update(JSON.stringify(files)).digest('hex');

/** Lists the files below a folder, sorted. Throws a ReleaseError for a link, or for anything else that is neither a file nor a folder. */
const listRegularFiles = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name).slice(folder.length + 1);
      if (entry.isDirectory()) return [];
      if (!entry.isFile()) throw new ReleaseError(`A release consists of files: "${path}" is a link or a device.`);
      return [path];
    })
    .sort();
};

const SIDES = ['browser', 'server'];
/** The host's server is installed on its machine, so only browser files are released. */
const HOST_SIDES = ['browser'];

/**
 * Returns the manifest with which a build (`dist/browser`, `dist/server`) would be published. `hashes` contains the SHA-256 hashes of files that were verified
 * when they were written. Throws a ReleaseError if the build cannot be published.
 */
export const describeBuild = async (
  remote: string,
  packageVersion: string,
  distFolder: string,
  hashes: ReleaseManifest['files'] = {},
): Promise<ReleaseManifest> => {
  const files: Record<string, string> = {};
  const isHost = remote === HOST_NAME;
  for (const side of isHost ? HOST_SIDES : SIDES) {
    const folder = join(distFolder, side);
    const status = await lstat(folder).catch(() => undefined);
    if (!status?.isDirectory()) throw new ReleaseError(`${remote} is not built: ${folder} is not a folder.`);
    for (const file of await listRegularFiles(folder)) {
      const path = `${side}/${file}`;
      files[path] = hashes[path] ?? sha256(await readFile(join(folder, file)));
    }
  }
  const manifest = await readFile(join(distFolder, 'browser/build.json'), 'utf8').catch(() => {
    throw new ReleaseError(`The build of ${remote} has no browser/build.json: it was not built with the recipe of the site (@site/shared/build/remote).`);
  });
  const build = v.parse(buildManifestSchema, JSON.parse(manifest));
  const named = [build.entry, ...Object.values(build.chunks).flatMap(({ js, css }) => [...js, ...css])].map((file) => `browser/${file}`);
  const missing = [...named, ...(isHost ? [] : [SERVER_BUNDLE])].find((file) => files[file] === undefined);
  if (missing !== undefined) throw new ReleaseError(`The build of ${remote} lacks a file that it names: ${missing}`);
  const contentHash = hashFiles(files).slice(0, 10);
  return { remote, version: `${packageVersion}-${contentHash}`, createdAt: new Date().toISOString(), ...build, files };
};

/** Parses a manifest. Throws with the reason unless its signatures are valid. */
export type ParseSignedManifest = (text: string) => Promise<ReleaseManifest>;

/** Reads a manifest. Throws with the reason if it is missing, damaged, unsigned or belongs to another release. */
export const readManifest = async (storage: ReleaseStorage, open: ParseSignedManifest, remote: string, version: string): Promise<ReleaseManifest> => {
  try {
    const content = await storage.read(getReleaseKey(remote, version, MANIFEST));
    if (content === undefined) throw new Error('it is missing');
    const release = await open(content.toString('utf8'));
    if (release.remote !== remote || release.version !== version) throw new Error(`it belongs to ${release.remote} ${release.version}`);
    return release;
  } catch (error) {
    if (error instanceof StorageUnavailableError) throw error;
    throw new Error(`the manifest of ${remote} ${version} cannot be used: ${getErrorMessage(error)}`, { cause: error });
  }
};

/** Reads a file of a release. Throws if it is missing or a link, or if its hash does not match the manifest. */
export const readReleaseFile = async (storage: ReleaseStorage, { remote, version, files }: ReleaseManifest, file: string): Promise<Buffer> => {
  const content = await storage.read(getReleaseKey(remote, version, file));
  if (content === undefined) throw new Error(`${remote} ${version}: ${file} is missing`);
  if (files[file] !== sha256(content)) throw new Error(`${remote} ${version}: ${file} is not the published file`);
  return content;
};

const FILES_AT_ONCE = 8;

/** Calls `work` with each file of a release, a few at a time. */
export const forEachFile = async ({ files }: Pick<ReleaseManifest, 'files'>, work: (file: string) => Promise<unknown>): Promise<void> => {
  const queue = Object.keys(files);
  const workNext = async (): Promise<void> => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) await work(file);
  };
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, workNext));
};
