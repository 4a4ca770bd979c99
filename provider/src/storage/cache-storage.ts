import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { createLocalStorage } from './local-storage.ts';
import type { Storage } from './storage.ts';

/** The disk space that a file occupies is a multiple of this size. */
const BLOCK_BYTES = 4096;
/** A partial file that is older than this was left behind by an interrupted write. A more recent one may be in use by another provider. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000;

const toDiskBytes = (bytes: number): number => Math.max(1, Math.ceil(bytes / BLOCK_BYTES)) * BLOCK_BYTES;

const toFolder = (key: string): string => key.split('/', 1)[0] ?? '';

interface CachedFile {
  readonly key: string;
  readonly bytes: number;
  readonly usedAt: number;
}

/** Lists the files from earlier runs, least recently written first. */
const listFiles = async (root: string): Promise<CachedFile[]> => {
  const names = await readdir(root, { recursive: true }).catch(() => []);
  const files: CachedFile[] = [];
  for (const name of names) {
    const file = path.join(root, name);
    const stats = await stat(file).catch(() => null);
    if (stats === null || !stats.isFile()) continue;
    if (!name.endsWith('.part')) files.push({ key: name.split(path.sep).join('/'), bytes: stats.size, usedAt: stats.mtimeMs });
    else if (Date.now() - stats.mtimeMs > ABANDONED_AFTER_MS) await rm(file, { force: true });
  }
  return files.sort((a, b) => a.usedAt - b.usedAt);
};

/**
 * Caches files in one folder, using at most `maxBytes` of disk space. When more is needed, deletes the least recently used files. Store only files that can be
 * recreated.
 */
export const createCacheStorage = (root: string, maxBytes: number): Storage => {
  const files = createLocalStorage(root, false);
  const evictedKeys: string[] = [];
  /** Cached keys by folder, so that removing a folder does not require scanning the whole index. */
  const folders = new Map<string, Set<string>>();
  const index = new LRUCache<string, number>({
    maxSize: maxBytes,
    sizeCalculation: (bytes) => bytes,
    dispose: (_bytes, key, reason) => {
      const keys = folders.get(toFolder(key));
      keys?.delete(key);
      if (keys?.size === 0) folders.delete(toFolder(key));
      if (reason === 'evict') evictedKeys.push(key);
    },
  });
  const add = (key: string, bytes: number): void => {
    index.set(key, toDiskBytes(bytes));
    if (index.has(key)) folders.set(toFolder(key), (folders.get(toFolder(key)) ?? new Set()).add(key));
  };
  /** Deletes evicted files. A file that cannot be deleted now will be found again at the next start. */
  const deleteEvicted = async (): Promise<void> => {
    for (const key of evictedKeys.splice(0)) await files.remove(key).catch(() => undefined);
  };
  let loadPromise: Promise<void> | undefined;
  const load = (): Promise<void> => {
    loadPromise ??= listFiles(root).then((cachedFiles) => {
      for (const { key, bytes } of cachedFiles) add(key, bytes);
      return deleteEvicted();
    });
    return loadPromise;
  };

  return {
    get: async (key) => {
      await load();
      const bytes = await files.get(key);
      if (bytes === null) index.delete(key);
      else if (index.get(key) === undefined) add(key, bytes.length);
      return bytes;
    },
    has: files.has,
    listFolders: files.listFolders,
    getChangeTime: files.getChangeTime,
    put: async (key, bytes) => {
      await load();
      add(key, bytes.length);
      // Delete evicted files before writing, to make room for the new file.
      await deleteEvicted();
      if (!index.has(key)) return;
      try {
        await files.put(key, bytes);
      } catch (reason) {
        index.delete(key);
        throw reason;
      }
      // The file may have been evicted during the write, to make room for other files.
      if (!index.has(key)) await files.remove(key);
    },
    remove: async (key) => {
      index.delete(key);
      await files.remove(key);
    },
    removeAll: async (folder) => {
      for (const key of [...(folders.get(folder) ?? [])]) index.delete(key);
      await files.removeAll(folder);
    },
  };
};
