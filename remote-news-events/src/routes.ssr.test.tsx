/** @jest-environment node */
import { getEvent, listEvents } from '@site/shared/contracts/event';
import { getPost, listPosts } from '@site/shared/contracts/post';
import { eventFixture } from '@site/shared/testing/event-fixture';
import { postFixture } from '@site/shared/testing/fixtures';
import { apiError, hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutesToString } from '@site/shared/testing/render-routes-to-string';
import { createRoutes } from './routes.tsx';

const related = postFixture({ _id: 'post-2', slug: 'post-2', title: 'Second post', content: `<p>${'Long. '.repeat(500)}</p>` });

const responses = [
  [listPosts, [postFixture(), related]],
  [getPost, postFixture()],
  [listEvents, [eventFixture()]],
  [getEvent, eventFixture()],
] as const;

const render = (path: string, changed: readonly (readonly [(typeof responses)[number][0], unknown])[] = []) =>
  renderRoutesToString(createRoutes, path, hostServicesStub({ responses: [...responses, ...changed] }));

describe('the routes on the server', () => {
  it.each([
    ['ROUTE-06', '/news', ['Latest News &amp; Updates', 'Twelve schools, one question box', 'November 14, 2026'], 'Latest News & Updates'],
    ['ROUTE-07', '/news/school-visit', ['We asked, and they answered.', 'Related Posts', 'Second post'], 'Twelve schools, one question box'],
    ['ROUTE-08', '/events', ['Upcoming Events', 'Xpression Night', 'Sat, 11/21/2026'], 'Events'],
    ['ROUTE-09', '/events/event-1', ['Three minutes, one microphone.', 'Register Now'], 'Xpression Night'],
  ])('%s renders %s with its data and head', async (_, path, texts, title) => {
    const page = await render(path);
    expect([page.status, page.errors]).toEqual([200, []]);
    for (const text of texts) expect(page.html).toContain(text);
    expect(page.head?.title).toBe(title);
    expect(page.head?.description).not.toBe('');
  });

  it.each([
    ['/news', listPosts, Array.from({ length: 13 }, (_, number) => postFixture({ _id: `post-${number}`, slug: `post-${number}` }))],
    ['/events', listEvents, Array.from({ length: 13 }, (_, number) => eventFixture({ _id: `event-${number}`, isUpcoming: false }))],
  ] as const)('gives the second page of %s its own canonical URL', async (path, endpoint, items) => {
    const first = await render(path, [[endpoint, items]]);
    const second = await render(`${path}?page=2`, [[endpoint, items]]);
    expect(first.head?.canonicalPath).toBeUndefined();
    expect(second.head?.canonicalPath).toBe(`${path}?page=2`);
  });

  it('STAFF-18 redirects permanently from a former slug of an article', async () => {
    const page = await render('/news/a-former-slug');
    expect([page.status, page.location]).toEqual([301, '/news/school-visit']);
  });

  it.each([
    ['NEWS-05', '/news/category/schools', 'News: Schools'],
    ['NEWS-10', '/news/tag/questions', 'News tagged “questions”'],
  ])('%s renders %s with its title, feeds and URL', async (_, path, title) => {
    const page = await render(path);
    expect([page.status, page.errors]).toEqual([200, []]);
    expect(page.html).toContain('Twelve schools, one question box');
    expect(page.head).toMatchObject({ title, alternates: ['feed.xml', 'atom.xml', 'feed.json'].map((file) => ({ path: `${path}/${file}` })) });
    expect(page.head?.canonicalPath).toBeUndefined();
  });

  it('NEWS-05 puts the name of a category in quotation marks, like the search', async () => {
    expect((await render('/news/category/schools')).html).toContain('All news in the category “Schools”, newest first.');
  });

  it('gives the second page of a category its own canonical URL', async () => {
    const posts = Array.from({ length: 13 }, (_, number) => postFixture({ _id: `post-${number}`, slug: `post-${number}` }));
    const page = await render('/news/category/schools?page=2', [[listPosts, posts]]);
    expect(page.head).toMatchObject({ title: 'News: Schools, page 2', canonicalPath: '/news/category/schools?page=2' });
    expect(page.html).toContain('href="/news/category/schools"');
  });

  it.each([
    ['/news/category/nothing', [], 404],
    ['/news/tag/No%20slug', apiError('network'), 404],
    ['/news/tag/schools', apiError('network'), 503],
  ] as const)('responds to %s with %j as status %i', async (path, response, status) => {
    const page = await render(path, [[listPosts, response]]);
    expect(page.status).toBe(status);
    expect(page.html).toContain(status === 404 ? 'No news on this topic' : 'Failed to load news');
  });

  it.each([
    ['NEWS-13', '/news', listPosts, 'Failed to load news'],
    ['POST-05', '/news/school-visit', getPost, 'Failed to load post'],
    ['EVT-09', '/events', listEvents, 'Failed to load events'],
    ['EVD-04', '/events/event-1', getEvent, 'Failed to load event details'],
  ] as const)('%s responds with 503 and its message when the data of %s fails to load', async (_, path, endpoint, message) => {
    const page = await render(path, [[endpoint, apiError('network')]]);
    expect(page.status).toBe(503);
    expect(page.html).toContain(message);
  });

  it.each([
    ['POST-06', '/news/school-visit', getPost, 'Post not found'],
    ['EVD-04', '/events/event-1', getEvent, 'Event not found'],
  ] as const)('%s responds with 404 and its message when %s is missing', async (_, path, endpoint, message) => {
    const page = await render(path, [[endpoint, apiError('not-found')]]);
    expect(page.status).toBe(404);
    expect(page.html).toContain(message);
  });

  it('describes articles and events to search engines', async () => {
    const article = await render('/news/school-visit');
    const event = await render('/events/event-1');
    expect(article.head?.structuredData?.[0]).toMatchObject({
      '@type': 'NewsArticle',
      headline: 'Twelve schools, one question box',
      datePublished: '2026-11-14T09:00:00.000Z',
    });
    expect(article.head?.image).toBe('/img/upload/school-visit.webp');
    const shareImage = '/img/share/posts/post-1/a.jpg';
    expect((await render('/news/school-visit', [[getPost, postFixture({ shareImage })]])).head?.image).toBe(shareImage);
    expect(event.head?.structuredData?.[0]).toMatchObject({ '@type': 'Event', name: 'Xpression Night', startDate: '2026-11-21T16:00:00+01:00' });
  });
});
