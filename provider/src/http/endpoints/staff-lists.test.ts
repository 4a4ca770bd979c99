import type { Application } from '@site/shared/contracts/application';
import { createId } from '../../domain/ids.ts';
import { createImageFile } from '../../testing/images.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let admin: string;
let editor: string;
let contributor: { token: string; userId: string };

const DAY_MS = 86_400_000;
const create = async (url: string, fields: Record<string, string | Buffer>, token = editor): Promise<string> => {
  const response = await app.form('POST', url, fields, token);
  if (response.statusCode !== 201) throw new Error(`${url} responded ${response.statusCode}: ${response.body}`);
  // Advance the clock for each item, so that no two items have the same time.
  app.clock.now = new Date(app.clock.now.getTime() + 1000);
  return response.json().data._id;
};
const apply = async (fields: Partial<Application>): Promise<void> => {
  const application = {
    name: 'N',
    email: 'n@example.com',
    qualification: 'BSc',
    location: 'Lagos',
    motivation: 'To help',
    skills: 'S',
    interests: 'I',
    ...fields,
  };
  expect((await app.send('POST', '/api/forms/volunteer', application)).statusCode).toBe(200);
  app.clock.now = new Date(app.clock.now.getTime() + 1000);
};
const remove = async (url: string, token = editor): Promise<void> => {
  expect((await app.send('DELETE', url, undefined, token)).statusCode).toBe(200);
  app.clock.now = new Date(app.clock.now.getTime() + 1000);
};
const day = (offset: number): string => new Date(app.clock.now.getTime() + offset * DAY_MS).toISOString().slice(0, 10);

interface ListResponse {
  readonly names: readonly string[];
  readonly page: { readonly offset: number; readonly total: number; readonly counts?: Readonly<Record<string, number>> };
}
const list = async (path: string, query = '', token = editor): Promise<ListResponse> => {
  const response = await app.get(`/api/${path}?limit=200&counts=true${query === '' ? '' : `&${query}`}`, token);
  if (response.statusCode !== 200) throw new Error(`${path}?${query} responded ${response.statusCode}: ${response.body}`);
  const { data, page } = response.json();
  return { names: data.map(({ title, name }: { title?: string; name?: string }) => title ?? name), page };
};

beforeAll(async () => {
  app = await startTestApp();
  app.clock.now = new Date('2026-11-21T12:00:00Z');
  admin = (await app.signIn()).token;
  editor = (await app.signInAs('editor')).token;
  contributor = await app.signInAs('contributor');

  const image = await createImageFile();
  const post = (title: string, fields: Record<string, string>, token = editor) =>
    create('/api/posts', { title, category: 'News', content: '<p>Long</p>', ...fields }, token);
  await post('Ɗan Ƙofar', { category: 'Hubs', tags: 'music, stage', status: 'published', publishedAt: '2026-01-02T00:00:00.000Z' });
  await post('Ilé-Ifẹ̀ meets', { excerpt: 'Ọjà at night', status: 'published', publishedAt: '2026-03-02T00:00:00.000Z' });
  await post('Zebra', {
    category: 'Art',
    content: '<h2>Ọ̀nà</h2><p>Striped like-<b>minded</b> crocodiles, in Ìlọrin</p>',
    status: 'archived',
    publishedAt: '2026-02-02T00:00:00.000Z',
  });
  await post('apple', { category: 'art' }, contributor.token);

  const event = (title: string, fields: Record<string, string>) =>
    create('/api/events', { title, time: '16:00', location: 'Lagos', featuredImage: '', ...fields });
  await event('Walk', { description: '<p>With drummers</p>', date: day(3), endDate: day(5), location: 'Àbújá', status: 'published', featuredImageAlt: 'A' });
  await event('Ɓikin Night', { date: day(9), status: 'published', tags: 'ọjọ́' });
  await event('Quiz', { date: day(-3), category: 'Quizzes', status: 'published' });
  await event('Unplanned', { status: 'draft' });

  const album = await app.send('POST', '/api/gallery/albums', { name: 'Ìbàdàn hub' }, editor);
  const photo = (title: string, fields: Record<string, string>) => create('/api/gallery', { image, title, ...fields });
  await photo('Ọ̀ṣun river', { alt: 'A river', album: album.json().data._id });
  await photo('Gate', { alt: '', album: album.json().data._id });
  await photo('Roof', { alt: 'Workers on a roof', published: 'false' });

  await create('/api/programs', { title: 'Ƴan mata', content: '<p>Text</p>', coverImage: image, coverImageAlt: 'A' });
  await create('/api/programs', { title: 'Club', content: '<p>Text</p>' });

  await apply({ name: 'Ṣadé Ọlátúnjí', location: 'Ìbàdàn', motivation: 'To teach mathematics' });
  await apply({ name: 'Emeka Obi', email: 'emeka@example.com', qualification: 'PhD' });
  await apply({ name: 'amina bello', location: 'Abuja' });
  const [, emeka] = (await app.get('/api/applications', editor)).json().data;
  await app.send('PUT', `/api/applications/${emeka._id}`, { isRead: true }, editor);
});
afterAll(() => app.stop());

