import { sweepTextImages, sweepVersionImages } from '../../maintenance/sweeps.ts';
import { createImageFile } from '../../testing/images.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { countOutcomes, exportFrom, importArchive, readContent, readFiles } from '../../testing/transfers.ts';
import { withManifest, writeZip } from '../../testing/zip.ts';

jest.mock('../../samples/artwork/artwork.ts', () => require('../../testing/plain-artwork.ts'));

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

/** Returns the same content in the ZIP format of earlier releases, with each document changed by `change`. */
const changeZip = async (zip: Buffer, change: (document: Record<string, unknown>, name: string) => object, manifest: object = {}): Promise<Buffer> => {
  const changedFiles = [...(await readFiles(zip))].map(
    ([name, bytes]) => [name, name.endsWith('.json') ? Buffer.from(JSON.stringify(change(JSON.parse(String(bytes)), name))) : bytes] as const,
  );
  return writeZip(withManifest(new Map(changedFiles), manifest));
};

describe('events of a ZIP', () => {
  const EVENT = { title: 'Club', date: '2030-01-01', time: '4:00 PM', location: 'L', status: 'published' };
  const readEvents = async (app: TestApp, caller: string) =>
    (await app.get('/api/events?status=all&scope=all', caller))
      .json()
      .data.map(({ date, isUpcoming, seriesId }: { date: string; isUpcoming: boolean; seriesId: string }) => ({ date, isUpcoming, seriesId }));
  /** Creates a series of three events, one of which staff have set to past, and a future event that staff have set to upcoming. */
  const createEvents = async (): Promise<string> => {
    const first = await create('/api/events', EVENT);
    const { ids } = (await source.send('POST', `/api/events/${first._id}/repeats`, { dates: ['2030-01-08', '2030-01-15'], status: 'published' }, admin)).json()
      .data;
    await source.form('PUT', `/api/events/${ids[0]}`, { isUpcoming: 'false' }, admin);
    const agreeingEvent = await create('/api/events', { ...EVENT, title: 'Agreeing', date: '2020-01-01', isUpcoming: 'true' });
    await source.form('PUT', `/api/events/${agreeingEvent._id}`, { date: '2030-02-01' }, admin);
    return first._id;
  };

  it('STAFF-22 stay a series, and keep the status set by staff, even after their day', async () => {
    const first = await createEvents();
    await importArchive(target, token, await exportFrom(source, admin));

    expect(await readEvents(target, token)).toEqual(await readEvents(source, admin));
    expect((await target.get(`/api/events/${first}/series`, token)).json().data).toHaveLength(3);
    expect((await target.send('POST', `/api/events/${first}/following`, undefined, token)).json().data).toEqual({ changed: 2 });
    source.clock.now = new Date('2031-01-01');
    target.clock.now = new Date('2031-01-01');
    admin = (await source.signInAs('admin')).token;
    token = (await target.signInAs('admin')).token;
    expect(await readEvents(target, token)).toEqual(await readEvents(source, admin));
    expect((await target.get('/api/events?when=upcoming')).json().data).toMatchObject([{ title: 'Agreeing' }]);
  });

  it('STAFF-22 update the series and status of existing events, or are conflicts if those are public and the import creates drafts', async () => {
    await createEvents();
    const zip = await exportFrom(source, admin);
    await importArchive(target, token, zip);
    const changedZip = await changeZip(zip, (document, name) => (name.startsWith('events/') ? { ...document, series: '', isUpcoming: null } : document), {
      version: 2,
    });

    expect(countOutcomes(await importArchive(target, token, changedZip, { status: 'draft' }))).toEqual({ conflict: 4 });
    expect(await readContent(await exportFrom(target, token))).toEqual(await readContent(zip));
    expect(countOutcomes(await importArchive(target, token, changedZip, { run: 'check' }))).toEqual({ changed: 4 });
    expect(countOutcomes(await importArchive(target, token, changedZip))).toEqual({ changed: 4 });
    expect(await readContent(await exportFrom(target, token))).toEqual(await readContent(changedZip));
    expect(countOutcomes(await importArchive(target, token, changedZip))).toEqual({ same: 4 });
  });

  it('STAFF-22 keep the stored series and status if the ZIP has version 1, and new events have neither', async () => {
    await createEvents();
    const zip = await exportFrom(source, admin);
    const olderZip = await changeZip(zip, ({ series: _, isUpcoming: __, ...document }) => document, { version: 1 });

    expect(countOutcomes(await importArchive(source, admin, olderZip))).toEqual({ same: 4 });
    expect(countOutcomes(await importArchive(target, token, olderZip))).toEqual({ new: 4 });
    expect(await readEvents(target, token)).toEqual((await readEvents(source, admin)).map((event: object) => ({ ...event, seriesId: '', isUpcoming: true })));
  });

  it('STAFF-22 with a series or a status that no export writes are errors', async () => {
    await create('/api/events', EVENT);
    const zip = await exportFrom(source, admin);
    for (const invalidFields of [{ series: '../x' }, { isUpcoming: 'perhaps' }]) {
      const items = await importArchive(target, token, await changeZip(zip, (document) => ({ ...document, ...invalidFields })));
      expect(items).toMatchObject([{ outcome: 'error', field: Object.keys(invalidFields)[0] }]);
    }
  });
});

