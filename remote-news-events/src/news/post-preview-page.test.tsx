import { getPost } from '@site/shared/contracts/post';
import { postFixture, userFixture } from '@site/shared/testing/fixtures';
import { apiError, hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { screen } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';

const session = { token: 'token', refreshToken: 'refresh', user: userFixture() };

const open = async (post: unknown, options: { readonly draft?: unknown; readonly isSignedIn?: boolean } = {}) => {
  const services = hostServicesStub({ responses: [[getPost, post]], ...(options.isSignedIn === false ? {} : { session }) });
  await renderRoutes(createRoutes, { pathname: '/news/preview/post-1', state: { draft: options.draft } }, services);
  return services;
};

describe('PostPreviewPage', () => {
  it('shows a draft under a bar that marks it as a preview', async () => {
    const services = await open(postFixture({ status: 'draft' }));
    expect(screen.getByRole('complementary', { name: 'Preview' })).toHaveTextContent('Preview: visitors cannot see this yet');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Twelve schools, one question box');
    expect(screen.getByText('We asked, and they answered.')).toBeInTheDocument();
    expect(services.getCalls(getPost)[0]?.params).toEqual({ idOrSlug: 'post-1' });
  });

  it('shows unsaved values instead of the stored ones, sanitised in the same way', async () => {
    await open(postFixture({ status: 'draft' }), {
      draft: { title: 'Not saved yet', content: '<p onclick="x()">New words</p><script>x()</script>', tags: ['one'], status: 'nonsense' },
    });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Not saved yet');
    expect(screen.getByText('New words')).not.toHaveAttribute('onclick');
    expect(document.querySelector('script')).not.toBeInTheDocument();
    expect(screen.getByText('November 14, 2026')).toBeInTheDocument();
  });

  it('shows a post that has never been saved', async () => {
    await open(apiError('not-found'), { draft: postFixture({ _id: '', title: 'Never saved' }) });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Never saved');
  });

  it('shows the stored post when the values are invalid', async () => {
    await open(postFixture(), { draft: { title: 7 } });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Twelve schools, one question box');
  });

  it('POST-05 POST-06 reports a missing post and a failure', async () => {
    await open(apiError('not-found'));
    expect(screen.getByText('Post not found')).toBeInTheDocument();
  });

  it('fetches nothing and asks for a sign-in without a session', async () => {
    const services = await open(postFixture(), { isSignedIn: false });
    expect(screen.getByRole('heading', { name: 'Sign in to see this preview' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
    expect(services.calls).toEqual([]);
  });

  it('asks for a sign-in when the session has ended', async () => {
    await open(apiError('unauthorized'));
    expect(screen.getByRole('heading', { name: 'Sign in to see this preview' })).toBeInTheDocument();
  });
});
