import { createImageFile } from '../../testing/images.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { importArchive } from '../../testing/transfers.ts';
import { toDocumentRow, toLines, toMediaRow, withParts, writeZip } from '../../testing/zip.ts';

type Rows = Partial<Record<'album' | 'image' | 'post' | 'program' | 'redirect', readonly object[]>> & { readonly media?: readonly { readonly id: string }[] };

let app: TestApp;
let token: string;
let photo: Buffer;
beforeAll(async () => {
  app = await startTestApp();
  token = (await app.signInAs('admin')).token;
  photo = await createImageFile();
});
afterAll(() => app.stop());

const createId = (name: string): string => Buffer.from(name.padEnd(12, '.')).toString('hex');
const TEXT = { category: 'C', content: '<p>W</p>' };
const post = (name: string, fields: object = {}, extraFields: object = {}) => toDocumentRow(createId(name), { title: name, ...TEXT, ...fields }, extraFields);
const media = (name: string, extraFields: object = {}) => ({ id: createId(name), ...extraFields });
const album = (name: string, title: string) => ({ id: createId(name), name: title, position: 0, createdAt: '2026-01-01T00:00:00.000Z' });
const gallery = (name: string, fields: object = {}) => toDocumentRow(createId(name), { title: name, ...fields }, { image: createId(name) });
const redirect = (slug: string, name: string) => ({ kind: 'post', slug, documentId: createId(name) });
const figure = (name: string): string => `<figure><img src="/img/upload/v1/${createId(name)}.jpg" alt="A" width="60" height="40" /></figure>`;

const toZip = ({ media: images = [], ...others }: Rows): Promise<Buffer> => {
  const rows = { ...(images.length === 0 ? {} : { media: images.map((row) => toMediaRow(row.id, photo, row)) }), ...others };
  const files = new Map(images.map(({ id }) => [`media/${id}.jpg`, photo]));
  return writeZip(withParts(Object.fromEntries(Object.entries(rows).map(([kind, list]) => [kind, [toLines(list)]])), files));
};

const importRows = async (rows: Rows): Promise<void> => {
  for (const item of await importArchive(app, token, await toZip(rows))) expect(item).toMatchObject({ outcome: expect.stringMatching(/new|changed/) });
};

