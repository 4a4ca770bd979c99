import { eventKind } from '@site/shared/contracts/event';
import { galleryImageKind } from '@site/shared/contracts/gallery';
import { postKind } from '@site/shared/contracts/post';
import { MAX_PERSON_ITEMS, type PersonData, type PersonPlace } from '@site/shared/contracts/privacy';
import { programKind } from '@site/shared/contracts/program';
import * as v from 'valibot';
import { applyRetention } from '../../maintenance/retention.ts';
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
  { kind: postKind, path: '/api/posts', minimalFields: { title: 'Untitled', category: 'News', content: '<p>Text</p>' } },
  { kind: eventKind, path: '/api/events', minimalFields: { title: 'Untitled', status: 'draft' } },
  { kind: programKind, path: '/api/programs', minimalFields: { title: 'Untitled', status: 'draft' } },
  { kind: galleryImageKind, path: '/api/gallery', minimalFields: { title: 'Untitled', alt: 'A' } },
] as const;

const PLAIN_TEXTS = ['Amaka Okonkwo', 'Report by ÀMÁKA  ỌKỌ́NKWÒ’s sister', 'amaka-okonkwo', 'https://site.example/amaka-okonkwo'];
const RICH_TEXTS = [
  '<p>Amaka <strong>Okonkwo</strong> spoke</p>',
  '<p><em>Àmáká</em><br>Okonkwo</p>',
  '<p>Text <img src="/img/upload/v1/a.png" alt="Amaka Okonkwo"></p>',
  '<p><a href="https://site.example/amaka-okonkwo">Text</a></p>',
];

/** Every text field of every kind, with values that the field accepts. Dates, choices and flags are left out, because they cannot contain a name. */
const TEXTS = KINDS.flatMap(({ kind, path, minimalFields }) => {
  const { fields, image } = kind;
  const texts = Object.entries(fields)
    // The album field contains an id.
    .filter(([name]) => !(kind.name === 'image' && name === 'album'))
    .flatMap(([name, field]) => {
      const values = 'format' in field && field.format === 'rich-text' ? RICH_TEXTS : PLAIN_TEXTS;
      return values.filter((value) => v.safeParse(field.schema, value).success).map((value) => ({ name, value }));
    });
  return [...texts, ...PLAIN_TEXTS.map((value) => ({ name: image.altField, value }))].map(({ name, value }) => ({
    kind: kind.name,
    name,
    value,
    path,
    fields: { ...minimalFields, ...(name === image.altField || kind.name === 'image' ? { [image.name]: true } : {}), [name]: value },
  }));
});