describe('photos of people under 18 in a ZIP', () => {
  const CONSENT = { showsMinors: 'true', consentBy: 'Guardian Of-Somebody', consentOn: '2026-01-01' };
  const createDocuments = async (): Promise<void> => {
    const photo = await createImageFile(300, 200, 'jpeg');
    await create('/api/gallery', { title: 'Minors', alt: 'A', image: photo, published: 'true', ...CONSENT });
    const { url } = (await source.form('POST', '/api/pictures', { image: photo, alt: 'A', ...CONSENT }, admin)).json().data;
    const content = `<p>Words</p><figure><img src="${url}" alt="A" width="300" height="200" /></figure>`;
    await create('/api/posts', { title: 'Text', status: 'published', content, category: 'News' });
  };
  const PUBLIC_LISTS = ['/api/gallery', '/api/posts'];

  it('PRIV-30 STAFF-22 do not become public until their consent is recorded here', async () => {
    await createDocuments();
    const zip = await exportFrom(source, admin);
    const items = await importArchive(target, token, zip);
    expect(items.filter(({ outcome }) => outcome === 'error')).toMatchObject([
      { kind: 'image', field: 'consentBy', message: 'Enter who gave consent for the people under 18' },
      { kind: 'post', field: 'content', message: expect.stringMatching(/no consent is recorded/) },
    ]);
    for (const list of PUBLIC_LISTS) expect((await target.get(list)).json().data).toEqual([]);

    expect(countOutcomes(await importArchive(target, token, zip, { status: 'draft' }))).toEqual({ same: 2, new: 2 });
    expect(countOutcomes(await importArchive(target, token, zip))).toEqual({ same: 2, error: 2 });
    for (const list of PUBLIC_LISTS) expect((await target.get(list)).json().data).toEqual([]);
    for (const { file } of items.filter(({ kind }) => kind === 'media'))
      await target.form('PUT', `/api/media/${file.slice('media/'.length, -'.json'.length)}`, CONSENT, token);
    expect(countOutcomes(await importArchive(target, token, zip))).toEqual({ same: 2, changed: 2 });
    for (const list of PUBLIC_LISTS) expect((await target.get(list)).json().data).toHaveLength(1);
    expect(countOutcomes(await importArchive(source, admin, zip))).toEqual({ same: 4 });
  });

  it('PRIV-30 STAFF-22 are marked if this site has no record of them, unless they are public here without consent', async () => {
    await createDocuments();
    const zip = await exportFrom(source, admin);
    const setMinors = (showsMinors: boolean | null) =>
      changeZip(zip, (document, name) => (name.startsWith('media/') ? { ...document, showsMinors } : document), { version: 2 });
    await importArchive(target, token, await setMinors(null), { status: 'draft' });
    expect(countOutcomes(await importArchive(target, token, await setMinors(null)))).toEqual({ same: 2, changed: 2 });

    const conflict = { kind: 'media', outcome: 'conflict', message: expect.stringMatching(/public here/) };
    for (const run of ['check', 'apply']) {
      const items = await importArchive(target, token, zip, { run });
      expect(items.filter(({ kind }) => kind === 'media')).toMatchObject([conflict, conflict]);
    }
    for (const { _id } of (await target.get('/api/gallery')).json().data) await target.form('PUT', `/api/gallery/${_id}`, { published: 'false' }, token);
    for (const { _id } of (await target.get('/api/posts')).json().data) await target.form('PUT', `/api/posts/${_id}`, { status: 'draft' }, token);
    expect(countOutcomes(await importArchive(target, token, zip, { status: 'draft' }))).toEqual({ changed: 2, same: 2 });
    // The import keeps this site's own records about minors.
    expect(countOutcomes(await importArchive(target, token, await setMinors(false), { status: 'draft' }))).toEqual({ same: 4 });
    expect(await readContent(await exportFrom(target, token))).toMatchObject(
      Object.fromEntries(Object.keys(await readContent(zip)).flatMap((name) => (name.startsWith('media/') ? [[name, { showsMinors: true }]] : []))),
    );
  });
});

