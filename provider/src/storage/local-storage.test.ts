/** @jest-environment node */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLocalStorage } from './local-storage.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'local-storage-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe('the folders of a store', () => {
  it('have a time of change unless they are deleted after they were listed', async () => {
    const storage = createLocalStorage(root, false);
    for (const name of ['kept', 'deleted']) await storage.put(`${name}/v1.jpg`, Buffer.from('a photo'));
    expect((await storage.listFolders()).sort()).toEqual(['deleted', 'kept']);

    await storage.removeAll('deleted');

    expect([await storage.getChangeTime('kept'), await storage.getChangeTime('deleted')]).toEqual([expect.any(Number), null]);
  });
});
