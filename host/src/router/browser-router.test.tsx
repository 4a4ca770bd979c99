import { pageHandle, type RemoteModule } from '@site/shared/remote/remote-contract';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { act, render, screen } from '@testing-library/react';
import { type RouteObject, RouterProvider } from 'react-router-dom';
import { RemoteUnavailableError } from '../federation/load-remote.ts';
import { stubNavigationTiming } from '../testing/navigation-timing.ts';
import { createSiteRouter } from './browser-router.tsx';

jest.mock('@module-federation/enhanced/runtime', () => ({ createInstance: () => ({}) }));

const UNAVAILABLE = 'This part of the site is taking a break.';
const set = {
  id: 'set',
  remotes: { 'news-events': { paths: ['/news', '/events'], versions: [] }, gallery: { paths: ['/gallery'], versions: [] } },
};

const page = (path: string, title: string): RouteObject => ({
  path,
  element: <h1>{title}</h1>,
  handle: pageHandle({ chunk: path, render: 'content', head: () => ({ title, description: '' }) }),
});
const newsRoutes = [page('/news', 'News'), page('/events', 'Events')];
const remotes: Readonly<Record<string, RouteObject[]>> = { 'news-events': newsRoutes, gallery: [page('/gallery', 'Gallery')] };

const open = async (path: string, options: Pick<Parameters<typeof createSiteRouter>[0], 'firstRoutes' | 'hydrationData'> = {}) => {
  window.history.replaceState(null, '', path);
  const load = jest.fn(async (remote: string): Promise<RemoteModule> => ({ createRoutes: () => remotes[remote] ?? [] }));
  const create = () => createSiteRouter({ set, services: hostServicesStub(), overlays: null, load, ...options });
  return { load, create };
};

const show = async (router: ReturnType<typeof createSiteRouter>) => {
  await act(async () => {
    render(<RouterProvider router={router} />);
  });
  return router;
};
const heading = (name: string) => screen.queryByRole('heading', { level: 1, name });

beforeEach(() => {
  stubNavigationTiming();
  jest.spyOn(console, 'error').mockImplementation(() => {});
});

describe('createSiteRouter', () => {
  it('loads a remote at the first visit to one of its paths, and once', async () => {
    const { load, create } = await open('/news');
    const router = await show(create());
    expect(heading('News')).toBeInTheDocument();

    await act(() => router.navigate('/events'));
    await act(() => router.navigate('/gallery'));
    expect(heading('Gallery')).toBeInTheDocument();
    await act(() => router.navigate('/news'));
    expect(heading('News')).toBeInTheDocument();
    expect(load.mock.calls).toEqual([['news-events'], ['gallery']]);
  });

  it('does not load the remote whose routes came with the page', async () => {
    const { load, create } = await open('/news', { firstRoutes: { remote: 'news-events', routes: newsRoutes } });
    const router = await show(create());
    await act(() => router.navigate('/events'));

    expect(heading('Events')).toBeInTheDocument();
    expect(load).not.toHaveBeenCalled();
  });

  it('ROUTE-16 shows the 404 page for a path that no remote owns, without loading one', async () => {
    const { load, create } = await open('/nowhere');
    await show(create());

    expect(heading('404 Page Not Found')).toBeInTheDocument();
    expect(load).not.toHaveBeenCalled();
  });

  it('REL-05 shows no page of a remote on a path that another owns', async () => {
    const foreign = [...newsRoutes, page('/gallery', 'Taken over'), page('/nowhere', 'Taken over'), page('*', 'Taken over')];
    const { load, create } = await open('/news');
    load.mockResolvedValueOnce({ createRoutes: () => foreign });
    const router = await show(create());

    await act(() => router.navigate('/gallery'));
    expect(heading('Gallery')).toBeInTheDocument();
    await act(() => router.navigate('/nowhere'));
    expect(heading('404 Page Not Found')).toBeInTheDocument();
  });

  it('NS-10 loads a remote again that could not be loaded', async () => {
    jest.useFakeTimers({ doNotFake: ['performance'] });
    const { load, create } = await open('/news');
    load.mockRejectedValueOnce(new RemoteUnavailableError('news-events', new Error('gone')));
    await show(create());
    expect(screen.getByText(UNAVAILABLE)).toBeInTheDocument();

    await act(() => jest.advanceTimersByTimeAsync(3000));
    expect(heading('News')).toBeInTheDocument();
    expect(load).toHaveBeenCalledTimes(2);
    jest.useRealTimers();
  });

  it.each([
    ['are missing', () => Promise.reject(new Error('gone'))],
    ['are late', () => new Promise<never>(() => {})],
  ])("NS-10 shows a message while a page's own files %s, and the page once they have loaded", async (_, failing) => {
    jest.useFakeTimers({ doNotFake: ['performance'] });
    const lazy = jest.fn(async (): Promise<{ element: React.ReactNode }> => ({ element: <h1>Late news</h1> }));
    lazy.mockImplementationOnce(failing);
    const { create } = await open('/gallery', { firstRoutes: { remote: 'news-events', routes: [{ path: '/news', lazy }] } });
    const router = await show(create());

    await act(async () => {
      void router.navigate('/news');
      await jest.advanceTimersByTimeAsync(2500);
    });
    expect(screen.getByText(UNAVAILABLE)).toBeInTheDocument();

    await act(() => jest.advanceTimersByTimeAsync(3000));
    expect(heading('Late news')).toBeInTheDocument();
    jest.useRealTimers();
  });

  it('NS-07 shows the result of a posted form that came with the page', async () => {
    const { create } = await open('/news', {
      firstRoutes: { remote: 'news-events', routes: newsRoutes },
      hydrationData: { loaderData: {}, actionData: { form: 'Sent' } },
    });

    expect(create().state.actionData).toEqual({ form: 'Sent' });
  });
});
