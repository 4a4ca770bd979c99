import { basename } from 'node:path';
import { watch } from 'chokidar';

const IGNORED_FOLDERS = new Set(['dist', 'node_modules', '.cache']);

export interface FolderWatch {
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

/**
 * Calls `onChange` for every change below the folders, including files that are replaced by a rename, which is how most editors and `sed -i` save. Node's own
 * recursive watch misses those on Linux.
 */
export const watchFolders = (folders: readonly string[], onChange: () => void): FolderWatch => {
  const watcher = watch([...folders], { ignoreInitial: true, ignored: (path) => IGNORED_FOLDERS.has(basename(path)) }).on('all', onChange);
  return { ready: new Promise((resolve) => void watcher.once('ready', resolve)), close: () => watcher.close() };
};