describe('lists of the staff area', () => {
  it.each([
    ['posts', '', { all: 4, draft: 1 }],
    ['events', '', { all: 4 }],
    ['gallery', '', { all: 3, album: 3, missingAlt: 1, draft: 1, sample: 0 }],
    ['gallery', 'album=none', { all: 3, album: 1, missingAlt: 0, draft: 1, sample: 0 }],
    ['programs', 'missing=image', { all: 2 }],
    ['applications', 'read=true', { all: 3, unread: 2 }],
  ])('NS-01 %s?%s counts its rows, independent of the search', async (path, query, counts) => {
    expect((await list(path, query)).page.counts).toEqual(counts);
    expect((await list(path, `${query}&q=nothing-has-this`)).page).toEqual({ offset: 0, total: 0, counts });
  });

  it.each([
    ['posts', 'q=dan', ['Ɗan Ƙofar']],
    ['posts', 'scope=all&q=DAN', ['Ɗan Ƙofar']],
    ['posts', 'scope=all&q=oja+ife', ['Ilé-Ifẹ̀ meets']],
    ['posts', 'scope=all&q=stage+hubs', ['Ɗan Ƙofar']],
    ['posts', 'q=stage', []],
    ['posts', 'scope=all&q=100%25', []],
    ['events', 'scope=all&q=bikin+ojo', ['Ɓikin Night']],
    ['posts', 'scope=all&q=CROCODILE', ['Zebra']],
    ['posts', 'scope=all&q=ona+ilorin', ['Zebra']],
    // One of the words is in the title and the other in the text. Words in the text match by prefix only.
    ['posts', 'scope=all&q=zebra+croc', ['Zebra']],
    ['posts', 'scope=all&q=like-minded', ['Zebra']],
    ['posts', 'scope=all&q=rocodile', []],
    ['posts', 'scope=all&status=all&q=ple', []],
    // Fewer than three letters match only a whole word.
    ['posts', 'scope=all&q=cr', []],
    ['posts', 'scope=all&q=ze', []],
    ['posts', 'scope=all&q=h2', []],
    ['posts', 'q=crocodile', []],
    ['posts', 'scope=all&status=archived&q=in', ['Zebra']],
    ['posts', 'scope=all&status=draft&q=crocodile', []],
    ['events', 'scope=all&q=drum+walk', ['Walk']],
    ['programs', 'scope=all&q=text+club', ['Club']],
    ['events', 'scope=all&q=abuja', ['Walk']],
    ['gallery', 'scope=all&q=osun', ['Ọ̀ṣun river']],
    ['gallery', 'scope=all&q=ibadan+gate', ['Gate']],
    // A term without letters or digits says nothing, whether or not an album has the other terms.
    ['gallery', 'scope=all&q=ibadan+-+gate', ['Gate']],
    ['gallery', 'scope=all&q=osun+-+river', ['Ọ̀ṣun river']],
    ['posts', 'scope=all&q=zebra+-+croc', ['Zebra']],
    ['gallery', 'scope=all&q=workers', ['Roof']],
    ['programs', 'scope=all&q=yan', ['Ƴan mata']],
    ['applications', 'q=sade+ibadan', ['Ṣadé Ọlátúnjí']],
    ['applications', 'q=mathematics', ['Ṣadé Ọlátúnjí']],
    ['applications', 'q=emeka%40example', ['Emeka Obi']],
  ])('%s?%s matches with and without diacritics', async (path, query, names) => {
    const foundList = await list(path, query);
    expect(foundList.names).toEqual(names);
    expect(foundList.page.total).toBe(names.length);
  });

  it.each([
    ['posts', 'status=draft', ['apple']],
    ['posts', 'status=archived', ['Zebra']],
    ['events', 'status=all&when=upcoming&sort=date', ['Walk', 'Ɓikin Night']],
    ['events', 'status=published&when=past', ['Quiz']],
    ['events', 'status=draft', ['Unplanned']],
    ['posts', 'status=all&inCategory=art', ['apple']],
    ['posts', 'status=all&inCategory=Art&q=zebra&scope=all', ['Zebra']],
    ['posts', 'status=all&inCategory=Hubs&q=zebra&scope=all', []],
    // The day begins an hour earlier in Lagos than in UTC.
    ['posts', 'status=all&from=2026-01-02&to=2026-02-02&sort=title', ['Ɗan Ƙofar', 'Zebra']],
    ['posts', 'status=all&from=2026-02-03', ['Ilé-Ifẹ̀ meets']],
    ['posts', 'status=all&to=2026-01-01', []],
    ['events', 'status=all&from=2026-11-27', ['Ɓikin Night']],
    ['events', 'status=all&from=2026-11-26&to=2026-11-26', ['Walk']],
    ['events', 'status=all&to=2026-11-24', ['Quiz', 'Walk']],
    ['events', 'status=all&to=2026-11-24&inCategory=Quizzes', ['Quiz']],
    ['gallery', 'missing=alt', ['Gate']],
    ['gallery', 'status=draft', ['Roof']],
    ['gallery', 'sample=true', []],
    ['gallery', 'album=none', ['Roof']],
    ['gallery', 'album=ffffffffffffffffffffffff', []],
    ['programs', 'missing=image', ['Club']],
    ['programs', 'missing=text', []],
    ['applications', 'read=true', ['Emeka Obi']],
    ['applications', 'read=false&sort=name', ['amina bello', 'Ṣadé Ọlátúnjí']],
  ])('%s?%s applies the filter', async (path, query, names) => {
    expect((await list(path, query)).names).toEqual(names);
  });

  it.each([
    ['posts', 'title', ['apple', 'Ɗan Ƙofar', 'Ilé-Ifẹ̀ meets', 'Zebra']],
    ['posts', 'publishedAt', ['apple', 'Ɗan Ƙofar', 'Zebra', 'Ilé-Ifẹ̀ meets']],
    ['posts', 'updatedAt', ['Ɗan Ƙofar', 'Ilé-Ifẹ̀ meets', 'Zebra', 'apple']],
    ['events', 'title', ['Ɓikin Night', 'Quiz', 'Unplanned', 'Walk']],
    ['events', 'date', ['Quiz', 'Walk', 'Ɓikin Night', 'Unplanned']],
    ['programs', 'title', ['Club', 'Ƴan mata']],
    ['programs', 'slug', ['Club', 'Ƴan mata']],
    ['programs', 'updatedAt', ['Ƴan mata', 'Club']],
    ['applications', 'name', ['amina bello', 'Emeka Obi', 'Ṣadé Ọlátúnjí']],
    ['applications', 'createdAt', ['Ṣadé Ọlátúnjí', 'Emeka Obi', 'amina bello']],
  ])('%s are sorted by %s in both directions, and paginated', async (path, sort, sortedNames) => {
    expect((await list(path, `sort=${sort}`)).names).toEqual(sortedNames);
    expect((await list(path, `sort=-${sort}`)).names).toEqual(sortedNames.toReversed());

    const second = (await app.get(`/api/${path}?sort=${sort}&limit=1&offset=1`, editor)).json();
    expect(second.data.map(({ title, name }: { title?: string; name?: string }) => title ?? name)).toEqual([sortedNames[1]]);
    expect(second.page).toEqual({ offset: 1, total: sortedNames.length });
  });

  it('groups rows with equal sort values', async () => {
    const getField = async (path: string, field: string, sort: string): Promise<readonly unknown[]> =>
      (await app.get(`/api/${path}?limit=9&sort=${sort}`, editor)).json().data.map((row: Readonly<Record<string, unknown>>) => row[field]);
    expect(await getField('posts', 'status', 'status')).toEqual(['archived', 'draft', 'published', 'published']);
    expect(await getField('posts', 'category', '-category')).toEqual(['News', 'Hubs', expect.stringMatching(/art/i), expect.stringMatching(/art/i)]);
    expect(await getField('posts', 'author', 'author')).toMatchObject([{ name: 'The contributor' }, { name: 'The editor' }, {}, {}]);
    expect(await getField('applications', 'qualification', '-qualification')).toEqual(['PhD', 'BSc', 'BSc']);
    expect(await getField('applications', 'email', 'email')).toEqual(['emeka@example.com', 'n@example.com', 'n@example.com']);
    expect((await getField('applications', 'location', 'location'))[0]).toBe('Abuja');
    expect(await getField('applications', 'readAt', 'readAt')).toEqual([null, null, expect.any(String)]);
    // Three events are in Lagos. “Àbújá” sorts before or after them, depending on the database's collation.
    expect([0, 3]).toContain((await list('events', 'sort=location')).names.indexOf('Walk'));
    expect((await list('events', 'sort=status')).names[0]).toBe('Unplanned');
  });

  it('omits long texts from summaries, and returns them for a single application', async () => {
    const get = async (url: string) => (await app.get(url, editor)).json().data;
    expect((await get('/api/posts?view=summary&limit=1'))[0].content).toBe('');
    expect((await get('/api/programs?view=summary&limit=1'))[0].content).toBe('');
    const [summary] = await get('/api/applications?view=summary&limit=1&sort=-name');
    expect(summary).toMatchObject({ name: 'Ṣadé Ọlátúnjí', motivation: '', skills: '', interests: '' });
    expect(await get(`/api/applications/${summary._id}`)).toMatchObject({ motivation: 'To teach mathematics', skills: 'S' });
    expect((await app.get('/api/applications/none', editor)).statusCode).toBe(404);
  });

  it('returns the complete list without a limit', async () => {
    for (const [path, count] of [
      ['posts', 4],
      ['events', 4],
      ['gallery', 3],
      ['programs', 2],
      ['applications', 3],
    ] as const) {
      const body = (await app.get(`/api/${path}`, editor)).json();
      expect(Object.keys(body)).toEqual(['data']);
      expect(body.data).toHaveLength(count);
    }
    expect(Object.keys((await app.get('/api/users', admin)).json())).toEqual(['data']);
    expect(Object.keys((await app.get('/api/trash', editor)).json())).toEqual(['data']);
  });

  it('X-08 NS-08 shows only what the caller may see', async () => {
    const anonymousResponse = (await app.get('/api/posts?limit=9&counts=true&scope=all&q=editor')).json();
    expect(anonymousResponse.data.every(({ status }: { status: string }) => status === 'published')).toBe(true);
    expect(anonymousResponse.page).toEqual({ offset: 0, total: 2, counts: { all: 2, draft: 0 } });
    expect((await app.get('/api/gallery?limit=9&counts=true&album=none')).json().page).toEqual({
      offset: 0,
      total: 0,
      counts: { all: 2, album: 0, missingAlt: 0, draft: 0, sample: 0 },
    });
    for (const [path, token, status] of [
      ['applications?limit=1', contributor.token, 403],
      ['applications/none', contributor.token, 403],
      ['users?limit=1', editor, 403],
      ['trash?limit=1', undefined, 401],
      ['posts?sort=content', editor, 422],
      ['users?state=none', admin, 422],
      ['trash?kind=user', editor, 422],
      ['applications?read=maybe', editor, 422],
    ] as const)
      expect([path, (await app.get(`/api/${path}`, token)).statusCode]).toEqual([path, status]);
  });

  it('finds a changed row by its new text', async () => {
    const id = await create('/api/posts', { title: 'Before', category: 'News', content: '<p>W</p>' });
    await app.form('PUT', `/api/posts/${id}`, { excerpt: 'Ẹ̀kọ́' }, editor);
    expect((await list('posts', 'scope=all&q=eko+before')).names).toEqual(['Before']);
    await app.form('PUT', `/api/posts/${id}`, { title: 'After' }, editor);
    expect((await list('posts', 'scope=all&q=before')).names).toEqual([]);
    expect((await list('posts', 'scope=all&q=editor+after')).names).toEqual(['After']);
    await remove(`/api/posts/${id}`);
  });
});