const create = async (path: string, fields: Readonly<Record<string, string | boolean>>): Promise<string> => {
  const sentFields: Fields = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value === true ? file : String(value)]));
  const response = await app.form('POST', path, sentFields, admin);
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
  it('PRIV-10 is searched for in texts of all kinds', () => {
    const fields = new Set(TEXTS.map(({ kind, name }) => `${kind} ${name}`));
    expect(fields.size).toBeGreaterThanOrEqual(25);
    for (const field of ['post authorName', 'event speakers', 'event featuredImageAlt', 'program nextStart', 'image title', 'post tags'])
      expect(fields).toContain(field);
  });

  it.each(TEXTS)('PRIV-10 is found in the $name of a $kind: $value', async ({ kind, path, fields }) => {
    const id = await create(path, fields);
    const personData = await find({ email: 'not.stored@example.com', name: 'Amaka Okonkwo' });
    await remove(id);

    const places = kind === 'image' ? personData.images : personData.mentions;
    expect(places).toEqual([expect.objectContaining(kind === 'image' ? { title: fields.title } : { kind, _id: id })]);
  });

  it('PRIV-10 is found on its own, and as whole words in their order', async () => {
    const texts = ['Amakachi Okonkwo', 'Amaka Okonkwor', 'Amaka and Chidi Okonkwo', 'Counting our blessings'];
    for (const title of texts) await create('/api/posts', { ...KINDS[0].minimalFields, title });
    const id = await create('/api/posts', { ...KINDS[0].minimalFields, title: 'A blessing for Amaka Okonkwo' });
    await create('/api/gallery/albums', { name: 'Visit of Amaka Okonkwo' });

    const personData = await find({ name: 'amaka okonkwo' });
    expect(personData.mentions).toEqual([
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
    expect(personData.albums).toEqual([expect.objectContaining({ title: 'Visit of Amaka Okonkwo' })]);
    expect((await find({ name: 'Blessing' })).mentions.map(({ _id }) => _id)).toEqual([id]);
    expect((await app.send('DELETE', `/api/posts/${id}`, undefined, admin)).statusCode).toBe(200);
    expect((await find({ name: 'Blessing' })).mentions).toEqual([expect.objectContaining({ _id: id, isTrashed: true })]);
  });

  it('PRIV-10 is found in an application and its notes, but an email address does not match inside a longer one', async () => {
    const applicant = { name: 'Chidi Eze', email: 'chidi@example.com', qualification: 'BSc', location: 'Lagos', motivation: 'Ngọzi Bello told me' };
    for (const [index, motivation] of ['Ngọzi Bello told me', 'Something else', 'Nothing'].entries())
      await app.send('POST', '/api/forms/volunteer', { ...applicant, email: `chidi${index}@example.com`, motivation });
    const [application] = (await app.get('/api/applications?q=chidi1', admin)).json().data;
    await app.send('POST', `/api/applications/${application._id}/notes`, { text: 'Ask NGOZI BELLO' }, admin);

    const personData = await find({ name: 'Ngozi Bello' });
    expect(personData.applications).toHaveLength(2);
    expect((await find({ email: 'hidi0@example.com' })).applications).toEqual([]);
  });

  it('PRIV-10 is optional with an email address or a telephone number, but one of the three is required', async () => {
    const findPerson = async (person: object) => (await app.send('POST', '/api/privacy/person', person, admin)).json().errors;
    expect(await findPerson({})).toEqual({ name: 'Enter a name, an email address or a phone number' });
    expect(await findPerson({ name: '- .' })).toEqual({ name: 'Use 2 letters or more' });
    expect(await findPerson({ phone: '08031234567' })).toBeUndefined();
  });
});

