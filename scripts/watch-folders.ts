import { basename } from 'node:path';
import { watch } from 'chokidar';

/** Folders of build output and packages. */
const NOT_WATCHED = new Set(['dist', 'node_modules', '.cache']);

export interface FolderWatch {
  /** Resolves once changes are detected. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

/**
 * Calls `onChange` for every change below the folders, also of files that are replaced by a rename, as most editors save and `sed -i` does. Node's own
 * recursive watch loses those on Linux.
 */
export const watchFolders = (folders: readonly string[], onChange: () => void): FolderWatch => {
  const watcher = watch([...folders], { ignoreInitial: true, ignored: (path) => NOT_WATCHED.has(basename(path)) }).on('all', onChange);
  return { ready: new Promise((resolve) => void watcher.once('ready', resolve)), close: () => watcher.close() };
};
