import { createImageFile } from '../../testing/images.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let editor: string;
beforeAll(async () => {
  app = await startTestApp({ settings: { SITE_URL: 'https://site.example' } });
  editor = (await app.signInAs('editor')).token;
});
afterAll(() => app.stop());

const create = async (kind: string, fields: Record<string, string | Buffer>) => {
  const response = await app.form('POST', `/api/${kind}`, { title: 'A page', ...fields }, editor);
  expect(response.statusCode).toBe(201);
  return response.json().data;
};
const check = async (hrefs: readonly string[], extraFields: object = {}) => {
  const content = hrefs.map((href) => `<p><a href="${href}">Read ${href}</a></p>`).join('');
  const response = await app.send('POST', '/api/links/check', { kind: 'post', content, ...extraFields }, editor);
  expect(response.statusCode).toBe(200);
  return response.json().data as { broken: { href: string; text: string; fault: string; title: string }[]; pages: { href: string; path: string }[] };
};
const getFaults = async (...hrefs: string[]) => (await check(hrefs)).broken.map(({ href, fault }) => [href, fault]);

const POST = { category: 'C', content: '<p>W</p>' };
const EVENT = { date: '2030-01-01', time: '4:00 PM', location: 'L' };

describe('the check of links in a text', () => {
  it('STAFF-18 finds links to missing documents, to drafts and to documents in the trash', async () => {
    await create('posts', { ...POST, title: 'Live', slug: 'live', status: 'published' });
    await create('posts', { ...POST, title: 'Not yet', slug: 'not-yet' });
    const deletedPost = await create('posts', { ...POST, title: 'Gone', slug: 'gone', status: 'published' });
    await app.send('DELETE', `/api/posts/${deletedPost._id}`, undefined, editor);
    const event = await create('events', EVENT);
    const draft = await create('events', { ...EVENT, status: 'draft' });
    await create('programs', { content: '<p>W</p>', slug: 'club' });

    expect(
      await getFaults(
        '/news/live',
        '/news/not-yet',
        '/news/gone',
        '/news/nowhere',
        `/events/${event._id}`,
        `/events/${draft._id}`,
        '/events/x',
        '/programs/club',
      ),
    ).toEqual([
      ['/news/not-yet', 'not-published'],
      ['/news/gone', 'in-trash'],
      ['/news/nowhere', 'missing'],
      [`/events/${draft._id}`, 'not-published'],
      ['/events/x', 'missing'],
    ]);
    expect((await check(['/news/not-yet'])).broken[0]).toMatchObject({ text: 'Read /news/not-yet', title: 'Not yet' });
  });

  it('STAFF-18 accepts former slugs, fragments, queries, ids and full URLs of the site', async () => {
    const post = await create('posts', { ...POST, slug: 'before', status: 'published' });
    await app.form('PUT', `/api/posts/${post._id}`, { slug: 'after' }, editor);

    expect(
      await getFaults('/news/before', '/news/after#end', '/news/after?a=1', `/news/${post._id}`, 'https://site.example/news/after', '/news/after/'),
    ).toEqual([]);
    expect(await getFaults('https://site.example/news/never', '/news/a%2')).toEqual([
      ['/news/never', 'missing'],
      ['/news/a%2', 'missing'],
    ]);
    expect((await check(['http://localhost:3000/news/never'], { site: 'http://localhost:3000' })).broken).toHaveLength(1);
  });

  it('STAFF-18 a reused slug resolves to the document that has it now', async () => {
    const oldPost = await create('posts', { ...POST, slug: 'taken', status: 'published' });
    await app.send('DELETE', `/api/posts/${oldPost._id}`, undefined, editor);
    await create('posts', { ...POST, slug: 'taken', status: 'published' });

    expect(await getFaults('/news/taken')).toEqual([]);
  });

  it('STAFF-18 leaves pages of the remotes to the caller, and ignores other sites', async () => {
    const { broken, pages } = await check([
      '/volunteer#form',
      '/news/feed.xml',
      '/news/category/hubs',
      'https://other.example/news/x',
      'mailto:a@b.example',
      '#',
    ]);

    expect(broken).toEqual([]);
    expect(pages.map(({ href, path }) => [href, path])).toEqual([
      ['/volunteer#form', '/volunteer'],
      ['/news/feed.xml', '/news/feed.xml'],
      ['/news/category/hubs', '/news/category/hubs'],
    ]);
  });

  it('STAFF-18 finds photos that are not public, and links to parts of the text, which have no anchors', async () => {
    const photo = (await app.form('POST', '/api/gallery', { title: 'T', alt: 'A', image: await createImageFile() }, editor)).json().data;
    const hiddenImage = (await app.form('POST', '/api/gallery', { title: 'T', published: 'false', image: await createImageFile() }, editor)).json().data;

    expect(await getFaults(`/gallery?photo=${photo._id}`, `/gallery?photo=${hiddenImage._id}`, '#aims', '#top')).toEqual([
      [`/gallery?photo=${hiddenImage._id}`, 'not-published'],
      ['#aims', 'no-such-part'],
    ]);
  });

  it('STAFF-18 checks a text with thousands of links', async () => {
    await create('posts', { ...POST, slug: 'z', status: 'published' });
    const content = Array.from({ length: 8_500 }, (_, number) => `<a href=/news/${number.toString(36)}>x</a>`).join('');
    const response = await app.send('POST', '/api/links/check', { kind: 'post', content }, editor);

    expect(response.statusCode).toBe(200);
    expect(response.json().data.broken).toHaveLength(8_499);
  });

  it('is for staff only, and records nothing in the audit log', async () => {
    const before = (await app.get('/api/audit?limit=1', (await app.signInAs('admin')).token)).json().page.total;
    await check(['/news/live']);

    expect((await app.get('/api/audit?limit=1', (await app.signInAs('admin')).token)).json().page.total).toBe(before);
    expect((await app.send('POST', '/api/links/check', { kind: 'post', content: '' })).statusCode).toBe(401);
    expect((await app.send('POST', '/api/links/check', { kind: 'photo', content: '' }, editor)).statusCode).toBe(422);
  });
});
