import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { waitUntil } from '@site/shared/testing/wait-until';
import { withdrawImage } from '../images/withdraw-images.ts';
import { createLocalStorage } from '../storage/local-storage.ts';
import { createImageFile } from '../testing/images.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { createBackup } from './backup.ts';
import { verifyBackup } from './backup-format.ts';
import { removeSamples } from './remove-samples.ts';
import { restoreBackup } from './restore.ts';
import { sweepOrphans } from './sweeps.ts';

jest.mock('../samples/artwork/artwork.ts', () => require('../testing/plain-artwork.ts'));

let app: TestApp;
let editor: string;
let folder: string;

beforeAll(async () => {
  app = await startTestApp({ samples: 'content' });
  editor = (await app.signInAs('editor')).token;
  folder = await mkdtemp(path.join(os.tmpdir(), 'provider-backup-'));
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

const auditKey = 'the key that signs these backups, 32';
const toSource = ({ services: { db, stores } }: TestApp) => ({ db, originals: stores.originals, auditKey, now: () => new Date() });

describe('backup and restore', () => {
  it('SEC-26 copies everything but sessions while the provider runs, and restores it', async () => {
    const image = (await app.form('POST', '/api/gallery', { image: await createImageFile(), title: 'Ours' }, editor)).json().data;
    const post = (await app.form('POST', '/api/posts', { title: 'Moved', category: 'C', content: '<p>Here.</p>', status: 'published' }, editor)).json().data;
    await app.form('PUT', `/api/posts/${post._id}`, { slug: 'moved-on' }, editor);
    const target = path.join(folder, 'full');
    const [manifest] = await Promise.all([createBackup(toSource(app), target), app.form('POST', '/api/posts', { title: 'Meanwhile', category: 'C' }, editor)]);
    const freshApp = await startTestApp();
    await freshApp.services.db.deleteFrom('users').execute();

    await restoreBackup(toSource(freshApp), target, { auditKey });

    expect((await freshApp.get(image.url)).rawPayload).toEqual((await app.get(image.url)).rawPayload);
    expect((await freshApp.get('/api/posts')).json()).toEqual((await app.get('/api/posts')).json());
    // The post can be found by its former slug.
    expect((await freshApp.get(`/api/posts/${post.slug}`)).json().data._id).toBe(post._id);
    // Sessions are not restored, because they may have been revoked after the backup was made.
    expect((await freshApp.get('/api/auth/me', editor)).statusCode).toBe(401);
    expect((await freshApp.signIn()).token).not.toBe('');
    expect(manifest.rows.posts).toBeGreaterThanOrEqual(13);
    await expect(restoreBackup(toSource(freshApp), target, { auditKey })).rejects.toThrow('not empty');
    await freshApp.stop();
    await app.send('DELETE', `/api/posts/${post._id}`, undefined, editor);
  });

  it("SEC-18 makes the database, images, keys and backups accessible to the provider's user only", async () => {
    const target = path.join(folder, 'private');
    await createBackup(toSource(app), target);
    const listReadableFiles = async (root: string): Promise<string[]> => {
      const names = await readdir(root, { recursive: true });
      const modes = await Promise.all(names.map(async (name) => ({ name, entry: await stat(path.join(root, name)) })));
      return modes.filter(({ entry }) => (entry.mode & 0o077) !== 0).map(({ name }) => name);
    };

    expect((await stat(target)).mode & 0o777).toBe(0o700);
    expect(await listReadableFiles(target)).toEqual([]);
    expect(await listReadableFiles(app.environment.dataDir)).toEqual([]);
  });

  it('detects a damaged copy, and overwrites nothing', async () => {
    const target = path.join(folder, 'damaged');
    await createBackup(toSource(app), target);
    await expect(createBackup(toSource(app), target)).rejects.toThrow('not empty');

    await writeFile(path.join(target, 'tables/posts/000001.ndjson'), '');

    await expect(verifyBackup(target)).rejects.toThrow('tables/posts/000001.ndjson is not as it was written');
    await expect(verifyBackup(folder)).rejects.toThrow('holds no backup');
  });
});

describe('sweeping', () => {
  it('removes orphaned files after an hour', async () => {
    const { db, stores } = app.services;
    await stores.originals.put('ffffffffffffffffffffffff/v1.jpg', Buffer.from('left over'));
    await stores.originals.put('of-another-program/v1.jpg', Buffer.from('not an image'));
    const before = (await stores.originals.listFolders()).length;

    expect(await sweepOrphans(db, stores.originals, new Date())).toBe(0);
    expect(await sweepOrphans(db, stores.originals, new Date(Date.now() + 2 * 3_600_000))).toBe(1);
    expect(await stores.originals.listFolders()).toHaveLength(before - 1);
    expect(await sweepOrphans(db, createLocalStorage(path.join(folder, 'none'), false), new Date())).toBe(0);
    await stores.originals.removeAll('of-another-program');
  });

  it('PRIV-31 deletes the rendered files of a photo within one tick after another provider has withdrawn it', async () => {
    const { url } = (await app.form('POST', '/api/gallery', { image: await createImageFile(), title: 'Withdrawn' }, editor)).json().data;
    const id = /([0-9a-f]{24})\./.exec(url)?.[1] ?? '';
    // The scheduler starts when the provider listens.
    if (!app.server.server.listening) await app.server.listen({ port: 0, host: '127.0.0.1' });
    expect((await app.get(url.replace('/upload/', '/upload/w_320,f_webp/'))).statusCode).toBe(200);
    const { originals, derived } = app.services.stores;
    const listRenderedFolders = async () => (await derived.listFolders()).filter((name) => name === id);
    expect(await listRenderedFolders()).toHaveLength(1);

    await withdrawImage({ ...app.services, stores: { originals, derived: createLocalStorage(path.join(folder, 'of another'), false) } }, id);
    await waitUntil(async () => (await listRenderedFolders()).length === 0);
    expect(await listRenderedFolders()).toEqual([]);
  });
});

describe('removing the samples', () => {
  it('preserves what staff have created or changed', async () => {
    const [album] = (await app.get('/api/gallery/albums')).json().data;
    const [post] = (await app.get('/api/posts')).json().data;
    await app.form('POST', '/api/gallery', { image: await createImageFile(), title: 'Of staff', album: album._id }, editor);
    await app.form('PUT', `/api/posts/${post._id}`, { title: 'Ours now' }, editor);

    expect(await removeSamples(app.services)).toBeGreaterThan(50);

    expect((await app.get('/api/posts')).json().data).toMatchObject([{ title: 'Ours now', isSample: false }]);
    expect((await app.get('/api/events')).json().data).toEqual([]);
    expect((await app.get('/api/gallery/albums')).json().data).toEqual([{ _id: album._id, name: album.name }]);
    expect((await app.get('/api/gallery/published')).body).toContain('Of staff');
    expect((await app.get(post.featuredImage)).statusCode).toBe(200);
    expect((await app.get('/api/dashboard', editor)).json().data.samples).toBe(0);
    // The images of the site's own pages are not content, so they are kept.
    expect((await app.get('/img/upload/v1/samples-ebook-1.webp')).statusCode).toBe(200);
    expect(await removeSamples(app.services)).toBe(0);
  });
});
