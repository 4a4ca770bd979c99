import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let editor: string;
const ids: Record<string, string> = {};

const create = async (title: string, fields: Readonly<Record<string, string>>): Promise<void> => {
  const response = await app.form('POST', '/api/posts', { title, content: '<p>Text</p>', status: 'published', ...fields }, editor);
  expect(response.statusCode).toBe(201);
  ids[title] = response.json().data._id;
};

beforeAll(async () => {
  app = await startTestApp();
  editor = (await app.signInAs('editor')).token;
  await create('Older', { category: 'Mental Health', tags: 'Ilé-Ifẹ̀, 🌍', publishedAt: '2026-01-01T09:00:00.000Z' });
  await create('Newer', { category: 'mental health', tags: 'music', publishedAt: '2026-02-01T09:00:00.000Z' });
  await create('Draft', { category: 'Mental Health', tags: 'secret', status: 'draft' });
  await create('Other', { category: 'Other Topic', tags: 'music', publishedAt: '2026-03-01T09:00:00.000Z' });
});
afterAll(() => app.stop());

const list = async (query: string, token?: string) => {
  const response = await app.get(`/api/posts?${query}`, token);
  expect(response.statusCode).toBe(200);
  const { data, page } = response.json();
  return { titles: data.map(({ title }: { title: string }) => title), page };
};

const listSlugs = async (type: string, after = ''): Promise<string[]> =>
  (await app.get(`/api/addresses?type=${type}&after=${after}`)).json().data.map(({ slug }: { slug: string }) => slug);

describe('categories and tags of posts', () => {
  it('X-08 NEWS-05 lists the published posts of a category by its slug, newest first, for visitors and staff', async () => {
    for (const token of [undefined, editor]) {
      expect((await list('category=mental-health', token)).titles).toEqual(['Newer', 'Older']);
      expect(await list('category=mental-health&limit=1&offset=1', token)).toEqual({ titles: ['Older'], page: { offset: 1, total: 2 } });
    }
  });

  it('NEWS-10 lists the posts with a tag, and those that have both', async () => {
    expect((await list('tag=ile-ife')).titles).toEqual(['Older']);
    expect((await list('tag=music')).titles).toEqual(['Other', 'Newer']);
    expect((await list('tag=music&category=mental-health')).titles).toEqual(['Newer']);
  });

  it('lists nothing for unknown topics and topics of drafts, and rejects invalid slugs', async () => {
    expect(await list('tag=nothing&limit=12')).toEqual({ titles: [], page: { offset: 0, total: 0 } });
    expect((await list('tag=secret', editor)).titles).toEqual([]);
    expect((await app.get('/api/posts?tag=No%20Slug')).statusCode).toBe(422);
  });

  it('OPS-09 lists the topics of published posts for the sitemap, each once, in the order of their slugs', async () => {
    const categories = await listSlugs('post-categories');
    expect(categories.filter((slug) => ['mental-health', 'other-topic'].includes(slug))).toEqual(['mental-health', 'other-topic']);
    const tags = await listSlugs('post-tags');
    expect(tags).toEqual(expect.arrayContaining(['ile-ife', 'music']));
    expect(tags).toEqual([...tags].sort());
    expect(tags).not.toContain('secret');
    expect(tags).not.toContain('');
    expect(await listSlugs('post-tags', 'ile-ife')).toEqual(tags.slice(tags.indexOf('ile-ife') + 1));
  });

  it('follows each change at once', async () => {
    await app.form('PUT', `/api/posts/${ids.Other}`, { tags: 'dance' }, editor);
    expect((await list('tag=dance')).titles).toEqual(['Other']);
    await app.send('DELETE', `/api/posts/${ids.Other}`, undefined, editor);
    expect((await list('tag=dance')).titles).toEqual([]);
    expect(await listSlugs('post-categories')).not.toContain('other-topic');
  });
});

describe('categories and tags of events', () => {
  it('X-08 list the published events of a topic, the next event first, and name the topics for the sitemap', async () => {
    const add = async (fields: Readonly<Record<string, string>>): Promise<void> => {
      const event = { description: 'Come.', time: '4:00 PM', location: 'Yaba', status: 'published', ...fields };
      expect((await app.form('POST', '/api/events', event, editor)).statusCode).toBe(201);
    };
    await add({ title: 'Later', date: '2099-02-01', category: 'Hubs', tags: 'Ilé-Ifẹ̀' });
    await add({ title: 'Sooner', date: '2099-01-01', category: 'hubs', tags: 'music' });
    await add({ title: 'Over', date: '2020-01-01', category: 'Hubs', tags: 'music' });
    await add({ title: 'Unfinished', date: '2099-01-01', category: 'Hubs', tags: 'hidden', status: 'draft' });
    const titles = async (query: string) => (await app.get(`/api/events?${query}`)).json().data.map(({ title }: { title: string }) => title);

    expect(await titles('category=hubs&when=upcoming&limit=10')).toEqual(['Sooner', 'Later']);
    expect(await titles('tag=ile-ife')).toEqual(['Later']);
    expect(await titles('tag=music&when=past')).toEqual(['Over']);
    expect(await titles('tag=nothing')).toEqual([]);
    expect(await titles('tag=hidden')).toEqual([]);
    expect(await listSlugs('event-categories')).toEqual(['hubs']);
    expect(await listSlugs('event-tags')).toEqual(['ile-ife', 'music']);
  });
});
