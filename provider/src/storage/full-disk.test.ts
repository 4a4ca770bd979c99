import { type FileHandle, mkdtemp, type open, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createCacheStorage } from './cache-storage.ts';
import { createLocalStorage } from './local-storage.ts';

const disk = { isFull: false };
const NO_SPACE = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });

jest.mock('node:fs/promises', () => {
  const actualFs = jest.requireActual<typeof import('node:fs/promises')>('node:fs/promises');
  /** Simulates a full disk: files can be created, but nothing can be written to them. */
  const openOnDisk = async (...args: Parameters<typeof open>): Promise<FileHandle> => {
    const handle = await actualFs.open(...args);
    if (disk.isFull) handle.writeFile = () => Promise.reject(NO_SPACE);
    return handle;
  };
  return { ...actualFs, open: openOnDisk };
});

let root: string;
beforeEach(async () => {
  disk.isFull = false;
  root = await mkdtemp(path.join(os.tmpdir(), 'full-disk-'));
});
afterEach(() => rm(root, { recursive: true }));

const listFiles = async (): Promise<string[]> =>
  (await readdir(root, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map(({ name }) => name);

describe('a full disk', () => {
  it('OPS-10 leaves no partial file, and does not affect existing files', async () => {
    const storage = createLocalStorage(root, true);
    await storage.put('a/v1.jpg', Buffer.from('one'));
    disk.isFull = true;
    await expect(storage.put('a/v2.jpg', Buffer.from('two'))).rejects.toThrow('ENOSPC');
    expect(await listFiles()).toEqual(['v1.jpg']);
    expect(String(await storage.get('a/v1.jpg'))).toBe('one');

    disk.isFull = false;
    await storage.put('a/v2.jpg', Buffer.from('two'));
    expect((await listFiles()).sort()).toEqual(['v1.jpg', 'v2.jpg']);
  });

  it('OPS-10 adds no file to the index of the cache', async () => {
    const cache = createCacheStorage(root, 1024 * 1024);
    disk.isFull = true;
    await expect(cache.put('a/v1.jpg', Buffer.from('one'))).rejects.toThrow('ENOSPC');
    expect(await cache.get('a/v1.jpg')).toBeNull();
    expect(await listFiles()).toEqual([]);
  });
});
