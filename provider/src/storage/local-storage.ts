import { access, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { getErrorCode } from '@site/shared/domain/error-code';
import { createId } from '../domain/ids.ts';
import type { Storage } from './storage.ts';

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Files below one folder. `isDurable` waits for the disk; a cache need not. */
export const createLocalStorage = (root: string, isDurable: boolean): Storage => {
  const locate = (key: string): string => {
    if (!/^[\w-][\w.-]*(\/[\w-][\w.,-]*)*$/.test(key)) throw new Error(`Not a storage key: ${key}`);
    return path.join(root, key);
  };
  return {
    put: async (key, bytes) => {
      const file = locate(key);
      const folder = path.dirname(file);
      await mkdir(folder, { recursive: true });
      const draft = `${file}.${createId()}.part`;
      const handle = await open(draft, 'w');
      try {
        await handle.writeFile(bytes);
        if (isDurable) await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(draft, file);
      if (isDurable) await syncFolder(folder);
    },
    get: async (key) => {
      try {
        return await readFile(locate(key));
      } catch (reason) {
        if (getErrorCode(reason) === 'ENOENT') return null;
        throw reason;
      }
    },
    has: (key) =>
      access(locate(key)).then(
        () => true,
        () => false,
      ),
    remove: (key) => rm(locate(key), { force: true }),
    removeAll: (prefix) => rm(locate(prefix), { recursive: true, force: true }),
  };
};
