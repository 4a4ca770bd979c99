import type { User } from '@site/shared/contracts/user';
import { page } from '@site/shared/remote/remote-contract';
import { toRouterRoutes } from '@site/shared/remote/router-routes';
import { siteFixture, userFixture } from '@site/shared/testing/fixtures';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { createSiteRoutes } from '../router/site-routes.tsx';
import { loadOverlaysForStaff, OverlayLayer } from './toasts.tsx';

jest.mock('@module-federation/enhanced/runtime', () => ({ createInstance: () => ({}) }));

const head = () => ({ title: 'News', description: '' });
const routes = toRouterRoutes([
  page({ path: '/news/:slug', chunk: 'article', editPath: '/admin/posts/:slug', render: 'content', head, element: <h1>Article</h1> }),
  page({ path: '/about', chunk: 'about', render: 'static', head, element: <h1>About</h1> }),
]);

const open = async (path: string, user: User | null) => {
  const { auth } = hostServicesStub(user === null ? {} : { session: { token: 't', refreshToken: 'r', user } });
  const router = createMemoryRouter(createSiteRoutes(siteFixture(), routes, <OverlayLayer auth={auth} />), { initialEntries: [path] });
  loadOverlaysForStaff(auth);
  await act(async () => {
    render(<RouterProvider router={router} />);
  });
  return router;
};
const findLink = () => screen.queryByRole('link', { name: 'Edit this page' });

describe('EditLink', () => {
  it('links signed-in staff to the screen that edits the page, on pages that have one', async () => {
    const router = await open('/news/listening-works', userFixture());
    expect(findLink()).toHaveAttribute('href', '/admin/posts/listening-works');

    await act(() => router.navigate('/about'));
    expect(findLink()).not.toBeInTheDocument();
  });

  it('shows visitors nothing', async () => {
    await open('/news/listening-works', null);
    expect(findLink()).not.toBeInTheDocument();
  });
});
