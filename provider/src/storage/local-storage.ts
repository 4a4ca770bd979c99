import { access, chmod, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
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

/** Returns the result of `read`, or `defaultValue` if a required file or folder does not exist. */
const readOrDefault = async <Result>(defaultValue: Result, read: () => Promise<Result>): Promise<Result> => {
  try {
    return await read();
  } catch (reason) {
    if (getErrorCode(reason) === 'ENOENT') return defaultValue;
    throw reason;
  }
};

/** Only the provider's user has access, because the files include images from drafts. */
const PRIVATE_FOLDER_MODE = 0o700;
const PRIVATE_FILE_MODE = 0o600;

/** Stores files in one folder that other users of the machine cannot read. `isDurable` flushes each file to disk, which is unnecessary for a cache. */
export const createLocalStorage = (root: string, isDurable: boolean): Storage => {
  const getFilePath = (key: string): string => {
    if (!/^[\w-][\w.-]*(\/[\w-][\w.,-]*)*$/.test(key)) throw new Error(`Not a storage key: ${key}`);
    return path.join(root, key);
  };
  let rootLock: Promise<void> | undefined;
  /** Makes the folder private, because folders created by earlier releases were readable by other users. */
  const lockRoot = async (): Promise<void> => {
    await mkdir(root, { recursive: true, mode: PRIVATE_FOLDER_MODE });
    await chmod(root, PRIVATE_FOLDER_MODE);
  };
  const writeTemporaryFile = async (draft: string, bytes: Buffer): Promise<void> => {
    const handle = await open(draft, 'w', PRIVATE_FILE_MODE);
    try {
      await handle.writeFile(bytes);
      if (isDurable) await handle.sync();
    } finally {
      await handle.close();
    }
  };
  return {
    put: async (key, bytes) => {
      const file = getFilePath(key);
      const folder = path.dirname(file);
      rootLock ??= lockRoot().catch((reason: unknown) => {
        rootLock = undefined;
        throw reason;
      });
      await rootLock;
      await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER_MODE });
      const draft = `${file}.${createId()}.part`;
      try {
        await writeTemporaryFile(draft, bytes);
        await rename(draft, file);
      } catch (reason) {
        // On a full disk, the partial file would take up space needed by other writes.
        await rm(draft, { force: true }).catch(() => undefined);
        throw reason;
      }
      if (isDurable) await syncFolder(folder);
    },
    get: async (key) => {
      const file = getFilePath(key);
      return readOrDefault<Buffer | null>(null, () => readFile(file));
    },
    has: (key) =>
      access(getFilePath(key)).then(
        () => true,
        () => false,
      ),
    remove: (key) => rm(getFilePath(key), { force: true }),
    removeAll: (prefix) => rm(getFilePath(prefix), { recursive: true, force: true }),
    listFolders: () =>
      readOrDefault<string[]>([], async () => (await readdir(root, { withFileTypes: true })).filter((entry) => entry.isDirectory()).map(({ name }) => name)),
    getChangeTime: (folder) => readOrDefault<number | null>(null, async () => (await stat(getFilePath(folder))).mtimeMs),
  };
};