describe('the list of users', () => {
  beforeAll(async () => {
    const insert = (name: string, email: string, columns: { role: 'editor' | 'admin'; is_disabled: 0 | 1; password_hash: string | null }) =>
      app.services.db
        .insertInto('users')
        .values({ id: createId(), name, email, created_at: 'x', updated_at: 'x', ...columns })
        .execute();
    await insert('Ṣọlá', 'a@site.example', { role: 'editor', is_disabled: 0, password_hash: 'x' });
    await insert('Bola', 'z@site.example', { role: 'admin', is_disabled: 1, password_hash: 'x' });
  });
  const names = async (query: string) => (await list('users', query, admin)).names.filter((name) => ['Ṣọlá', 'Bola'].includes(name));

  it('NS-08 is searched, filtered, sorted and paginated', async () => {
    expect(await names('q=sola')).toEqual(['Ṣọlá']);
    expect(await names('q=site.example+administrator')).toEqual(['Bola']);
    expect(await names('state=disabled')).toEqual(['Bola']);
    expect(await names('state=active')).toEqual(['Ṣọlá']);
    expect(await names('state=invited')).toEqual([]);
    expect(await names('sort=name')).toEqual(['Bola', 'Ṣọlá']);
    expect(await names('sort=email')).toEqual(['Ṣọlá', 'Bola']);
    expect(await names('sort=-state')).toEqual(['Bola', 'Ṣọlá']);
    expect(await names('sort=role')).toEqual(['Bola', 'Ṣọlá']);
    const all = await list('users', 'sort=-name', admin);
    const second = (await app.get('/api/users?sort=-name&limit=1&offset=1&counts=true', admin)).json();
    expect(second.data[0].name).toBe(all.names[1]);
    expect(second.page).toEqual({ offset: 1, total: all.names.length, counts: { all: all.names.length } });
  });
});