describe('a check of an import', () => {
  it.each<readonly [name: string, before: Rows, rows: Rows, outcomes: readonly string[]]>([
    ['a slug that an earlier document uses', {}, { post: [post('a1', { slug: 'a' }), post('a2', { slug: 'a' })] }, ['new', 'conflict slug']],
    ['a slug that is made from a title', {}, { post: [post('b1', { title: 'Hub b' }), post('b2', { slug: 'hub-b' })] }, ['new', 'conflict slug']],
    ['two equal titles', {}, { post: [post('c1', { title: 'Hub c' }), post('c2', { title: 'Hub c' })] }, ['new', 'new']],
    [
      'a slug that a document gives up',
      { post: [post('d1', { slug: 'd' })] },
      { post: [post('d1', { slug: 'd-new' }), post('d2', { slug: 'd' })] },
      ['changed', 'new'],
    ],
    [
      'a slug that a document gives up too late',
      { post: [post('e2', { slug: 'e' })] },
      { post: [post('e1', { slug: 'e' }), post('e2', { slug: 'e-new' })] },
      ['conflict slug', 'changed'],
    ],
    ['the id of an earlier document as a slug', {}, { post: [post('f1', { slug: 'f' }), post('f2', { slug: createId('f1') })] }, ['new', 'conflict slug']],
    ['a redirect to a document of the ZIP', {}, { post: [post('g1', { slug: 'g' })], redirect: [redirect('g-old', 'g1')] }, ['new', 'new']],
    [
      'a redirect from a slug that a document of the ZIP has now',
      {},
      { post: [post('h1', { slug: 'h' }), post('h2', { slug: 'h-old' })], redirect: [redirect('h-old', 'h1')] },
      ['new', 'new', 'new'],
    ],
    [
      'a redirect from a slug that another document has',
      { post: [post('i2', { slug: 'i-old' })] },
      { post: [post('i1', { slug: 'i' })], redirect: [redirect('i-old', 'i1')] },
      ['new', 'conflict '],
    ],
    [
      'a redirect that the import itself makes',
      { post: [post('j1', { slug: 'j' })] },
      { post: [post('j1', { slug: 'j-new' })], redirect: [redirect('j', 'j1')] },
      ['changed', 'new'],
    ],
    [
      'a redirect to a document that is a conflict',
      { post: [post('k2', { slug: 'k' })] },
      { post: [post('k1', { slug: 'k' })], redirect: [redirect('k-old', 'k1')] },
      ['conflict slug', 'conflict '],
    ],
    ['one name for two albums', {}, { album: [album('l1', 'Schools'), album('l2', 'SCHOOLS')] }, ['new', 'conflict name']],
    ['a name that an album gives up', { album: [album('m1', 'Camps')] }, { album: [album('m1', 'Old camps'), album('m2', 'camps')] }, ['changed', 'new']],
    [
      'a photo in an album of the ZIP',
      {},
      { media: [media('n1')], album: [album('n1', 'Walks')], image: [gallery('n1', { album: createId('n1') })] },
      ['new', 'new', 'new'],
    ],
    ['a photo of minors', {}, { media: [media('o1', { showsMinors: true })], image: [gallery('o1')] }, ['new', 'error consentBy']],
    [
      'a text that shows minors',
      {},
      { media: [media('p1', { showsMinors: true, isInText: true })], post: [post('p1', { content: figure('p1') })] },
      ['new', 'error content'],
    ],
    ['a text that is only a photo', {}, { media: [media('q1', { isInText: true })], post: [post('q1', { content: figure('q1') })] }, ['new', 'new']],
    ['a text that is only a missing photo', {}, { post: [post('r1', { content: figure('r1') })] }, ['error content']],
    [
      'a photo that needs no description',
      {},
      { media: [media('s1', { decorative: true }), media('s2')], post: [post('s1', {}, { image: createId('s1') }), post('s2', {}, { image: createId('s2') })] },
      ['new', 'new', 'new', 'error featuredImageAlt'],
    ],
    [
      'a photo that is here, and shows minors now',
      { media: [media('t1', { alt: 'A' })] },
      { media: [media('t1', { alt: 'A', showsMinors: true })], image: [gallery('t1')] },
      ['changed', 'error consentBy'],
    ],
  ])('STAFF-22 predicts the outcomes of the import: %s', async (_name, before, rows, outcomes) => {
    await importRows(before);
    const zip = await toZip(rows);
    const checkedItems = await importArchive(app, token, zip, { run: 'check' });
    expect(checkedItems.map(({ outcome, field }) => (outcome === 'conflict' || outcome === 'error' ? `${outcome} ${field}` : outcome))).toEqual(outcomes);

    expect(await importArchive(app, token, zip)).toEqual(checkedItems);
  });

  it('PRIV-30 STAFF-22 predicts that a photo and the copies of its file are marked together', async () => {
    await importRows({ media: [media('u1', { alt: 'A' }), media('u2', { alt: 'A' })] });
    // Store the second image as a copy, as earlier releases did.
    await app.services.db
      .updateTable('pictures')
      .set({ origin_id: createId('u1') })
      .where('id', '=', createId('u2'))
      .execute();
    const minorsFields = { alt: 'A', showsMinors: true };
    const zip = await toZip({ media: [media('u1', minorsFields), media('u2', minorsFields)], image: [gallery('u2')] });

    const checkedItems = await importArchive(app, token, zip, { run: 'check' });
    expect(checkedItems).toMatchObject([{ outcome: 'changed' }, { outcome: 'same' }, { outcome: 'error', field: 'consentBy' }]);
    expect(await importArchive(app, token, zip)).toEqual(checkedItems);
  });

  it('STAFF-22 writes nothing', async () => {
    const readTables = async (): Promise<string> => {
      const tables = ['pictures', 'albums', 'gallery_images', 'posts', 'former_slugs', 'versions'] as const;
      return JSON.stringify(await Promise.all(tables.map((table) => app.services.db.selectFrom(table).selectAll().execute())));
    };
    const before = await readTables();
    const rows = { media: [media('v1')], album: [album('v1', 'V')], image: [gallery('v1', { album: createId('v1') })], post: [post('v1', { slug: 'v' })] };
    await importArchive(app, token, await toZip({ ...rows, redirect: [redirect('v-old', 'v1')] }), { run: 'check' });

    expect(await readTables()).toBe(before);
  });
});
