/** @jest-environment node */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SettingError } from '@site/shared/domain/environment';
import { type S3Stub, startS3Stub } from '../testing/s3-stub.ts';
import { createFolderStorage } from './folder-storage.ts';
import { StorageUnavailableError } from './release-storage.ts';
import { readS3Settings } from './s3-settings.ts';
import { createS3Storage } from './s3-storage.ts';

let folder: string;
let stubs: S3Stub[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'storage-'));
  stubs = [];
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await Promise.all(stubs.map((stub) => stub.stop()));
});

const startStub = async (options?: Parameters<typeof startS3Stub>[0]): Promise<S3Stub> => {
  const stub = await startS3Stub(options);
  stubs.push(stub);
  return stub;
};
const listKeys = async (storage: ReturnType<typeof createS3Storage>, prefix: string) => (await storage.list(prefix)).map(({ key }) => key).sort();

describe.each([
  ['a folder', async () => createFolderStorage(folder)],
  ['an object store', async () => createS3Storage((await startStub({ pageSize: 2 })).settings)],
])('RLS-04 storage in %s', (_name, open) => {
  it('writes, lists, reads and removes files', async () => {
    const storage = await open();
    const before = Date.now() - 2000;
    for (const version of ['1.0.0', '1.0.0+build', 'a&b']) await storage.replace(`gallery/${version}/browser/entry.js`, version);
    await storage.replace('news/1.0.0/browser/entry.js', 'news');
    await storage.replace('gallery/1.0.0/browser/entry.js', Buffer.from('again'));

    expect(String(await storage.read('gallery/1.0.0/browser/entry.js'))).toBe('again');
    expect(String(await storage.read('gallery/1.0.0+build/browser/entry.js'))).toBe('1.0.0+build');
    expect(await storage.read('gallery/2.0.0/browser/entry.js')).toBeUndefined();
    expect(await listKeys(storage, 'gallery/')).toEqual(['1.0.0+build', '1.0.0', 'a&b'].map((version) => `gallery/${version}/browser/entry.js`));
    expect(await listKeys(storage, '')).toHaveLength(4);
    expect(await listKeys(storage, 'nothing/')).toEqual([]);
    for (const { modifiedAt } of await storage.list('')) expect(modifiedAt).toBeGreaterThan(before);

    await storage.remove('gallery/a&b/browser/entry.js');
    await storage.remove('gallery/a&b/browser/entry.js');
    expect(await listKeys(storage, 'gallery/')).toHaveLength(2);
  });

  it('creates a file once, even if several writers try at the same time', async () => {
    const storage = await open();
    const outcomes = await Promise.all(Array.from({ length: 10 }, (_, index) => storage.create('registry/00000001.json', `writer ${index}`)));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(String(await storage.read('registry/00000001.json'))).toBe(`writer ${outcomes.indexOf(true)}`);
    expect(await listKeys(storage, '')).toEqual(['registry/00000001.json']);
  });
});

describe('RLS-04 storage in a folder', () => {
  it('reads nothing through a link, and replaces conflicting links, files and folders', async () => {
    const storage = createFolderStorage(join(folder, 'store'));
    mkdirSync(join(folder, 'elsewhere'));
    writeFileSync(join(folder, 'elsewhere/entry.js'), 'elsewhere');
    mkdirSync(join(folder, 'store/gallery'), { recursive: true });
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'store/gallery/1.0.0'));
    await expect(storage.read('gallery/1.0.0/entry.js')).rejects.toThrow('is a link');

    await storage.replace('gallery/1.0.0/entry.js', 'own');
    expect(String(await storage.read('gallery/1.0.0/entry.js'))).toBe('own');
    expect(readFileSync(join(folder, 'elsewhere/entry.js'), 'utf8')).toBe('elsewhere');

    await storage.replace('gallery/1.0.0/entry.js/below', 'a folder now');
    await storage.replace('gallery/1.0.0/entry.js', 'a file again');
    expect(String(await storage.read('gallery/1.0.0/entry.js'))).toBe('a file again');
  });

  it('leaves no empty folders and no drafts', async () => {
    const storage = createFolderStorage(folder);
    await storage.replace('gallery/1.0.0/browser/entry.js', 'one');
    await storage.replace('gallery/2.0.0/browser/entry.js', 'two');
    await storage.remove('gallery/1.0.0/browser/entry.js');
    expect(readdirSync(join(folder, 'gallery'))).toEqual(['2.0.0']);
    expect(readdirSync(join(folder, '.drafts'))).toEqual([]);
  });
});

describe('RLS-04 storage in an object store', () => {
  it.each([
    ['ignored', 'it ignores the condition'],
    ['rejected', 'it responds with 501'],
  ] as const)('rejects a store by which conditions are %s, with the reason', async (conditions, reason) => {
    const storage = createS3Storage((await startStub({ conditions })).settings);
    for (const attempt of [() => storage.requireExclusiveCreation(), () => storage.create('registry/00000001.json', 'one')]) {
      const error: unknown = await attempt().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(SettingError);
      expect(String(error)).toContain('does not support conditional writes');
      expect(String(error)).toContain(reason);
    }
  });

  it('recognises a file that it created although the response was lost, and retries a write that another writer disturbed', async () => {
    const stub = await startStub();
    const storage = createS3Storage(stub.settings);
    await storage.requireExclusiveCreation();
    stub.loseResponses(1);
    expect(await storage.create('registry/00000001.json', 'mine')).toBe(true);
    expect(await storage.create('registry/00000001.json', 'theirs')).toBe(false);
    stub.conflict(2);
    expect(await storage.create('registry/00000002.json', 'mine')).toBe(true);
  });

  it('reports that the store is unreachable, rejects its key or lacks the bucket, and never that it is empty', async () => {
    const stub = await startStub();
    const open = (other: object) => createS3Storage({ ...stub.settings, ...other });
    await expect(open({ accessKeyId: 'another' }).list('')).rejects.toThrow('responded with 403 InvalidAccessKeyId to GET /site');
    await expect(open({ bucket: 'none' }).list('')).rejects.toThrow('has no bucket "none"');
    await expect(open({ bucket: 'none' }).read('a')).rejects.toThrow('has no bucket "none"');
    await stub.stop();
    const error: unknown = await open({})
      .list('')
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StorageUnavailableError);
    expect(String(error)).toContain('does not respond');
    await stub.restart();
    expect(await open({}).list('')).toEqual([]);
  });

  it('requires all of its settings or none', () => {
    expect(readS3Settings({})).toBeUndefined();
    const all = { RELEASES_S3_ENDPOINT: 'https://s3.example', RELEASES_S3_BUCKET: 'b', RELEASES_S3_ACCESS_KEY_ID: 'k', RELEASES_S3_SECRET_ACCESS_KEY: 's' };
    expect(readS3Settings(all)).toEqual({ endpoint: 'https://s3.example', bucket: 'b', region: 'us-east-1', accessKeyId: 'k', secretAccessKey: 's' });
    expect(() => readS3Settings({ ...all, RELEASES_S3_BUCKET: '' })).toThrow('belong together');
  });
});
