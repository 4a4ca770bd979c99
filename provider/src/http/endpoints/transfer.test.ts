import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { waitUntil } from '@site/shared/testing/wait-until';
import { createImageFile } from '../../testing/images.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { readContent } from '../../testing/transfers.ts';
import { readZip } from '../../testing/zip.ts';
import { writeArchive } from '../archive/write-archive.ts';

const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
};

const exportFrom = async (app: TestApp, token: string): Promise<Buffer> => {
  const exportResponse = await app.send('POST', '/api/transfer/export', undefined, token);
  expect(exportResponse.statusCode).toBe(201);
  const response = await app.get(exportResponse.json().data.path);
  expect(response.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': expect.stringMatching(/^attachment; filename="content-\d{4}/),
  });
  return response.rawPayload;
};

const readManifest = async (zip: Buffer) => JSON.parse(String((await readZip(zip)).get('manifest.json')));

describe('an export of the content', () => {
  let app: TestApp;
  let admin: string;
  beforeAll(async () => {
    app = await startTestApp();
    admin = (await app.signInAs('admin')).token;
  });
  afterAll(() => app.stop());

  it('STAFF-22 has documents of every status with all fields, images with their files, albums and redirects', async () => {
    const featuredImage = await createImageFile(300, 200, 'jpeg');
    const post = (
      await app.form(
        'POST',
        '/api/posts',
        { title: 'A draft', slug: 'first', content: '<p>Words</p>', tags: 'a, b', featuredImage, featuredImageAlt: 'Red' },
        admin,
      )
    ).json().data;
    // Publish the post, then unpublish it and change its slug, so that its former public URL becomes a redirect.
    await app.form('PUT', `/api/posts/${post._id}`, { status: 'published', category: 'News' }, admin);
    await app.form('PUT', `/api/posts/${post._id}`, { status: 'draft', slug: 'second' }, admin);
    const event = (
      await app.form('POST', '/api/events', { title: 'Hub', date: '2030-01-01', time: '4:00 PM', location: 'L', status: 'published' }, admin)
    ).json().data;
    const album = (await app.form('POST', '/api/gallery/albums', { name: 'Schools' }, admin)).json().data;
    const image = (await app.form('POST', '/api/gallery', { title: 'Photo', alt: 'A', album: album._id, image: await createImageFile() }, admin)).json().data;
    const trashedPost = (await app.form('POST', '/api/posts', { title: 'Gone' }, admin)).json().data;
    await app.send('DELETE', `/api/posts/${trashedPost._id}`, undefined, admin);

    const zip = await exportFrom(app, admin);
    const content = await readContent(zip);
    const document = content[`posts/${post._id}.json`];
    expect(document).toMatchObject({ id: post._id, status: 'draft', imageAlt: 'Red', image: expect.any(String) });
    expect(document?.fields).toMatchObject({ title: 'A draft', slug: 'second', content: '<p>Words</p>', tags: ['a', 'b'], authorName: 'The admin' });
    expect(content[`events/${event._id}.json`]).toMatchObject({ status: 'published', fields: { date: '2030-01-01', attendanceMode: '' } });
    expect(content[`images/${image._id}.json`]).toMatchObject({ status: 'published', fields: { title: 'Photo', album: album._id } });
    expect(content[`albums/${album._id}.json`]).toMatchObject({ name: 'Schools' });
    expect(content['redirects/post-first.json']).toEqual({ kind: 'post', slug: 'first', documentId: post._id });
    const media = content[`media/${document?.image}.json`];
    expect(media).toMatchObject({ alt: 'Red', version: 1 });
    const files = await readZip(zip);
    expect(files.get(String(media?.file))?.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
    expect(Object.keys(content)).not.toContain(`posts/${trashedPost._id}.json`);

    const manifest = await readManifest(zip);
    expect(manifest).toMatchObject({
      format: 'site-content',
      version: 3,
      counts: { media: 2, album: 1, image: 1, post: 1, event: 1, program: 0, redirect: 1 },
    });
    const parts = ['albums', 'events', 'images', 'media', 'posts', 'redirects'].map((folder) => `${folder}/000001.ndjson`);
    expect([...files.keys()].filter((name) => !name.endsWith('.jpg')).sort()).toEqual([...parts, 'manifest.json'].sort());
    expect(manifest.parts.post).toEqual([{ rows: 1, bytes: files.get('posts/000001.ndjson')?.length, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    const summary = (await app.get('/api/transfer/export', admin)).json().data;
    expect(summary.counts).toEqual(manifest.counts);
    expect(summary.bytes).toBe([...files].filter(([name]) => /^media.*jpg$/.test(name)).reduce((sum, [, bytes]) => sum + bytes.length, 0));
  });

  it('STAFF-22 contains no accounts, applications or names from consent records', async () => {
    const consent = { showsMinors: 'true', consentBy: 'Guardian Of-Somebody', consentOn: '2026-01-01' };
    await app.form('POST', '/api/gallery', { title: 'Minors', alt: 'A', image: await createImageFile(), ...consent }, admin);
    const exportText = JSON.stringify(await readContent(await exportFrom(app, admin)));

    expect(exportText).toContain('"showsMinors":true');
    expect(exportText).not.toMatch(/Guardian|@site\.example|password|author_id/);
  });

  it('NS-08 is available to administrators by an expiring URL, and is recorded', async () => {
    for (const role of ['contributor', 'editor'] as const) {
      const { token } = await app.signInAs(role);
      expect((await app.send('POST', '/api/transfer/export', undefined, token)).statusCode).toBe(403);
      expect((await app.get('/api/transfer/export', token)).statusCode).toBe(403);
    }
    const { path } = (await app.send('POST', '/api/transfer/export', undefined, admin)).json().data;
    expect((await app.get(`${path}x`)).statusCode).toBe(404);
    const startedAt = app.clock.now;
    app.clock.now = new Date(startedAt.getTime() + 6 * 60 * 1000);
    expect((await app.get(path)).statusCode).toBe(404);
    app.clock.now = startedAt;
    const entries = (await app.get('/api/audit?limit=20', admin)).json().data;
    expect(entries).toContainEqual(expect.objectContaining({ action: 'content.export', outcome: 'done' }));
  });

  it('STAFF-22 is rejected with the reason if no site could import it, and leaves no file', async () => {
    const { db } = app.services;
    const post = (await app.form('POST', '/api/posts', { title: 'From another time' }, admin)).json().data;
    await db.updateTable('posts').set({ created_at: 'once' }).where('id', '=', post._id).execute();
    const refusal = await app.send('POST', '/api/transfer/export', undefined, admin);
    expect(refusal.statusCode).toBe(409);
    expect(refusal.json()).toEqual({
      message: `No site could import this export, so it is not offered. The createdAt of “From another time” (posts/${post._id}.json) is not valid.`,
    });

    await db.updateTable('posts').set({ created_at: app.clock.now.toISOString() }).where('id', '=', post._id).execute();
    const { path } = (await app.send('POST', '/api/transfer/export', undefined, admin)).json().data;
    expect(await readdir(join(app.environment.dataDir, 'imports'))).toEqual([]);
    // If the content becomes invalid before the download, the ZIP remains incomplete.
    await db.updateTable('posts').set({ created_at: 'once' }).where('id', '=', post._id).execute();
    const download = await app.get(path).catch((reason: unknown) => reason);
    expect(download).not.toMatchObject({ statusCode: 200 });
    await db.deleteFrom('posts').where('id', '=', post._id).execute();
  });

  it('STAFF-22 is read back before it is offered, and rejected if no import would accept it', async () => {
    const { db } = app.services;
    const image = (await app.form('POST', '/api/media', { alt: 'Large', image: await createImageFile() }, admin)).json().data;
    await db.updateTable('pictures').set({ bytes: 30_000_000 }).where('id', '=', image._id).execute();
    const refusal = await app.send('POST', '/api/transfer/export', undefined, admin);
    await db.deleteFrom('pictures').where('id', '=', image._id).execute();

    expect([refusal.statusCode, refusal.json().message]).toEqual([409, expect.stringContaining(`The bytes of “Large” (media/${image._id}.json)`)]);
  });

  it('STAFF-22 fails without ending the provider if the database does not respond before the client reads', async () => {
    const other = await startTestApp();
    await other.stop();
    const stream = writeArchive(other.services, {} as Parameters<typeof writeArchive>[1]);
    await setTimeout(50);

    await expect(stream.toArray()).rejects.toThrow();
  });

  it('STAFF-22 reads no further than the client has received', async () => {
    const { originals } = app.services.stores;
    for (let index = 0; index < 12; index += 1)
      await app.form('POST', '/api/gallery', { title: `Many ${index}`, alt: 'A', image: await createImageFile() }, admin);
    const get = jest.spyOn(originals, 'get').mockImplementation(async () => Buffer.alloc(5_000_000, 1));
    const { path } = (await app.send('POST', '/api/transfer/export', undefined, admin)).json().data;
    const { stream } = Object.assign(await app.server.inject({ method: 'GET', url: path, payloadAsStream: true }), {});
    const response = stream();
    expect(get).not.toHaveBeenCalled();
    await waitUntil(() => {
      // The files with texts come before the images.
      response.read();
      return get.mock.calls.length > 0;
    });
    await setTimeout(100);

    // Each stream between the store and the client buffers one image at most.
    expect(get.mock.calls.length).toBeLessThan(6);
    response.destroy();
    get.mockRestore();
  });

  it('STAFF-22 keeps no image in memory that the client has received', async () => {
    const { originals } = app.services.stores;
    const bufferRefs: WeakRef<Buffer>[] = [];
    // A mock would keep references to the values that it returned.
    const { get } = originals;
    originals.get = async () => {
      const bytes = Buffer.alloc(1_000_000, 1);
      bufferRefs.push(new WeakRef(bytes));
      return bytes;
    };
    const { path } = (await app.send('POST', '/api/transfer/export', undefined, admin)).json().data;
    const { stream } = Object.assign(await app.server.inject({ method: 'GET', url: path, payloadAsStream: true }), {});
    const response = stream();
    let receivedBytes = 0;
    for await (const part of response) {
      receivedBytes += part.length;
      if (receivedBytes > 9_000_000) break;
    }
    await setTimeout(0);
    collectGarbage();

    expect(bufferRefs.length).toBeGreaterThan(8);
    expect(bufferRefs.filter((each) => each.deref() !== undefined).length).toBeLessThan(4);
    originals.get = get;
  });
});
