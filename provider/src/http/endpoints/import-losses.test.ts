import { createImageFile } from '../../testing/images.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { countOutcomes, exportFrom, importArchive, readContent, readFiles } from '../../testing/transfers.ts';
import { withManifest, writeZip } from '../../testing/zip.ts';

let source: TestApp;
let admin: string;
let target: TestApp;
let token: string;
beforeEach(async () => {
  [source, target] = [await startTestApp(), await startTestApp()];
  admin = (await source.signInAs('admin')).token;
  token = (await target.signInAs('admin')).token;
});
afterEach(async () => {
  await source.stop();
  await target.stop();
});

const create = async (path: string, fields: Record<string, string | Buffer>) => (await source.form('POST', path, fields, admin)).json().data;
const TEXT = { content: '<p>Words</p>', category: 'News', status: 'published' };

describe('content that is transferred to another site', () => {
  it('STAFF-22 keeps a former slug of a program that has the maximum length', async () => {
    const slug = 'a'.repeat(80);
    const program = await create('/api/programs', { title: 'Long', slug, content: '<p>W</p>', status: 'published' });
    await source.form('PUT', `/api/programs/${program._id}`, { slug: 'short' }, admin);
    const zip = await exportFrom(source, admin);

    expect(countOutcomes(await importArchive(target, token, zip))).toEqual({ new: 2 });
    expect((await target.get(`/api/programs/${slug}`)).json().data).toMatchObject({ slug: 'short' });
    // Earlier releases could write such ZIPs but not read them.
    const earlierZip = await writeZip(withManifest(await readFiles(zip), { version: 2 }));
    expect(countOutcomes(await importArchive(target, token, earlierZip))).toEqual({ same: 2 });
  });

  it('STAFF-22 includes the photos of an album in the trash, without the album', async () => {
    const album = (await source.send('POST', '/api/gallery/albums', { name: 'Schools' }, admin)).json().data;
    const photo = await create('/api/gallery', { title: 'Photo', alt: 'A', album: album._id, image: await createImageFile(), published: 'true' });
    await source.send('DELETE', `/api/gallery/albums/${album._id}`, undefined, admin);
    const zip = await exportFrom(source, admin);

    expect(await readContent(zip)).toMatchObject({ [`images/${photo._id}.json`]: { fields: { album: '' } } });
    expect(countOutcomes(await importArchive(target, token, zip))).toEqual({ new: 2 });
    expect((await target.get('/api/gallery')).json().data).toMatchObject([{ _id: photo._id, album: null }]);
  });

  it('STAFF-22 keeps photos in a trashed album, so that they are back in it when it is restored', async () => {
    const album = (await source.send('POST', '/api/gallery/albums', { name: 'Schools' }, admin)).json().data;
    const photo = await create('/api/gallery', { title: 'Photo', alt: 'A', album: album._id, image: await createImageFile(), published: 'true' });
    await source.send('DELETE', `/api/gallery/albums/${album._id}`, undefined, admin);
    const zip = await exportFrom(source, admin);
    expect(countOutcomes(await importArchive(source, admin, zip))).toEqual({ same: 2 });
    await source.form('PUT', `/api/gallery/${photo._id}`, { title: 'Renamed' }, admin);
    expect(countOutcomes(await importArchive(source, admin, zip))).toEqual({ same: 1, changed: 1 });

    await source.send('POST', `/api/gallery/albums/${album._id}/restore`, undefined, admin);
    expect((await source.get('/api/gallery')).json().data).toMatchObject([{ title: 'Photo', album: { _id: album._id } }]);
  });

  it('STAFF-22 keeps a redirect whose slug a draft now uses', async () => {
    const first = await create('/api/posts', { title: 'First', slug: 'hub', ...TEXT });
    await source.form('PUT', `/api/posts/${first._id}`, { slug: 'former-hub' }, admin);
    const second = await create('/api/posts', { title: 'Second', slug: 'hub' });
    const items = await importArchive(target, token, await exportFrom(source, admin));
    expect(countOutcomes(items)).toEqual({ new: 3 });

    for (const [app, caller] of [
      [source, admin],
      [target, token],
    ] as const) {
      expect((await app.get('/api/posts/hub', caller)).json().data._id).toBe(second._id);
      await app.send('DELETE', `/api/posts/${second._id}`, undefined, caller);
      expect((await app.get('/api/posts/hub')).json().data._id).toBe(first._id);
    }
  });

  it('STAFF-22 includes photos whose description in a text is longer than a form accepts', async () => {
    const { _id } = (await source.form('POST', '/api/media', { alt: 'A', image: await createImageFile() }, admin)).json().data;
    const alt = 'A long description. '.repeat(40);
    await source.services.db.updateTable('pictures').set({ default_alt: alt }).where('id', '=', _id).execute();

    expect(countOutcomes(await importArchive(target, token, await exportFrom(source, admin)))).toEqual({ new: 1 });
    expect((await target.get('/api/media', token)).json().data).toMatchObject([{ alt }]);
  });
});
