import { deletePost, listPostsPage, type Post, restorePost, updatePost } from '@site/shared/contracts/post';
import { listTopics } from '@site/shared/contracts/writing';
import type { Role } from '@site/shared/domain/roles';
import { postFixture, userFixture } from '@site/shared/testing/fixtures';
import { apiError, hostServicesStub, type StubInput, type StubResponse } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { UNDO_MS } from '../layout/undo-bar.tsx';
import { TYPING_PAUSE_MS } from '../listing/use-url-state.ts';
import { createRoutes } from '../routes.tsx';
import { serveList } from '../testing/serve-list.ts';

/** Creates posts 1 to n, most recently changed first. */
const posts = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    postFixture({
      _id: `p${index + 1}`,
      title: `Post ${index + 1}`,
      status: 'draft',
      updatedAt: new Date(Date.UTC(2026, 10, 20) - index * 60_000).toISOString(),
    }),
  );

const servePosts = (rows: readonly Post[]) =>
  serveList(rows, {
    text: ({ title }) => title,
    matches: ({ status }, query) => query.status === 'all' || query.status === status,
    sorts: { title: ({ title }) => title, updatedAt: ({ updatedAt }) => updatedAt ?? '' },
    counts: (all) => ({ draft: all.filter(({ status }) => status === 'draft').length }),
  });

const TOPICS = {
  categories: [
    { text: 'Health', count: 2 },
    { text: 'Schools', count: 1 },
  ],
  tags: [],
};

const visit = async (response: unknown, path = '/admin/posts', more: readonly StubResponse[] = [], role: Role = 'editor') => {
  const stub = hostServicesStub({
    responses: [[listPostsPage, response], [listTopics, TOPICS], ...more],
    session: { token: 't', refreshToken: 'r', user: userFixture({ role }) },
  });
  const view = await renderRoutes(createRoutes, path, stub);
  await screen.findByRole('heading', { level: 1, name: 'News' });
  return { stub, ...view };
};

