import { listPosts, listPostsPage } from '@site/shared/contracts/post';
import { postFixture } from '@site/shared/testing/fixtures';
import { apiError, hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { screen, within } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';

const openNews = async (posts: unknown, path = '/news') => {
  const services = hostServicesStub({ responses: [[listPosts, posts]] });
  const view = await renderRoutes(createRoutes, path, services);
  return { ...view, services };
};

const manyPosts = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    postFixture({
      _id: `post-${index}`,
      slug: `post-${index}`,
      title: `Post ${index}`,
      publishedAt: new Date(Date.UTC(2026, 0, 1) - index * 86_400_000).toISOString(),
    }),
  );

const cards = () => within(screen.getByRole('list', { name: 'News articles' })).getAllByRole('heading', { level: 2 });

describe('NewsListPage', () => {
  it("NEWS-02 fetches one page, without the articles' text, from a server with paging", async () => {
    const services = hostServicesStub({ responses: [[listPostsPage, { items: manyPosts(12), page: { offset: 2388, total: 5000 } }]] });
    await renderRoutes(createRoutes, '/news?page=200', services);

    expect(services.getCalls(listPostsPage).map(({ query }) => query)).toEqual([{ limit: '12', offset: '2388', view: 'summary', status: 'published' }]);
    expect(cards()).toHaveLength(12);
    const pages = within(screen.getByRole('navigation', { name: 'Pages of news' }));
    expect(pages.getByRole('link', { current: 'page' }).textContent).toBe('200');
    expect(pages.getByRole('link', { name: 'Page 417' })).toBeInTheDocument();
  });

  it('ROUTE-06 NEWS-01 is titled "Latest News & Updates"', async () => {
    await openNews([postFixture()]);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Latest News & Updates');
  });

  it('NEWS-02 X-08 shows published posts only, newest first', async () => {
    await openNews([
      postFixture({ _id: 'a', slug: 'a', title: 'Older', publishedAt: '2026-01-01T00:00:00Z' }),
      postFixture({ _id: 'b', slug: 'b', title: 'Draft', status: 'draft' }),
      postFixture({ _id: 'c', slug: 'c', title: 'Newer', publishedAt: '2026-02-01T00:00:00Z' }),
    ]);
    expect(cards().map((heading) => heading.textContent)).toEqual(['Newer', 'Older']);
  });

  it('NEWS-05 NEWS-06 NEWS-07 NEWS-08 NEWS-10 NEWS-11 shows category, author, date, title link, tags and "Read More"', async () => {
    await openNews([postFixture()]);
    const card = within(screen.getByRole('list', { name: 'News articles' }));
    expect(card.getByText('Schools')).toBeInTheDocument();
    expect(card.getByText('Chidi Nwosu')).toBeInTheDocument();
    expect(card.getByText('November 14, 2026')).toHaveAttribute('datetime', '2026-11-14T09:00:00.000Z');
    expect(card.getByRole('link', { name: 'Twelve schools, one question box' })).toHaveAttribute('href', '/news/school-visit');
    expect(
      within(card.getByRole('list', { name: 'Tags' }))
        .getAllByRole('listitem')
        .map((tag) => tag.textContent),
    ).toEqual(['schools', 'questions']);
    expect(card.getByRole('link', { name: 'Read More: Twelve schools, one question box' })).toHaveAttribute('href', '/news/school-visit');
  });

  it('NEWS-04 shows the image, or a placeholder without one', async () => {
    const { container } = await openNews([
      postFixture(),
      postFixture({ _id: 'b', slug: 'b', featuredImage: '', featuredImageAlt: '', publishedAt: '2026-01-01T00:00:00Z' }),
    ]);
    expect(screen.getByRole('img', { name: 'Pupils around a question box' })).toHaveAttribute('src', expect.stringContaining('school-visit.webp'));
    const images = [...container.querySelectorAll('li > div:first-child img')];
    expect(images[1]).toHaveAttribute('src', expect.stringMatching(/^data:image\/svg/));
  });

  it('NEWS-09 truncates the excerpt to 150 characters with an ellipsis', async () => {
    await openNews([postFixture({ excerpt: 'x'.repeat(200) })]);
    expect(screen.getByText(`${'x'.repeat(150)}…`)).toBeInTheDocument();
  });

  it("NEWS-09 falls back to the article's text if there is no excerpt", async () => {
    await openNews([postFixture({ excerpt: '', content: '<p>We asked &amp; they <b>answer</b>ed.</p><p>Twice.</p>' })]);
    expect(screen.getByText('We asked & they answered. Twice.')).toBeInTheDocument();
  });

  it.each([
    ['no posts', []],
    ['only drafts', [postFixture({ status: 'draft' })]],
  ])('NEWS-12 shows a message when there are %s', async (_, posts) => {
    await openNews(posts);
    expect(screen.getByText('No published news articles yet.')).toBeInTheDocument();
  });

  it.each(['server', 'network'] as const)('NEWS-13 ERR-01 says "Failed to load news" with one toast after a %s failure, and retries', async (kind) => {
    const { services, user } = await openNews(apiError(kind));
    expect(screen.getByText('Failed to load news')).toBeInTheDocument();
    expect(services.toasts.map(({ message }) => message)).toEqual(['An error occurred']);

    services.respond(listPosts, [postFixture()]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByRole('link', { name: 'Twelve schools, one question box' })).toBeInTheDocument();
  });

  it('shows twelve posts per page, with links to the other pages', async () => {
    const { user } = await openNews(manyPosts(14));
    expect(cards()).toHaveLength(12);

    await user.click(screen.getByRole('link', { name: 'Next page' }));

    expect(await screen.findByText('Post 13')).toBeInTheDocument();
    expect(cards()).toHaveLength(2);
    expect(screen.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
    expect(screen.getByRole('link', { name: 'Previous page' })).toHaveAttribute('href', '/news');
  });

  it.each(['/news?page=99', '/news?page=2'])('shows the last page at %s', async (path) => {
    await openNews(manyPosts(14), path);
    expect(cards()).toHaveLength(2);
  });

  it.each(['/news?page=0', '/news?page=-1', '/news?page=x'])('shows the first page at %s', async (path) => {
    await openNews(manyPosts(14), path);
    expect(cards()).toHaveLength(12);
  });

  it('NEWS-05 NEWS-10 links categories and tags to their pages, except names without a valid slug', async () => {
    await openNews([postFixture({ category: 'Mental Health', tags: ['Ilé-Ifẹ̀', '🌍'] })]);
    const card = within(screen.getByRole('list', { name: 'News articles' }));
    expect(card.getByRole('link', { name: 'Mental Health' })).toHaveAttribute('href', '/news/category/mental-health');
    expect(card.getByRole('link', { name: 'Ilé-Ifẹ̀' })).toHaveAttribute('href', '/news/tag/ile-ife');
    expect(card.queryByRole('link', { name: '🌍' })).toBeNull();
    expect(card.getByText('🌍')).toBeInTheDocument();
  });

  it('NEWS-05 shows a category with pagination, its own feeds and a link back to all news', async () => {
    const { user, services } = await openNews([...manyPosts(14), postFixture({ _id: 'x', slug: 'x', title: 'Elsewhere', category: 'Hubs' })]);
    expect(screen.getByRole('link', { name: 'Follow News in a news app (RSS)' })).toHaveAttribute('href', '/news/feed.xml');
    await user.click(screen.getAllByRole('link', { name: 'Schools' })[0] as HTMLElement);

    expect(await screen.findByRole('heading', { level: 1, name: 'News: Schools' })).toBeInTheDocument();
    expect(cards()).toHaveLength(12);
    expect(screen.queryByText('Elsewhere')).toBeNull();
    expect(services.getCalls(listPosts).at(-1)?.query).toMatchObject({ category: 'schools', limit: '12', offset: '0' });
    expect(screen.getByRole('link', { name: 'Page 2' })).toHaveAttribute('href', '/news/category/schools?page=2');
    expect(screen.getByRole('link', { name: 'Follow Schools in a news app (RSS)' })).toHaveAttribute('href', '/news/category/schools/feed.xml');
    expect(screen.getByRole('link', { name: 'All news' })).toHaveAttribute('href', '/news');
  });

  it('NEWS-10 shows a message if no post has the tag', async () => {
    await openNews([postFixture()], '/news/tag/nothing');
    expect(screen.getByRole('heading', { level: 1, name: 'No news on this topic' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: '← Back to News' })).toHaveAttribute('href', '/news');
  });
});
