import { siteFixture } from '@site/shared/testing/fixtures';
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom';
import { createShellParts } from './shell-parts.tsx';
import { SiteFooter } from './site-footer.tsx';
import { RenderedParts } from './static-part.tsx';

const site = siteFixture();

const createRouter = () =>
  createMemoryRouter(
    [
      {
        element: (
          <>
            <Outlet />
            <SiteFooter site={site} />
          </>
        ),
        children: [
          { path: '/', element: <h1>Home</h1> },
          { path: '*', element: <h1>Another page</h1> },
        ],
      },
      { path: '/login', element: <h1>Sign in</h1> },
    ],
    { initialEntries: ['/'] },
  );
type Router = ReturnType<typeof createRouter>;

const placeServerHtml = (): HTMLElement => {
  const html = renderToString(
    <RenderedParts value={createShellParts(site)}>
      <RouterProvider router={createRouter()} />
    </RenderedParts>,
  );
  document.body.innerHTML = `<div id="site">${html}</div>`;
  return document.getElementById('site') as HTMLElement;
};

const findGallery = (): HTMLElement => screen.getByRole('link', { name: 'Gallery' });

describe('a static part that is missing from the HTML of the page', () => {
  it('is loaded', async () => {
    document.body.innerHTML = '<div id="site"></div>';
    const root = createRoot(document.getElementById('site') as HTMLElement);
    act(() => root.render(<RouterProvider router={createRouter()} />));

    expect(await screen.findByRole('link', { name: 'Gallery' })).toHaveAttribute('href', '/gallery');
    act(() => root.unmount());
  });
});

describe('a static part of the shell', () => {
  let root: Root;
  const errors: unknown[] = [];

  const hydrate = (element: HTMLElement): Router => {
    const router = createRouter();
    act(() => {
      root = hydrateRoot(element, <RouterProvider router={router} />, { onRecoverableError: (error) => errors.push(error) });
    });
    return router;
  };

  afterEach(() => {
    act(() => root.unmount());
    document.body.innerHTML = '';
    expect(errors).toEqual([]);
  });

  it("keeps the server's nodes when the page is hydrated", () => {
    const element = placeServerHtml();
    const before = findGallery();
    const { innerHTML } = element;

    hydrate(element);

    expect(findGallery()).toBe(before);
    expect(element.innerHTML).toBe(innerHTML);
  });

  it('navigates through its links without changing', async () => {
    const router = hydrate(placeServerHtml());
    const before = findGallery();

    await userEvent.setup().click(before);

    expect(router.state.location.pathname).toBe('/gallery');
    expect(screen.getByRole('heading', { level: 1, name: 'Another page' })).toBeInTheDocument();
    expect(findGallery()).toBe(before);
  });

  it('lets the browser handle links that open another tab or page', async () => {
    const router = hydrate(placeServerHtml());
    const prevented: boolean[] = [];
    const watch = (event: Event) => {
      prevented.push(event.defaultPrevented);
      event.preventDefault();
    };
    window.addEventListener('click', watch);
    const user = userEvent.setup();

    await user.click(screen.getByRole('link', { name: 'Donate (opens in a new tab)' }));
    await user.click(screen.getByRole('link', { name: site.telephone }));
    await user.keyboard('{Control>}');
    await user.click(findGallery());

    window.removeEventListener('click', watch);
    expect(prevented).toEqual([false, false, false]);
    expect(router.state.location.pathname).toBe('/');
  });

  it('is restored after a page without the shell', async () => {
    const router = hydrate(placeServerHtml());
    const before = findGallery();

    await act(() => router.navigate('/login'));
    expect(screen.queryByRole('contentinfo')).not.toBeInTheDocument();
    await act(() => router.navigate('/'));

    expect(findGallery()).toBe(before);
  });

  it('moves into a page that the browser renders again', () => {
    const element = placeServerHtml();
    const before = findGallery();

    act(() => {
      root = createRoot(element);
      root.render(<RouterProvider router={createRouter()} />);
    });

    expect(findGallery()).toBe(before);
  });
});
