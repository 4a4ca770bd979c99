import { siteFixture } from '@site/shared/testing/fixtures';
import { act, render, screen, within } from '@testing-library/react';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router-dom';
import { RemoteUnavailableError } from '../federation/load-remote.ts';
import { UNAVAILABLE_TITLE } from '../layout/area-states.tsx';
import { AreaError } from './area-error.tsx';
import { createSiteRoutes } from './site-routes.tsx';

jest.mock('@module-federation/enhanced/runtime', () => ({ createInstance: () => ({}) }));

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

    expect(screen.getByText(UNAVAILABLE_TITLE)).toBeInTheDocument();
    expect(within(screen.getByRole('alert')).getByRole('link', { name: 'To talk: call 0800 000 0000' })).toBeInTheDocument();
    expect(screen.getByRole('banner')).toBeInTheDocument();
    expect(screen.getByRole('contentinfo')).toBeInTheDocument();
    expect(screen.queryByText('Unexpected Application Error!')).not.toBeInTheDocument();
  });

  it('NS-10 REL-07 retries a missing remote after 3 s, then after twice as long each time up to a minute, and immediately when the connection is back', async () => {
    jest.useFakeTimers();
    let attempts = 0;
    const loader = () => {
      attempts += 1;
      throw new RemoteUnavailableError('gallery', new Error('gone'));
    };
    const retry = jest.fn(() => void router.revalidate());
    const routes = createSiteRoutes(
      siteFixture(),
      [{ path: '/gallery', loader, element: <h1>Our Gallery</h1> }],
      null,
      <AreaError site={siteFixture()} onRetry={retry} />,
    );
    const router = createMemoryRouter(routes, { initialEntries: ['/gallery'] });
    await act(async () => {
      render(<RouterProvider router={router} />);
    });
    expect(screen.getByText(UNAVAILABLE_TITLE)).toBeInTheDocument();

    for (const seconds of [3, 6, 12, 24, 48, 60, 60]) {
      attempts = 0;
      await act(() => jest.advanceTimersByTimeAsync(seconds * 1000 - 1));
      expect([seconds, attempts]).toEqual([seconds, 0]);
      await act(() => jest.advanceTimersByTimeAsync(1));
      expect([seconds, attempts]).toEqual([seconds, 1]);
    }
    await act(async () => {
      window.dispatchEvent(new Event('online'));
    });
    expect(attempts).toBe(2);
    expect(retry).toHaveBeenLastCalledWith(false);
    await act(async () => {
      screen.getByRole('button', { name: 'Try again' }).click();
    });
    expect(retry).toHaveBeenLastCalledWith(true);
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
