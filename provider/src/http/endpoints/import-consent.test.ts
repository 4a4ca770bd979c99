import { createImageFile } from '../../testing/images.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { countOutcomes, exportFrom, importInto, readContent } from '../../testing/transfers.ts';
import { readZip, withManifest, writeZip } from '../../testing/zip.ts';

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

/** The same ZIP with documents as `change` has made them. */
const changeZip = async (zip: Buffer, change: (document: Record<string, unknown>, name: string) => object, manifest: object = {}): Promise<Buffer> => {
  const files = [...(await readZip(zip))].filter(([name]) => name !== 'manifest.json');
  const changed = files.map(
    ([name, bytes]) => [name, name.endsWith('.json') ? Buffer.from(JSON.stringify(change(JSON.parse(String(bytes)), name))) : bytes] as const,
  );
  return writeZip(withManifest(new Map(changed), manifest));
};

describe('photos of people under 18 in a ZIP', () => {
  const CONSENT = { showsMinors: 'true', consentBy: 'Guardian Of-Somebody', consentOn: '2026-01-01' };
  const createDocuments = async (): Promise<void> => {
    const photo = await createImageFile(300, 200, 'jpeg');
    await create('/api/gallery', { title: 'Minors', alt: 'A', image: photo, published: 'true', ...CONSENT });
    const { url } = (await source.form('POST', '/api/pictures', { image: photo, alt: 'A', ...CONSENT }, admin)).json().data;
    const content = `<p>Words</p><figure><img src="${url}" alt="A" width="300" height="200" /></figure>`;
    await create('/api/posts', { title: 'Text', status: 'published', content, category: 'News' });
  };
  const PUBLIC = ['/api/gallery', '/api/posts'];

  it('PRIV-30 STAFF-22 do not become public until their consent is recorded here', async () => {
    await createDocuments();
    const zip = await exportFrom(source, admin);
    const items = await importInto(target, token, zip);
    expect(items.filter(({ outcome }) => outcome === 'error')).toMatchObject([
      { kind: 'image', field: 'consentBy', message: 'Enter who has agreed for the people under 18' },
      { kind: 'post', field: 'content', message: expect.stringMatching(/nobody has agreed/) },
    ]);
    for (const list of PUBLIC) expect((await target.get(list)).json().data).toEqual([]);

    expect(countOutcomes(await importInto(target, token, zip, { status: 'draft' }))).toEqual({ same: 2, new: 2 });
    expect(countOutcomes(await importInto(target, token, zip))).toEqual({ same: 2, error: 2 });
    for (const list of PUBLIC) expect((await target.get(list)).json().data).toEqual([]);
    for (const { file } of items.filter(({ kind }) => kind === 'media'))
      await target.form('PUT', `/api/media/${file.slice('media/'.length, -'.json'.length)}`, CONSENT, token);
    expect(countOutcomes(await importInto(target, token, zip))).toEqual({ same: 2, changed: 2 });
    for (const list of PUBLIC) expect((await target.get(list)).json().data).toHaveLength(1);
    expect(countOutcomes(await importInto(source, admin, zip))).toEqual({ same: 4 });
  });

  it('PRIV-30 STAFF-22 are marked where nobody was asked here, unless they are public here without a consent', async () => {
    await createDocuments();
    const zip = await exportFrom(source, admin);
    const setMinors = (showsMinors: boolean | null) =>
      changeZip(zip, (document, name) => (name.startsWith('media/') ? { ...document, showsMinors } : document), { version: 2 });
    await importInto(target, token, await setMinors(null), { status: 'draft' });
    expect(countOutcomes(await importInto(target, token, await setMinors(null)))).toEqual({ same: 2, changed: 2 });

    const conflict = { kind: 'media', outcome: 'conflict', message: expect.stringMatching(/public here/) };
    for (const run of ['check', 'apply']) {
      const items = await importInto(target, token, zip, { run });
      expect(items.filter(({ kind }) => kind === 'media')).toMatchObject([conflict, conflict]);
    }
    for (const { _id } of (await target.get('/api/gallery')).json().data) await target.form('PUT', `/api/gallery/${_id}`, { published: 'false' }, token);
    for (const { _id } of (await target.get('/api/posts')).json().data) await target.form('PUT', `/api/posts/${_id}`, { status: 'draft' }, token);
    expect(countOutcomes(await importInto(target, token, zip, { status: 'draft' }))).toEqual({ changed: 2, same: 2 });
    // What staff here have said stays.
    expect(countOutcomes(await importInto(target, token, await setMinors(false), { status: 'draft' }))).toEqual({ same: 4 });
    expect(await readContent(await exportFrom(target, token))).toMatchObject(
      Object.fromEntries(Object.keys(await readContent(zip)).flatMap((name) => (name.startsWith('media/') ? [[name, { showsMinors: true }]] : []))),
    );
  });
});
