import { eventKind } from '@site/shared/contracts/event';
import { galleryImageKind } from '@site/shared/contracts/gallery';
import { postKind } from '@site/shared/contracts/post';
import type { PersonData } from '@site/shared/contracts/privacy';
import { programKind } from '@site/shared/contracts/program';
import * as v from 'valibot';
import { createImageFile } from '../../testing/images.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let admin: string;
let file: Buffer;
beforeAll(async () => {
  app = await startTestApp();
  admin = (await app.signInAs('admin')).token;
  file = await createImageFile();
});
afterAll(() => app.stop());

type Fields = Readonly<Record<string, string | Buffer>>;

const KINDS = [
  { kind: postKind, path: '/api/posts', least: { title: 'Untitled', category: 'News', content: '<p>Text</p>' } },
  { kind: eventKind, path: '/api/events', least: { title: 'Untitled', status: 'draft' } },
  { kind: programKind, path: '/api/programs', least: { title: 'Untitled', status: 'draft' } },
  { kind: galleryImageKind, path: '/api/gallery', least: { title: 'Untitled', alt: 'A' } },
] as const;

const PLAIN = ['Amaka Okonkwo', 'Report by ÀMÁKA  ỌKỌ́NKWÒ’s sister', 'amaka-okonkwo', 'https://site.example/amaka-okonkwo'];
const RICH = [
  '<p>Amaka <strong>Okonkwo</strong> spoke</p>',
  '<p><em>Àmáká</em><br>Okonkwo</p>',
  '<p>Text <img src="https://site.example/a.png" alt="Amaka Okonkwo"></p>',
  '<p><a href="https://site.example/amaka-okonkwo">Text</a></p>',
];

/** Every text of every kind with what its field accepts: fields that accept no name are dates, choices and flags. */
const TEXTS = KINDS.flatMap(({ kind, path, least }) => {
  const { fields, image } = kind;
  const texts = Object.entries(fields)
    // An id.
    .filter(([name]) => !(kind.name === 'image' && name === 'album'))
    .flatMap(([name, field]) => {
      const values = 'format' in field && field.format === 'rich-text' ? RICH : PLAIN;
      return values.filter((value) => v.safeParse(field.schema, value).success).map((value) => ({ name, value }));
    });
  return [...texts, ...PLAIN.map((value) => ({ name: image.altField, value }))].map(({ name, value }) => ({
    kind: kind.name,
    name,
    value,
    path,
    fields: { ...least, ...(name === image.altField || kind.name === 'image' ? { [image.name]: true } : {}), [name]: value },
  }));
});

const create = async (path: string, fields: Readonly<Record<string, string | boolean>>): Promise<string> => {
  const sent: Fields = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value === true ? file : String(value)]));
  const response = await app.form('POST', path, sent, admin);
  expect([response.statusCode, response.body]).toEqual([201, expect.anything()]);
  return response.json().data._id;
};
const find = async (person: object): Promise<PersonData> => {
  const response = await app.send('POST', '/api/privacy/person', person, admin);
  expect([response.statusCode, response.body]).toEqual([200, expect.anything()]);
  return response.json().data;
};
const remove = async (id: string): Promise<void> => {
  for (const table of ['posts', 'events', 'programs', 'gallery_images'] as const) await app.services.db.deleteFrom(table).where('id', '=', id).execute();
  await app.services.db.deleteFrom('pictures').execute();
};

describe('a name', () => {
  it('PRIV-10 is looked for in texts of all kinds', () => {
    const fields = new Set(TEXTS.map(({ kind, name }) => `${kind} ${name}`));
    expect(fields.size).toBeGreaterThanOrEqual(25);
    for (const field of ['post authorName', 'event speakers', 'event featuredImageAlt', 'program nextStart', 'image title', 'post tags'])
      expect(fields).toContain(field);
  });

  it.each(TEXTS)('PRIV-10 is found in the $name of a $kind: $value', async ({ kind, path, fields }) => {
    const id = await create(path, fields);
    const found = await find({ email: 'not.stored@example.com', name: 'Amaka Okonkwo' });
    await remove(id);

    const places = kind === 'image' ? found.images : found.mentions;
    expect(places).toEqual([expect.objectContaining(kind === 'image' ? { title: fields.title } : { kind, _id: id })]);
  });

  it('PRIV-10 is found alone, and as whole words in their order', async () => {
    const texts = ['Amakachi Okonkwo', 'Amaka Okonkwor', 'Amaka and Chidi Okonkwo', 'Counting our blessings'];
    for (const title of texts) await create('/api/posts', { ...KINDS[0].least, title });
    const id = await create('/api/posts', { ...KINDS[0].least, title: 'A blessing for Amaka Okonkwo' });
    await create('/api/gallery/albums', { name: 'Visit of Amaka Okonkwo' });

    const found = await find({ name: 'amaka okonkwo' });
    expect(found.mentions).toEqual([
      expect.objectContaining({
        _id: id,
        field: 'Title',
        isTrashed: false,
        excerpt: [
          { text: 'A blessing for ', isMatch: false },
          { text: 'Amaka Okonkwo', isMatch: true },
        ],
      }),
    ]);
    expect(found.albums).toEqual([expect.objectContaining({ title: 'Visit of Amaka Okonkwo' })]);
    expect((await find({ name: 'Blessing' })).mentions.map(({ _id }) => _id)).toEqual([id]);
    expect((await app.send('DELETE', `/api/posts/${id}`, undefined, admin)).statusCode).toBe(200);
    expect((await find({ name: 'Blessing' })).mentions).toEqual([expect.objectContaining({ _id: id, isTrashed: true })]);
  });

  it('PRIV-10 is found in an application and in a note about it, and an email address is no part of a longer one', async () => {
    const applicant = { name: 'Chidi Eze', email: 'chidi@example.com', qualification: 'BSc', location: 'Lagos', motivation: 'Ngọzi Bello told me' };
    for (const [index, motivation] of ['Ngọzi Bello told me', 'Something else', 'Nothing'].entries())
      await app.send('POST', '/api/forms/volunteer', { ...applicant, email: `chidi${index}@example.com`, motivation });
    const [noted] = (await app.get('/api/applications?q=chidi1', admin)).json().data;
    await app.send('POST', `/api/applications/${noted._id}/notes`, { text: 'Ask NGOZI BELLO' }, admin);

    const found = await find({ name: 'Ngozi Bello' });
    expect(found.applications).toHaveLength(2);
    expect((await find({ email: 'hidi0@example.com' })).applications).toEqual([]);
  });

  it('PRIV-10 is not needed with an email address or a telephone number, but one of the three is', async () => {
    const ask = async (person: object) => (await app.send('POST', '/api/privacy/person', person, admin)).json().errors;
    expect(await ask({})).toEqual({ name: 'Enter a name, an email address or a telephone number' });
    expect(await ask({ name: '- .' })).toEqual({ name: 'Use 2 letters or more' });
    expect(await ask({ phone: '08031234567' })).toBeUndefined();
  });
});
