import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Names of folders that no build reads. A site that runs in the part's own folder also has a `data` folder there, which is ignored too. */
const IGNORED_FOLDERS = new Set(['node_modules', 'dist', 'testing']);
const IGNORED_FILES = /^\.|\.(?:test|spec)\.tsx?$|\.md$|\.tgz$/;

const listFiles = (folder: string, below = ''): string[] =>
  readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (IGNORED_FOLDERS.has(entry.name) || IGNORED_FILES.test(entry.name) || path === 'data') return [];
    return entry.isDirectory() ? listFiles(folder, path) : [path];
  });

interface BuildInputs {
  /** Folders whose files are all inputs of the build. The part's own folder is first. */
  readonly folders: readonly string[];
  readonly files: readonly string[];
}

/** Returns the lock file of a workspace, which is in its own folder or in a folder above it. */
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

/** Returns the SHA-256, in hex, of all inputs of a build. It does not depend on commit, author, date or folder names. */
export const hashBuildInputs = ({ folders, files }: BuildInputs): string => {
  const hash = createHash('sha256').update(process.env.NODE_ENV === 'development' ? 'development' : 'production');
  // The length separates the content of a file from the next file's name.
  const add = (name: string, content: Buffer): void => void hash.update(`\n${name} ${content.length}\n`).update(content);
  folders.forEach((folder, index) => {
    for (const path of listFiles(folder).sort()) add(`${index} ${path}`, readFileSync(join(folder, path)));
  });
  for (const file of files) add('file', readFileSync(file));
  return hash.digest('hex');
};
