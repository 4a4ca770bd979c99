import { createHash } from 'node:crypto';
import { copyFile, lstat, mkdir, readdir, readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { buildManifestSchema, type ReleaseManifest, SERVER_BUNDLE } from './manifest.ts';
import { ReleaseError } from './release-error.ts';

export const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('base64');

/** The files below a folder, sorted. Throws a ReleaseError for a link, or anything else that is neither a file nor a folder. */
export const listRegularFiles = async (folder: string): Promise<string[]> => {
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

/** The path of a file below a folder. Throws when the file does not exist, or when it or a folder on the way to it is a link. */
export const resolveFile = async (folder: string, file: string): Promise<string> => {
  const path = join(await realpath(folder), file);
  if ((await realpath(path)) !== path) throw new Error(`${file} is a link`);
  return path;
};

const SIDES = ['browser', 'server'];

/** What a build (`dist/browser`, `dist/server`) would be published as. Throws a ReleaseError when it cannot be published. */
export const describeBuild = async (remote: string, packageVersion: string, distFolder: string): Promise<ReleaseManifest> => {
  const files: Record<string, string> = {};
  for (const side of SIDES) {
    const folder = join(distFolder, side);
    const status = await lstat(folder).catch(() => undefined);
    if (!status?.isDirectory()) throw new ReleaseError(`${remote} is not built: ${folder} is not a folder.`);
    for (const file of await listRegularFiles(folder)) files[`${side}/${file}`] = sha256(await readFile(join(folder, file)));
  }
  const build = v.parse(buildManifestSchema, JSON.parse(await readFile(join(distFolder, 'browser/build.json'), 'utf8')));
  const named = [build.entry, ...Object.values(build.chunks).flatMap(({ js, css }) => [...js, ...css])].map((file) => `browser/${file}`);
  const missing = [...named, SERVER_BUNDLE].find((file) => files[file] === undefined);
  if (missing !== undefined) throw new ReleaseError(`The build of ${remote} lacks a file that it names: ${missing}`);
  const contentHash = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 10);
  return { remote, version: `${packageVersion}-${contentHash}`, createdAt: new Date().toISOString(), ...build, files };
};

/** Copies the files that a manifest names, and nothing else. */
export const copyReleaseFiles = async (files: Iterable<string>, from: string, to: string): Promise<void> => {
  for (const file of files) {
    await mkdir(join(to, dirname(file)), { recursive: true });
    await copyFile(join(from, file), join(to, file));
  }
};