/** Uses a selector, because computing the ARIA roles in a long table takes seconds. */
const titles = () => [...document.querySelectorAll('th[scope="row"]')].map(({ textContent }) => textContent);
const getCheckbox = (name: string) => screen.getByLabelText(name);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('a list in the staff area', () => {
  it('STAFF-17 sorts when a header is clicked, and stores the order in the URL', async () => {
    const { router } = await visit(servePosts(posts(3)));
    const header = () => screen.getByRole('columnheader', { name: 'Title' });
    expect(screen.getByRole('columnheader', { name: 'Changed' })).toHaveAttribute('aria-sort', 'descending');

    press('Title');
    expect(header()).toHaveAttribute('aria-sort', 'ascending');
    press('Title');
    expect(header()).toHaveAttribute('aria-sort', 'descending');
    await waitFor(() => expect(titles()).toEqual(['Post 3', 'Post 2', 'Post 1']));
    await waitFor(() => expect(router.state.location.search).toBe('?sort=-title'));
  });

  it('shows pages of 25, and reads the page from the URL', async () => {
    const { router } = await visit(servePosts(posts(30)), '/admin/posts?page=2');
    expect(titles()).toEqual(['Post 26', 'Post 27', 'Post 28', 'Post 29', 'Post 30']);
    expect(screen.getByText('Page 2 of 2')).toBeInTheDocument();

    fireEvent.click(screen.getByLabelText('Previous page'));
    await waitFor(() => expect(titles()).toHaveLength(25));
    fireEvent.change(screen.getByLabelText('Rows per page'), { target: { value: '50' } });
    await waitFor(() => expect(titles()).toHaveLength(30));
    await waitFor(() => expect(router.state.location.search).toBe('?size=50'));
  });

  it('STAFF-16 selects a range with Shift, and can select all matching rows', async () => {
    const { stub } = await visit(servePosts(posts(27)));
    fireEvent.click(getCheckbox('Select Post 2'));
    fireEvent.click(getCheckbox('Select Post 5'), { shiftKey: true });
    expect(screen.getByText('4 selected')).toBeInTheDocument();

    fireEvent.click(getCheckbox('Select all on this page'));
    expect(screen.getByText('25 selected')).toBeInTheDocument();
    press('Select all 27 posts');
    expect(await screen.findByText('27 selected')).toBeInTheDocument();
    expect(stub.getCalls(listPostsPage).at(-1)?.query).toMatchObject({ limit: '200', offset: '0', status: 'all', view: 'summary' });
    press('Clear');
    expect(screen.queryByRole('region', { name: 'Selected' })).not.toBeInTheDocument();
  });

  it('requests only the page in the URL, without texts', async () => {
    const { stub } = await visit(servePosts(posts(120)), '/admin/posts?q=post&show=draft&sort=-title&size=50&page=2');

    expect(stub.getCalls(listPostsPage).map(({ query }) => query)).toEqual([
      { limit: '50', offset: '50', counts: 'true', q: 'post', scope: 'all', sort: '-title', status: 'draft', view: 'summary' },
    ]);
    expect(screen.getByText('120 of 120 posts')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'News 120 drafts' })).toBeInTheDocument();
  });

  it('can be limited to a category and a period, stores both in the URL, and reports an empty result', async () => {
    const { stub, router } = await visit(servePosts(posts(3)), '/admin/posts?category=Gone&since=2026-01-01');
    const field = (name: string) => screen.getByLabelText(name);
    expect(stub.getCalls(listPostsPage)).toMatchObject([{ query: { inCategory: 'Gone', from: '2026-01-01' } }]);
    expect(field('Published on or after')).toHaveValue('2026-01-01');
    await waitFor(() => expect([...field('Category').querySelectorAll('option')].map(({ label }) => label)).toEqual(['Any', 'Health', 'Schools', 'Gone']));

    fireEvent.change(field('Category'), { target: { value: 'Health' } });
    fireEvent.change(field('Published on or before'), { target: { value: '2026-03-31' } });
    await waitFor(() => expect(router.state.location.search).toBe('?category=Health&since=2026-01-01&until=2026-03-31'));
    await waitFor(() => expect(stub.getCalls(listPostsPage).at(-1)?.query).toMatchObject({ inCategory: 'Health', from: '2026-01-01', to: '2026-03-31' }));
    expect(field('Published on or before')).toHaveAttribute('min', '2026-01-01');

    stub.respond(listPostsPage, { items: [], page: { offset: 0, total: 0, counts: { all: 3 } } });
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search' }), { target: { value: 'post' } });
    expect(await screen.findByText('Nothing matches “post”, the category “Health” and these dates.')).toBeInTheDocument();
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search' }), { target: { value: 'po' } });
    expect(await screen.findByText(/^Nothing matches “po”.* Type the first 3 letters of a word, or more\.$/)).toBeInTheDocument();
    stub.respond(listPostsPage, servePosts(posts(3)));
    press('Clear the search');
    await waitFor(() => expect(titles()).toHaveLength(3));
    expect(router.state.location.search).toBe('');
  });

  it('shows the last page if the page in the URL no longer exists', async () => {
    await visit(servePosts(posts(30)), '/admin/posts?page=7');
    expect(titles()).toHaveLength(5);
    expect(screen.getByText('Page 2 of 2')).toBeInTheDocument();
  });

  it('STAFF-17 searches when typing pauses, shows the previous rows until then, and aborts a superseded search', async () => {
    const { stub, router } = await visit(servePosts(posts(30)));
    const responses: (() => void)[] = [];
    const listResponse = servePosts(posts(30));
    stub.respond(listPostsPage, (input: StubInput) => new Promise((resolve) => responses.push(() => resolve(listResponse(input)))));
    jest.useFakeTimers();
    const search = screen.getByRole('searchbox', { name: 'Search' });
    const type = (text: string) => fireEvent.change(search, { target: { value: text } });
    const pause = (milliseconds: number) => act(async () => jest.advanceTimersByTimeAsync(milliseconds));

    type('post');
    await pause(TYPING_PAUSE_MS - 1);
    type('post 1');
    await pause(TYPING_PAUSE_MS - 1);
    expect(stub.getCalls(listPostsPage)).toHaveLength(1);
    expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true');
    await pause(1);
    type('post 12');
    await pause(TYPING_PAUSE_MS);
    const [, replaced, latest] = stub.getCalls(listPostsPage);
    expect([replaced?.query, latest?.query]).toMatchObject([{ q: 'post 1' }, { q: 'post 12' }]);
    expect([replaced?.signal?.aborted, latest?.signal?.aborted]).toEqual([true, false]);
    expect(titles()).toHaveLength(25);

    await act(async () => responses.map((respond) => respond()));
    expect(titles()).toEqual(['Post 12']);
    expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'false');
    expect(search).toHaveValue('post 12');
    expect(router.state.location.search).toBe('?q=post+12');
    jest.useRealTimers();
  });

  it('keeps the selection across pages, and clears it when the search changes', async () => {
    await visit(servePosts(posts(30)));
    fireEvent.click(getCheckbox('Select Post 1'));
    fireEvent.click(screen.getByLabelText('Next page'));
    await waitFor(() => expect(titles()).toHaveLength(5));
    fireEvent.click(getCheckbox('Select Post 30'));
    expect(screen.getByText('2 selected')).toBeInTheDocument();

    fireEvent.change(screen.getByRole('searchbox', { name: 'Search' }), { target: { value: 'post 3' } });
    expect(screen.queryByRole('region', { name: 'Selected' })).not.toBeInTheDocument();
  });

  it('STAFF-16 publishes the selected posts, sends the displayed versions, and reports failures', async () => {
    const { stub } = await visit(servePosts(posts(2)), '/admin/posts', [
      [updatePost, (input: StubInput) => (input.params?.id === 'p1' ? posts(1)[0] : apiError('conflict', 'Someone else has changed this.'))],
    ]);
    fireEvent.click(getCheckbox('Select all on this page'));
    press('Publish');

    expect((await screen.findByRole('alert')).textContent).toBe('1 of 2 posts: Someone else has changed this.');
    expect(stub.getCalls(updatePost)).toEqual([
      { params: { id: 'p1' }, body: { status: 'published', updatedAt: '2026-11-20T00:00:00.000Z' } },
      { params: { id: 'p2' }, body: { status: 'published', updatedAt: '2026-11-19T23:59:00.000Z' } },
    ]);
    expect(stub.toasts).toEqual([{ kind: 'success', message: '1 post published' }]);
  });

  it('STAFF-08 hides deleted posts immediately, and restores them with Undo', async () => {
    let respond = (_value: unknown) => {};
    const { stub } = await visit(servePosts(posts(2)), '/admin/posts', [
      [
        deletePost,
        () =>
          new Promise((resolve) => {
            respond = resolve;
          }),
      ],
      [restorePost, posts(1)[0]],
    ]);
    fireEvent.click(getCheckbox('Select Post 1'));
    press('Delete');
    expect(titles()).toEqual(['Post 2']);
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();

    stub.respond(listPostsPage, servePosts(posts(2).slice(1)));
    await act(async () => respond({ _id: 'p1' }));
    expect(await screen.findByText('1 post deleted')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus();
    stub.respond(listPostsPage, servePosts(posts(2)));
    press('Undo');
    await waitFor(() => expect(titles()).toEqual(['Post 1', 'Post 2']));
    expect(stub.getCalls(restorePost)).toEqual([{ params: { id: 'p1' } }]);
  });

  it('shows a post again if its deletion is rejected, with the reason', async () => {
    await visit(servePosts(posts(2)), '/admin/posts', [[deletePost, apiError('forbidden')]]);
    fireEvent.click(getCheckbox('Select Post 1'));
    press('Delete');
    expect((await screen.findByRole('alert')).textContent).toBe('You do not have permission to do this');
    expect(titles()).toEqual(['Post 1', 'Post 2']);
  });

  it('offers Undo for 8 s', async () => {
    const { stub } = await visit(servePosts(posts(2)), '/admin/posts', [[deletePost, { _id: 'p1' }]]);
    stub.respond(listPostsPage, servePosts(posts(2).slice(1)));
    jest.useFakeTimers();
    fireEvent.click(getCheckbox('Select Post 1'));
    press('Delete');
    await act(async () => jest.advanceTimersByTimeAsync(0));
    expect(screen.getByText('1 post deleted')).toBeInTheDocument();

    await act(async () => jest.advanceTimersByTimeAsync(UNDO_MS - 100));
    expect(screen.queryByText('1 post deleted')).toBeInTheDocument();
    await act(async () => jest.advanceTimersByTimeAsync(200));
    expect(screen.queryByText('1 post deleted')).not.toBeInTheDocument();
    jest.useRealTimers();
  });

  it.each([
    ['there are no posts yet', servePosts([]), '/admin/posts', 'No posts yet', 'New post'],
    ['no post matches the search', servePosts(posts(1)), '/admin/posts?q=nope', 'No posts match', 'Clear the search'],
    ['no post matches the filter', servePosts(posts(1)), '/admin/posts?show=published', 'No posts here', 'Show all'],
    ['loading fails', apiError('server'), '/admin/posts', 'Failed to load posts', 'Try again'],
  ])('ERR-03 explains what to do when %s', async (_what, response, path, heading, action) => {
    await visit(response, path);
    const box = screen.getByRole('heading', { name: heading }).parentElement as HTMLElement;
    expect([...within(box).queryAllByRole('button'), ...within(box).queryAllByRole('link')].map(({ textContent }) => textContent)).toEqual([action]);
  });

  it('NS-08 lets contributors delete only their own drafts, and does not let them publish', async () => {
    const mine = postFixture({ _id: 'mine', title: 'Mine', status: 'draft', author: { name: 'Ngozi Okafor', avatar: '' } });
    await visit(servePosts([mine, postFixture()]), '/admin/posts', [], 'contributor');
    fireEvent.click(getCheckbox('Select Twelve schools, one question box'));
    expect(
      within(screen.getByRole('region', { name: 'Selected' }))
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Duplicate', 'Export CSV', 'Clear']);
    fireEvent.click(getCheckbox('Select Mine'));
    expect(screen.getByRole('button', { name: 'Delete' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Publish' })).not.toBeInTheDocument();
  });
});