describe('an erasure', () => {
  const PERSON = { email: 'blessing@example.com', name: '' };

  /** Stores an application by someone called "Blessing", and texts that use the word in another sense. */
  const store = async () => {
    await app.send('POST', '/api/forms/volunteer', { name: 'Blessing', email: PERSON.email, qualification: 'BSc', location: 'Lagos', motivation: 'M' });
    const [application] = (await app.get(`/api/applications?q=${PERSON.email}`, admin)).json().data;
    await app.get(`/api/applications/${application._id}`, admin);
    const counting = await create('/api/posts', { ...KINDS[0].minimalFields, title: 'Counting our blessings' });
    const disguise = await create('/api/posts', { ...KINDS[0].minimalFields, title: 'A blessing in disguise' });
    expect((await app.form('PUT', `/api/posts/${disguise}`, { content: '<p>More</p>' }, admin)).statusCode).toBe(200);
    const colleague = (await app.signInAs('editor')).token;
    await app.send('PUT', `/api/drafts/post/${disguise}`, { base: 'b', fields: { excerpt: 'A Blessing for all' } }, colleague);
    await app.send('POST', `/api/reviews/post/${disguise}/comments`, { text: 'What a blessing' }, colleague);
    await create('/api/gallery', { image: true, title: 'Blessing of the boats' });
    return { application: application._id, counting, disguise, colleague };
  };
  const count = async () => {
    const { db } = app.services;
    const countRows = async (table: 'applications' | 'document_drafts' | 'review_comments' | 'pictures' | 'audit_details') =>
      (await db.selectFrom(table).selectAll().execute()).filter((row) => /blessing/i.test(JSON.stringify(row)) || table === 'pictures').length;
    const versions = (await db.selectFrom('versions').select('fields').execute()).filter(({ fields }) => fields?.includes('lessing'));
    return {
      applications: await countRows('applications'),
      versions: versions.length,
      drafts: await countRows('document_drafts'),
      comments: await countRows('review_comments'),
      images: await countRows('pictures'),
    };
  };
  const clear = async (): Promise<void> => {
    for (const table of ['applications', 'posts', 'gallery_images', 'pictures', 'versions', 'audit_details'] as const)
      await app.services.db.deleteFrom(table).execute();
  };
  const erase = async (body: object) => {
    const response = await app.send('POST', '/api/privacy/erase', { ...PERSON, ...body }, admin);
    expect([response.statusCode, response.body]).toEqual([200, expect.anything()]);
    return response.json().data;
  };
  const ALL_COUNTS = { applications: 1, versions: 3, drafts: 1, comments: 1, images: 1 };
  beforeEach(clear);

  it('PRIV-10 lists matches by place, with the text around them and whether they are exact', async () => {
    await store();
    const { items, omittedItems, mentions } = await find(PERSON);

    const listedItems = items.map(({ place, title, number, isExact }) => [place, title, ...(number === undefined ? [] : [number]), isExact]);
    expect(listedItems).toEqual([
      ['applications', 'Blessing', true],
      ['audit', 'application.read', true],
      ...Array.from({ length: items.filter(({ place, isExact }) => place === 'audit' && !isExact).length }, () => ['audit', expect.any(String), false]),
      ['images', 'Blessing of the boats', false],
      ['versions', 'A blessing in disguise', 1, false],
      ['versions', 'A blessing in disguise', 2, false],
      ['drafts', 'A blessing in disguise', false],
      ['comments', 'A blessing in disguise', false],
    ]);
    expect(items.find(({ place }) => place === 'drafts')).toMatchObject({
      by: 'The editor',
      excerpt: [
        { text: 'A ', isMatch: false },
        { text: 'Blessing', isMatch: true },
        { text: ' for all', isMatch: false },
      ],
    });
    expect(omittedItems).toBe(0);
    expect(mentions.map(({ title }) => title)).toEqual(['A blessing in disguise']);
  });

  it('PRIV-10 erases exactly the chosen items', async () => {
    const { application, counting, disguise, colleague } = await store();
    const { items } = await find(PERSON);
    const chooseIds = (place: PersonPlace, isExact: boolean) => items.filter((item) => item.place === place && item.isExact === isExact).map(({ _id }) => _id);
    expect(await count()).toEqual(ALL_COUNTS);

    const first = await erase({ chosen: { applications: chooseIds('applications', true), audit: chooseIds('audit', true) } });
    expect(first).toMatchObject({ applications: 1, auditEntries: 1, images: 0, versions: 0, drafts: 0, comments: 0 });
    expect(await count()).toEqual({ ...ALL_COUNTS, applications: 0 });
    for (const id of [counting, disguise])
      expect((await app.get(`/api/versions/post/${id}`, admin)).json().data).not.toContainEqual(expect.objectContaining({ isErased: true }));
    expect((await app.get(`/api/drafts/post/${disguise}`, colleague)).body).toContain('A Blessing for all');

    // The application from which the person's name was known has been erased, so these requests have to state the name.
    const person = { name: 'Blessing' };
    const [version = ''] = chooseIds('versions', false);
    expect(await erase({ ...person, chosen: { versions: [version], applications: [application], comments: ['unknown'] } })).toMatchObject({
      versions: 1,
      comments: 0,
    });
    expect(await count()).toEqual({ ...ALL_COUNTS, applications: 0, versions: 2 });
    for (const place of ['drafts', 'comments', 'images'] as const) {
      expect(await erase({ ...person, chosen: { [place]: chooseIds(place, false) } })).toMatchObject({ [place]: 1, versions: 0 });
    }
    expect(await count()).toEqual({ applications: 0, versions: 2, drafts: 0, comments: 0, images: 0 });
  });

  it('PRIV-10 erases everything that an earlier screen confirms', async () => {
    await store();
    expect(await erase({ imageIds: [] })).toMatchObject({ applications: 1, images: 0, versions: 0, drafts: 0, comments: 0 });
    expect(await count()).toEqual({ ...ALL_COUNTS, applications: 0 });
  });

  it(`PRIV-10 is listed up to ${MAX_PERSON_ITEMS} of a place`, async () => {
    const { disguise } = await store();
    const comment = {
      kind: 'post' as const,
      document_id: disguise,
      author_id: 'a',
      author_name: 'A',
      text: 'Blessing',
      created_at: app.clock.now.toISOString(),
    };
    const comments = Array.from({ length: MAX_PERSON_ITEMS }, (_, index) => ({ ...comment, id: `comment-${index}` }));
    await app.services.db.insertInto('review_comments').values(comments).execute();

    const { items, omittedItems } = await find(PERSON);
    expect([items.filter(({ place }) => place === 'comments').length, omittedItems]).toEqual([MAX_PERSON_ITEMS, 1]);
  });
});

