import { randomUUID } from 'node:crypto';
import { link, lstat, mkdir, readdir, readFile, realpath, rename, rm, rmdir, unlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { hasErrorCode } from '@site/shared/domain/error-code';
import type { ReleaseStorage, StoredFile } from './release-storage.ts';

/** Folder for complete files that do not have their final name yet. It is inside the storage folder, because only a move within one file system is atomic. */
const DRAFTS = '.drafts';

/** Returns the path of a file below a folder. Throws if the file does not exist, or if it or one of its parent folders is a link. */
export const resolveFile = async (folder: string, file: string): Promise<string> => {
  const path = join(await realpath(folder), file);
  if ((await realpath(path)) !== path) throw new Error(`${file} is a link`);
  return path;
};

const isMissing = (error: unknown): boolean => hasErrorCode(error, 'ENOENT', 'ENOTDIR');

/** Creates the parent folders of a file, and replaces links and files that are in their way. */
const makeParents = async (folder: string, key: string): Promise<void> => {
  let parent = folder;
  for (const name of dirname(key).split('/')) {
    parent = join(parent, name);
    const status = await lstat(parent).catch(() => undefined);
    // Ignore a failure: another writer may have created the folder already, and `unlink` does not remove folders.
    if (status !== undefined && !status.isDirectory()) await unlink(parent).catch(() => undefined);
  }
  await mkdir(parent, { recursive: true });
};

/** Passes a complete draft to `publish` and removes it afterwards. */
const withDraft = async <T>(folder: string, key: string, content: Buffer | string, publish: (draft: string, target: string) => Promise<T>): Promise<T> => {
  await mkdir(join(folder, DRAFTS), { recursive: true });
  const draft = join(folder, DRAFTS, randomUUID());
  try {
    await writeFile(draft, content, { flush: true });
    await makeParents(folder, key);
    return await publish(draft, join(folder, key));
  } finally {
    await rm(draft, { force: true });
  }
};

const listKeys = async (folder: string, prefix: string): Promise<string[]> => {
  const entries = await readdir(join(folder, prefix), { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const drafts = join(folder, DRAFTS);
  const files = entries.filter((entry) => !entry.isDirectory() && entry.parentPath !== drafts);
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'));
};

const describeFile = async (folder: string, key: string): Promise<StoredFile[]> => {
  const status = await lstat(join(folder, key)).catch((error: unknown) => {
    // The file was removed after the folder was read.
    if (!isMissing(error)) throw error;
  });
  return status === undefined ? [] : [{ key, modifiedAt: status.mtimeMs }];
};

/** Removes the parent folders that became empty when a file was removed. */
const removeEmptyParents = async (folder: string, key: string): Promise<void> => {
  for (let parent = dirname(key); parent !== '.'; parent = dirname(parent)) {
    const isRemoved = await rmdir(join(folder, parent)).then(
      () => true,
      () => false,
    );
    if (!isRemoved) return;
  }
};

/** Stores files in a folder on this machine, or in one that several hosts have mounted. Exclusive creation uses a hard link, which fails if the name exists. */
export const createFolderStorage = (folder: string): ReleaseStorage => {
  return {
    listKeys: (prefix) => listKeys(folder, prefix),
    list: async (prefix) => (await Promise.all((await listKeys(folder, prefix)).map((key) => describeFile(folder, key)))).flat(),
    read: async (key) => {
      try {
        return await readFile(await resolveFile(folder, key));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    create: (key, content) =>
      withDraft(folder, key, content, async (draft, target) => {
        try {
          await link(draft, target);
          return true;
        } catch (error) {
          if (hasErrorCode(error, 'EEXIST')) return false;
          throw error;
        }
      }),
    replace: (key, content) =>
      withDraft(folder, key, content, async (draft, target) => {
        const status = await lstat(target).catch(() => undefined);
        if (status?.isDirectory()) await rm(target, { recursive: true, force: true });
        await rename(draft, target);
      }),
    remove: async (key) => {
      await rm(join(folder, key), { force: true, recursive: true });
      await removeEmptyParents(folder, key);
    },
    // The file system guarantees exclusive creation.
    requireExclusiveCreation: async () => undefined,
  };
};
