import { getPost, listPosts, type Post } from '@site/shared/contracts/post';
import { postFixture } from '@site/shared/testing/fixtures';
import { apiError, hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { screen, within } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';

const openArticle = async (post: unknown, posts: unknown = [postFixture()]) => {
  const services = hostServicesStub({
    responses: [
      [getPost, post],
      [listPosts, posts],
    ],
  });
  const view = await renderRoutes(createRoutes, '/news/school-visit', services);
  return { ...view, services };
};

const other = (id: string, changes: Partial<Post> = {}): Post =>
  postFixture({ _id: id, slug: id, title: `Title ${id}`, category: 'Other', tags: [], ...changes });

describe('NewsArticlePage', () => {
  it('ROUTE-07 POST-01 POST-02 POST-03 shows hero, author, date, category, title, body and tags', async () => {
    const { services } = await openArticle(postFixture({ publishedAt: '2026-11-20' }));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Twelve schools, one question box');
    expect(screen.getByRole('img', { name: 'Pupils around a question box' })).toBeInTheDocument();
    expect(screen.getByText('Chidi Nwosu')).toBeInTheDocument();
    expect(screen.getByText('November 20, 2026')).toHaveAttribute('datetime', '2026-11-20');
    expect(screen.getByText('Schools')).toBeInTheDocument();
    expect(screen.getByText('We asked, and they answered.')).toBeInTheDocument();
    expect(within(screen.getByRole('list', { name: 'Tags' })).getAllByRole('listitem')).toHaveLength(2);
    expect(services.getCalls(getPost).map(({ params }) => params)).toEqual([{ idOrSlug: 'school-visit' }]);
  });

  it('POST-04 shows up to two other published posts of the same category or a shared tag', async () => {
    await openArticle(postFixture(), [
      postFixture(),
      other('draft', { category: 'Schools', status: 'draft' }),
      other('unrelated'),
      other('category', { category: 'Schools' }),
      other('tag', { tags: ['questions'] }),
      other('third', { tags: ['schools'] }),
    ]);
    const related = within(screen.getByRole('region', { name: 'Related Posts' }));
    expect(related.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/news/category', '/news/tag']);
  });

  it('POST-04 hides the section if there are no related posts', async () => {
    await openArticle(postFixture(), [postFixture(), other('unrelated')]);
    expect(screen.queryByText('Related Posts')).not.toBeInTheDocument();
  });

  it('links to the previous and next posts', async () => {
    await openArticle(postFixture(), [
      other('older', { publishedAt: '2026-01-01T00:00:00Z' }),
      postFixture(),
      other('newer', { publishedAt: '2026-12-01T00:00:00Z' }),
    ]);
    const moreArticles = within(screen.getByRole('navigation', { name: 'More articles' }));
    expect(moreArticles.getByRole('link', { name: /Previous article/ })).toHaveAttribute('href', '/news/older');
    expect(moreArticles.getByRole('link', { name: /Next article/ })).toHaveAttribute('href', '/news/newer');
  });

  it('POST-05 ERR-01 says "Failed to load post" with a link back, and retries', async () => {
    const { services, user } = await openArticle(apiError('server', 'The database is asleep'));
    expect(screen.getByText('Failed to load post')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: '← Back to News' })).toHaveAttribute('href', '/news');
    expect(services.toasts.map(({ message }) => message)).toEqual(['The database is asleep']);

    services.respond(getPost, postFixture());
    await user.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByText('We asked, and they answered.')).toBeInTheDocument();
  });

  it('POST-06 X-19 ERR-02 says "Post not found" without a toast', async () => {
    const { services } = await openArticle(apiError('not-found'));
    expect(screen.getByText('Post not found')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: '← Back to News' })).toHaveAttribute('href', '/news');
    expect(services.toasts).toEqual([]);
  });

  it('POST-06 DATA-07 does not show a draft', async () => {
    await openArticle(postFixture({ status: 'draft' }));
    expect(screen.getByText('Post not found')).toBeInTheDocument();
  });

  it('shows no related posts, and no toast, when the list fails to load', async () => {
    const { services } = await openArticle(postFixture(), apiError('server'));
    expect(screen.getByText('We asked, and they answered.')).toBeInTheDocument();
    expect(services.toasts).toEqual([]);
  });

  it('executes no script in rich text', async () => {
    const { container } = await openArticle(
      postFixture({
        content: '<p onclick="x()">a</p><script>x()</script><img src="x" onerror="x()"><a href="javascript:x()">b</a><iframe srcdoc="x"></iframe>',
      }),
    );
    expect(container.querySelector('script, iframe, [onclick], [onerror], [href^="javascript"]')).not.toBeInTheDocument();
  });

  it('shares on WhatsApp first, and copies the public URL', async () => {
    const { services, user } = await openArticle(postFixture());
    const row = within(screen.getByRole('region', { name: 'Share this article' }));
    const url = 'https://bettertomorrow.example/news/school-visit';
    expect(row.getAllByRole('link')[0]).toHaveAttribute('href', `https://wa.me/?text=${encodeURIComponent(`Twelve schools, one question box ${url}`)}`);

    await user.click(row.getByRole('button', { name: 'Copy link' }));

    expect(await navigator.clipboard.readText()).toBe(url);
    expect(services.toasts.map(({ message }) => message)).toEqual(['Link copied']);
  });
});
