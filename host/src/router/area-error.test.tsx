import { siteFixture } from '@site/shared/testing/fixtures';
import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router-dom';
import { RemoteUnavailableError } from '../federation/load-remote.ts';
import { createSiteRoutes } from './site-routes.tsx';

jest.mock('@module-federation/enhanced/runtime', () => ({ createInstance: () => ({}) }));

const MESSAGE = 'This part of the site is taking a break.';

const Broken = (): never => {
  throw new Error('broken on purpose');
};

const open = async (path: string, routes: RouteObject[]) => {
  const router = createMemoryRouter(createSiteRoutes(siteFixture(), routes, null), { initialEntries: [path] });
  await act(async () => {
    render(<RouterProvider router={router} />);
  });
};

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
});

describe('AreaError', () => {
  it('ERR-05 NS-10 shows the error of a page inside the shell', async () => {
    await open('/broken', [{ path: '/broken', Component: Broken }]);

    expect(screen.getByText(MESSAGE)).toBeInTheDocument();
    expect(screen.getByRole('banner')).toBeInTheDocument();
    expect(screen.getByRole('contentinfo')).toBeInTheDocument();
    expect(screen.queryByText('Unexpected Application Error!')).not.toBeInTheDocument();
  });

  it('NS-10 retries a missing remote automatically every three seconds', async () => {
    jest.useFakeTimers();
    let isBack = false;
    const loader = () => {
      if (!isBack) throw new RemoteUnavailableError('gallery', new Error('gone'));
      return null;
    };
    await open('/gallery', [{ path: '/gallery', loader, element: <h1>Our Gallery</h1> }]);
    expect(screen.getByText(MESSAGE)).toBeInTheDocument();

    isBack = true;
    await act(() => jest.advanceTimersByTimeAsync(2999));
    expect(screen.queryByRole('heading', { name: 'Our Gallery' })).not.toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(screen.getByRole('heading', { name: 'Our Gallery' })).toBeInTheDocument();
    jest.useRealTimers();
  });

  it("ERR-05 shows the router's own error page when the shell is broken", async () => {
    const router = createMemoryRouter([{ path: '/', Component: Broken }]);
    await act(async () => {
      render(<RouterProvider router={router} />);
    });
    expect(screen.getByText('Unexpected Application Error!')).toBeInTheDocument();
  });
});
