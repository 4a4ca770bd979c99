import { mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { createCacheStorage } from './cache-storage.ts';

const MAX_BYTES = 256 * 1024;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'cache-storage-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const measure = async (): Promise<number> => {
  const entries = await Promise.all((await readdir(folder, { recursive: true })).map((name) => stat(path.join(folder, name)).catch(() => null)));
  return entries.reduce((sum, entry) => sum + (entry?.isFile() === true ? entry.size : 0), 0);
};
const toKey = (number: number): string => `image${number}/v1/w320.webp`;

describe('createCacheStorage', () => {
  it('SEC-04 stays within its quota on the disk, and deletes the least recently used files', async () => {
    const storage = createCacheStorage(folder, MAX_BYTES);
    for (let number = 0; number < 100; number += 1) {
      await storage.put(toKey(number), Buffer.alloc(10_000, number));
      expect(await storage.get(toKey(0))).not.toBeNull();
    }

    expect(await measure()).toBeLessThanOrEqual(MAX_BYTES);
    expect(await storage.get(toKey(99))).toEqual(Buffer.alloc(10_000, 99));
    expect(await storage.get(toKey(1))).toBeNull();
  });

  it('SEC-04 counts the files of earlier runs', async () => {
    const earlierStorage = createCacheStorage(folder, MAX_BYTES);
    for (let number = 0; number < 20; number += 1) {
      await earlierStorage.put(toKey(number), Buffer.alloc(10_000));
      // Set the times explicitly, because files written within a few milliseconds would have the same modification time.
      await utimes(path.join(folder, toKey(number)), number, number);
    }
    const storage = createCacheStorage(folder, MAX_BYTES / 2);

    expect(await storage.get(toKey(0))).toBeNull();
    await storage.put('another/v1/w320.webp', Buffer.alloc(10_000));

    expect(await measure()).toBeLessThanOrEqual(MAX_BYTES / 2);
    expect(await storage.get('another/v1/w320.webp')).not.toBeNull();
  });

  it('SEC-04 removes the sizes of one image without scanning all names, and serves them after they are stored again', async () => {
    const storage = createCacheStorage(folder, MAX_BYTES);
    const sizes = ['w160', 'w320', 'w640'].map((size) => `image1/v1/${size}.webp`);
    for (const key of [...sizes, toKey(2), toKey(11)]) await storage.put(key, Buffer.alloc(10));
    const readAll = jest.spyOn(LRUCache.prototype, 'keys');

    await storage.removeAll('image1');
    await storage.removeAll('unknown');

    expect(readAll).not.toHaveBeenCalled();
    readAll.mockRestore();
    expect(await Promise.all(sizes.map(storage.has))).toEqual([false, false, false]);
    expect(await Promise.all([toKey(2), toKey(11)].map(storage.has))).toEqual([true, true]);
    // Overwritten and evicted files are counted only once and are removed too.
    for (let round = 0; round < 3; round += 1) await storage.put(sizes[0] ?? '', Buffer.alloc(10));
    for (let number = 100; number < 200; number += 1) await storage.put(toKey(number), Buffer.alloc(10_000));
    await storage.put(sizes[1] ?? '', Buffer.alloc(10));
    await storage.removeAll('image1');
    expect([await storage.has(sizes[0] ?? ''), await storage.has(sizes[1] ?? '')]).toEqual([false, false]);
    expect(await measure()).toBeLessThanOrEqual(MAX_BYTES);
  });

  it('stores nothing that is larger than its quota, and removes all sizes of an image', async () => {
    const storage = createCacheStorage(folder, MAX_BYTES);
    await storage.put('large/v1/w320.webp', Buffer.alloc(MAX_BYTES + 1));
    expect(await measure()).toBe(0);

    await storage.put(toKey(1), Buffer.alloc(10));
    await storage.removeAll('image1');

    expect(await storage.has(toKey(1))).toBe(false);
    expect(await storage.get(toKey(1))).toBeNull();
  });
});
