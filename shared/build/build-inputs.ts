import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Names of folders that no build reads. A `data` folder at the top level is ignored too: a site that runs in the workspace folder creates it. */
const IGNORED_FOLDERS = new Set(['node_modules', 'dist', 'testing']);
const IGNORED_FILES = /^\.|\.(?:test|spec)\.tsx?$|\.md$|\.tgz$/;

const listFiles = (folder: string, subfolder = ''): string[] =>
  readdirSync(join(folder, subfolder), { withFileTypes: true }).flatMap((entry) => {
    const path = subfolder === '' ? entry.name : `${subfolder}/${entry.name}`;
    if (IGNORED_FOLDERS.has(entry.name) || IGNORED_FILES.test(entry.name) || path === 'data') return [];
    return entry.isDirectory() ? listFiles(folder, path) : [path];
  });

interface BuildInputs {
  /** Folders whose files are all build inputs. The workspace's own folder is first. */
  readonly folders: readonly string[];
  readonly files: readonly string[];
}

/** Returns a workspace's lock file, from its own folder or from the nearest folder above it. */
export const findLockFile = (folder: string): string | undefined => {
  const file = join(folder, 'package-lock.json');
  if (existsSync(file)) return file;
  return dirname(folder) === folder ? undefined : findLockFile(dirname(folder));
};

export const SHARED_FOLDER = dirname(import.meta.dirname);

export const getRemoteInputs = (workspace: string): BuildInputs => {
  const lockFile = findLockFile(workspace);
  return { folders: [workspace, SHARED_FOLDER], files: lockFile === undefined ? [] : [lockFile] };
};

/** Returns the SHA-256 hash, in hex, of all build inputs. It does not depend on the commit, the author, the date or the location of the folders. */
export const hashBuildInputs = ({ folders, files }: BuildInputs): string => {
  const hash = createHash('sha256').update(process.env.NODE_ENV === 'development' ? 'development' : 'production');
  // The length separates a file's content from the next file's name.
  const add = (name: string, content: Buffer): void => void hash.update(`\n${name} ${content.length}\n`).update(content);
  folders.forEach((folder, index) => {
    for (const path of listFiles(folder).sort()) add(`${index} ${path}`, readFileSync(join(folder, path)));
  });
  for (const file of files) add('file', readFileSync(file));
  return hash.digest('hex');
};