describe('the list of the trash', () => {
  beforeAll(async () => {
    await remove(`/api/posts/${await create('/api/posts', { title: 'Ɗayan', category: 'C' })}`);
    await remove(`/api/posts/${await create('/api/posts', { title: 'Own draft', category: 'C' }, contributor.token)}`, contributor.token);
    await remove(`/api/events/${await create('/api/events', { title: 'Gone walk', status: 'draft' })}`);
    const [{ _id: album }] = (await app.get('/api/gallery/albums', editor)).json().data;
    await remove(`/api/gallery/albums/${album}`);
    const [application] = (await app.get('/api/applications?limit=1&sort=name', editor)).json().data;
    await remove(`/api/applications/${application._id}`);
  });
  const names = async (query: string, token = editor) => (await list('trash', query, token)).names.filter((name) => name !== 'After');

  it('NS-08 is searched, filtered, sorted and paginated', async () => {
    expect(await names('')).toEqual(['amina bello', 'Ìbàdàn hub', 'Gone walk', 'Own draft', 'Ɗayan']);
    expect(await names('sort=deletedAt')).toEqual(['Ɗayan', 'Own draft', 'Gone walk', 'Ìbàdàn hub', 'amina bello']);
    expect(await names('sort=title')).toEqual(['amina bello', 'Ɗayan', 'Gone walk', 'Ìbàdàn hub', 'Own draft']);
    expect((await names('sort=-kind')).slice(-2)).toEqual(['amina bello', 'Ìbàdàn hub']);
    expect(await names('q=dayan')).toEqual(['Ɗayan']);
    expect(await names('q=album+ibadan')).toEqual(['Ìbàdàn hub']);
    expect(await names('kind=event,album')).toEqual(['Ìbàdàn hub', 'Gone walk']);
    const trashPage = (await app.get('/api/trash?limit=2&offset=1&counts=true', editor)).json();
    expect(trashPage.data.map(({ title }: { title: string }) => title)).toEqual(['Ìbàdàn hub', 'Gone walk']);
    expect(trashPage.page).toEqual({ offset: 1, total: 6, counts: { all: 6 } });
  });

  it('NS-08 shows contributors their own drafts only', async () => {
    const ownTrash = await list('trash', '', contributor.token);
    expect(ownTrash.names).toEqual(['Own draft']);
    expect(ownTrash.page).toEqual({ offset: 0, total: 1, counts: { all: 1 } });
    expect(await names('kind=album,application', contributor.token)).toEqual([]);
  });
});
