/** @jest-environment node */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLocalStorage } from './local-storage.ts';

const mockOnListed = jest.fn(() => Promise.resolve());
jest.mock('node:fs/promises', () => {
  const files = jest.requireActual('node:fs/promises');
  const readdir = async (...args: unknown[]) => {
    const entries = await files.readdir(...args);
    await mockOnListed();
    return entries;
  };
  return { ...files, readdir };
});

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'local-storage-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe('the folders of a store', () => {
  it('are listed without those that are deleted meanwhile', async () => {
    const storage = createLocalStorage(root, false);
    for (const name of ['kept', 'deleted']) await storage.put(`${name}/v1.jpg`, Buffer.from('a photo'));
    mockOnListed.mockImplementationOnce(() => storage.removeAll('deleted'));

    expect((await storage.listFolders()).map(({ name }) => name)).toEqual(['kept']);
  });
});
