import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What every build uses besides its own workspace, relative to the root: the recipe with what it takes from here, and the lock file. */
const RECIPE = [
  'rspack.shared.ts',
  'package-lock.json',
  ...['build-inputs.ts', 'build-manifest-plugin.ts', 'manifest.ts', 'pure-contracts-loader.cjs'].map((file) => `releases/src/${file}`),
];
const OUTPUT_FOLDERS = new Set(['node_modules', 'dist', 'testing']);
const NOT_BUILT = /\.(?:test|spec)\.tsx?$|\.md$/;

const listFiles = (root: string, folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return OUTPUT_FOLDERS.has(entry.name) ? [] : listFiles(root, path);
    return NOT_BUILT.test(entry.name) ? [] : [path];
  });

/**
 * The SHA-256, in hex, of everything that the build of a workspace reads: its sources, those of `shared` (and of `releases`, for a part that is not a remote), the
 * recipe and the lock file. Commit, author, date and the folder of the checkout are not part of it. `root` is the folder of the workspaces.
 */
export const hashBuildInputs = (root: string, part: string): string => {
  const folders = part.startsWith('remote-') ? [part, 'shared'] : [part, 'shared', 'releases'];
  const files = new Set([...RECIPE, ...folders.flatMap((folder) => listFiles(root, folder))]);
  const hash = createHash('sha256').update(process.env.NODE_ENV === 'development' ? 'development' : 'production');
  for (const file of [...files].sort()) {
    const content = readFileSync(join(root, file));
    // The length separates a file's end from the next one's name.
    hash.update(`\n${file} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
};
