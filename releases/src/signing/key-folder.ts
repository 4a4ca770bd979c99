import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SettingError } from '@site/shared/domain/environment';
import { getErrorMessage, hasErrorCode } from '@site/shared/domain/error-code';
import { createSigningKey, parseSigningKey, type SigningKey, toPem } from './signing-keys.ts';

const KEY_FILE = /^registry-[0-9a-f]{16}\.pem$/;

const writeKey = async (folder: string, key: SigningKey): Promise<void> =>
  writeFile(join(folder, `registry-${key.id}.pem`), toPem(key), { mode: 0o600, flag: 'wx', flush: true });

/**
 * Opens the folder with the registry's private keys, which only its owner can read (`DATA_DIR/keys`). Anyone who has one of the keys controls what the site
 * serves.
 */
export const openKeyFolder = (folder: string) => {
  /** Creates the folder with one key, unless another process creates it at the same time. */
  const create = async (): Promise<void> => {
    await mkdir(dirname(folder), { recursive: true });
    const draft = join(dirname(folder), `.keys-${randomUUID()}`);
    try {
      await mkdir(draft, { mode: 0o700 });
      await writeKey(draft, createSigningKey());
      await rename(draft, folder);
    } catch (error) {
      if (!hasErrorCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  };

  const listFiles = (): Promise<string[]> =>
    readdir(folder).catch((error: unknown) => {
      if (hasErrorCode(error, 'ENOENT')) return [];
      throw error;
    });

  const readKey = async (name: string): Promise<SigningKey> => {
    try {
      return parseSigningKey(await readFile(join(folder, name), 'utf8'));
    } catch (error) {
      throw new SettingError(`DATA_DIR: the key ${join(folder, name)} cannot be used: ${getErrorMessage(error)}`);
    }
  };

  const load = async (): Promise<readonly SigningKey[]> => {
    const find = async (): Promise<string[]> => (await listFiles()).filter((name) => KEY_FILE.test(name));
    let names = await find();
    if (names.length === 0) {
      await create();
      names = await find();
    }
    return Promise.all(names.map(readKey));
  };

  let pendingKeys: Promise<readonly SigningKey[]> | undefined;
  /** Reads the keys from the disk; creates one on the first start. Throws a SettingError if a file is not a key. */
  const reload = (): Promise<readonly SigningKey[]> => {
    pendingKeys = load();
    pendingKeys.catch(() => {
      pendingKeys = undefined;
    });
    return pendingKeys;
  };

  return {
    /** Returns the keys as last read. */
    read: (): Promise<readonly SigningKey[]> => pendingKeys ?? reload(),
    reload,
    add: async (): Promise<SigningKey> => {
      await (pendingKeys ?? reload());
      const key = createSigningKey();
      await writeKey(folder, key);
      await reload();
      return key;
    },
    remove: async (id: string): Promise<void> => {
      await rm(join(folder, `registry-${id}.pem`), { force: true });
      await reload();
    },
  };
};
export type KeyFolder = ReturnType<typeof openKeyFolder>;