describe('images of a ZIP', () => {
  it('STAFF-22 are kept during the import, although they are not used yet', async () => {
    const photo = await createImageFile(300, 200, 'jpeg');
    const { url } = (await source.form('POST', '/api/pictures', { image: photo, alt: 'A' }, admin)).json().data;
    const content = `<p>Words</p><figure><img src="${url}" alt="A" width="300" height="200" /></figure>`;
    await create('/api/posts', { title: 'Old', status: 'published', content, category: 'News', featuredImage: photo, featuredImageAlt: 'A' });
    const file = await exportFrom(source, admin);
    const agedZip = await changeZip(file, (document) => ({ ...document, createdAt: '2020-01-01T00:00:00.000Z' }), { version: 2 });
    const { originals } = target.services.stores;
    const put = originals.put.bind(originals);
    const sweep = async (): Promise<number> => (await sweepTextImages(target.services)) + (await sweepVersionImages(target.services));
    // Run the daily sweep before each file is stored.
    const spy = jest.spyOn(originals, 'put').mockImplementation(async (...args) => {
      await sweep();
      await put(...args);
    });

    const items = await importArchive(target, token, agedZip);
    spy.mockRestore();

    expect(countOutcomes(items)).toEqual({ new: 3 });
    expect((await target.get('/api/media', token)).json().data).toHaveLength(2);
    for (const table of ['posts', 'version_images', 'text_images'] as const) await target.services.db.deleteFrom(table).execute();
    expect(await sweep()).toBe(2);
  });

  it('PRIV-31 with the name of a page drawing are not imported, because they would be public and could not be withdrawn', async () => {
    const photo = await createImageFile(300, 200, 'jpeg');
    await create('/api/posts', { title: 'Old', status: 'published', content: '<p>W</p>', category: 'News', featuredImage: photo, featuredImageAlt: 'A' });
    const files = [...(await readFiles(await exportFrom(source, admin)))];
    const id = /media\/(.*)\.json/.exec(files.map(([name]) => name).join('\n'))?.[1] ?? '';
    const replaceId = (text: string): string => text.replaceAll(id, 'samples-evil-1');
    const renamedFiles = files.map(([name, bytes]) => [replaceId(name), name.endsWith('.json') ? Buffer.from(replaceId(String(bytes))) : bytes] as const);
    const renamedZip = await writeZip(withManifest(new Map(renamedFiles)));

    const items = await importArchive(target, token, renamedZip);
    expect(items.map(({ kind, outcome }) => [kind, outcome])).toEqual([
      ['media', 'conflict'],
      ['post', expect.not.stringMatching(/^new$/)],
    ]);
    expect(await target.services.db.selectFrom('pictures').select('id').where('id', '=', 'samples-evil-1').execute()).toEqual([]);
  });

  it('STAFF-22 include drawings with a fixed id, which both sites have but no library lists', async () => {
    const drawing = 'samples-program-navigate';
    const [one, other] = [await startTestApp({ samples: 'page images' }), await startTestApp({ samples: 'page images' })];
    try {
      const [from, into] = [(await one.signInAs('admin')).token, (await other.signInAs('admin')).token];
      const program = (await one.form('POST', '/api/programs', { title: 'Navigate', content: '<p>W</p>', status: 'published' }, from)).json().data;
      await one.services.db.updateTable('programs').set({ picture_id: drawing, picture_alt: 'A compass' }).where('id', '=', program._id).execute();
      const file = await exportFrom(one, from);

      expect((await importArchive(other, into, file)).find(({ kind }) => kind === 'program')).toMatchObject({ outcome: 'new' });
      expect((await readContent(await exportFrom(other, into)))[`programs/${program._id}.json`]).toMatchObject({ image: drawing, imageAlt: 'A compass' });
      expect((await importArchive(other, into, file)).filter(({ outcome }) => outcome !== 'same')).toEqual([]);
    } finally {
      await one.stop();
      await other.stop();
    }
  });
});
