import type { User } from '@site/shared/contracts/user';
import { page } from '@site/shared/remote/remote-contract';
import { toRouterRoutes } from '@site/shared/remote/router-routes';
import { siteFixture, userFixture } from '@site/shared/testing/fixtures';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { EDIT_MARK } from '../federation/page-data.ts';
import { createSiteRoutes } from '../router/site-routes.tsx';
import { isEditingTab, markEditingTab } from './editing.ts';
import { loadOverlaysForStaff, OverlayLayer } from './toasts.tsx';

jest.mock('@module-federation/enhanced/runtime', () => ({ createInstance: () => ({}) }));

const head = () => ({ title: 'News', description: '' });
const routes = toRouterRoutes([
  page({ path: '/news/:slug', chunk: 'article', editPath: '/admin/posts/:slug', render: 'content', head, element: <h1>Article</h1> }),
  page({ path: '/about', chunk: 'about', render: 'static', head, element: <h1>About</h1> }),
]);

interface OpenOptions {
  readonly user?: User;
  readonly staffUrl?: string;
}

const open = async (path: string, { user, staffUrl }: OpenOptions = {}) => {
  const services = hostServicesStub({
    ...(user === undefined ? {} : { session: { token: 't', refreshToken: 'r', user } }),
    ...(staffUrl === undefined ? {} : { site: { staffUrl } }),
  });
  const router = createMemoryRouter(createSiteRoutes(siteFixture(), routes, <OverlayLayer auth={services.auth} site={services.site} />), {
    initialEntries: [path],
  });
  loadOverlaysForStaff(services.auth);
  await act(async () => {
    render(<RouterProvider router={router} />);
  });
  return router;
};
const findLink = () => screen.queryByRole('link', { name: 'Edit this page' });

describe('EditLink', () => {
  it('links signed-in staff to the screen that edits the page if there is one', async () => {
    const router = await open('/news/listening-works', { user: userFixture() });
    expect(findLink()).toHaveAttribute('href', '/admin/posts/listening-works');

    await act(() => router.navigate('/about'));
    expect(findLink()).not.toBeInTheDocument();
  });

  it('is hidden from visitors', async () => {
    await open('/news/listening-works');
    expect(findLink()).not.toBeInTheDocument();
  });

  it('SEC-10 links to the staff origin in a tab that was opened from it', async () => {
    window.name = 'edit';
    await open('/news/listening-works', { staffUrl: 'https://staff.example.org' });
    window.name = '';
    expect(findLink()).toHaveAttribute('href', 'https://staff.example.org/admin/posts/listening-works');
  });
});

describe('isEditingTab', () => {
  it('SEC-10 is true only in a tab that was opened with the mark, until the tab leaves the site', () => {
    markEditingTab();
    expect(isEditingTab()).toBe(false);
    window.location.hash = EDIT_MARK;
    markEditingTab();
    window.location.hash = '';
    markEditingTab();
    expect(isEditingTab()).toBe(true);
    window.name = '';
    expect(isEditingTab()).toBe(false);
  });
});