describe('the retention of applications', () => {
  const DAY_MS = 24 * 60 * 60 * 1000;
  const limit = 183;
  const openLimit = 365;
  let start: number;
  beforeEach(async () => {
    start = app.clock.now.getTime();
    await app.services.db.deleteFrom('applications').execute();
  });

  const apply = async (name: string): Promise<string> => {
    await app.send('POST', '/api/forms/volunteer', { name, email: `${name}@example.com`, qualification: 'BSc', location: 'Lagos', motivation: 'M' });
    return (await app.get(`/api/applications?q=${name}`, admin)).json().data[0]._id;
  };
  const travel = async (day: number): Promise<void> => {
    app.clock.now = new Date(start + day * DAY_MS);
    admin = (await app.signInAs('admin')).token;
  };
  const setStage = async (id: string, stage: string): Promise<void> => {
    expect((await app.send('PUT', `/api/applications/${id}`, { stage }, admin)).statusCode).toBe(200);
  };
  const list = async (day: number): Promise<string[]> => {
    await travel(day);
    await applyRetention(app.services, app.environment.retention);
    return (await app.services.db.selectFrom('applications').select('name').orderBy('name').execute()).map(({ name }) => name);
  };

  it('PRIV-12 counts from the decision, or from the receipt if there is none', async () => {
    expect(app.environment.retention).toMatchObject({ applications: limit, openApplications: openLimit });
    const [acceptedId, contactedId, reopenedId] = [await apply('accepted'), await apply('contacted'), await apply('reopened'), await apply('unread')];
    for (const id of [acceptedId, contactedId]) await setStage(id, 'in-contact');
    await setStage(reopenedId, 'declined');
    await travel(180);
    await setStage(acceptedId, 'accepted');
    await setStage(reopenedId, 'in-contact');

    expect(await list(limit + 1)).toEqual(['accepted', 'contacted', 'reopened', 'unread']);
    // Setting the same stage again does not count as a new decision.
    await setStage(acceptedId, 'accepted');
    expect(await list(180 + limit - 1)).toEqual(['accepted', 'contacted', 'reopened', 'unread']);
    expect(await list(180 + limit)).toEqual(['contacted', 'reopened', 'unread']);
    expect(await list(openLimit - 1)).toEqual(['contacted', 'reopened', 'unread']);
    expect(await list(openLimit)).toEqual([]);
  });

  it('PRIV-12 takes decisions of an earlier release from the audit log, or else counts from the first read', async () => {
    const { db } = app.services;
    const [recordedId, unrecordedId, undoneId] = [await apply('recorded'), await apply('unrecorded'), await apply('undone')];
    for (const id of [recordedId, unrecordedId]) await setStage(id, 'in-contact');
    await setStage(undoneId, 'accepted');
    await travel(100);
    await setStage(recordedId, 'accepted');
    await travel(110);
    await app.send('PUT', `/api/applications/${recordedId}`, { assigneeId: (await app.signInAs('editor')).userId }, admin);
    await db.updateTable('applications').set({ decided_at: null }).where('id', '=', recordedId).execute();
    await db.updateTable('applications').set({ stage: 'declined' }).where('id', '=', unrecordedId).execute();
    await db.deleteFrom('audit_entries').where('subject_id', '=', unrecordedId).execute();
    await db.updateTable('applications').set({ stage: 'in-contact' }).where('id', '=', undoneId).execute();

    expect(await list(limit - 1)).toEqual(['recorded', 'undone', 'unrecorded']);
    expect(await list(limit)).toEqual(['recorded', 'undone']);
    expect(await list(100 + limit - 1)).toEqual(['recorded', 'undone']);
    expect(await list(100 + limit)).toEqual(['undone']);
  });
});
