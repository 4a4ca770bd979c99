import type { PageMembers } from '@site/shared/remote/remote-contract';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { act, render, screen } from '@testing-library/react';
import { use } from 'react';
import { type HydrationState, type RouteObject, RouterProvider, redirect, useLoaderData } from 'react-router-dom';
import { RemoteUnavailableError } from '../federation/load-remote.ts';
import { findRemote } from '../federation/release-set.ts';
import type { LoadedRemote } from '../federation/remotes-state.ts';
import { UNAVAILABLE_TITLE } from '../layout/area-states.tsx';
import { stubNavigationTiming } from '../testing/navigation-timing.ts';
import { createSiteRouter, NEVER_RENDERED } from './browser-router.tsx';

jest.mock('@module-federation/enhanced/runtime', () => ({ createInstance: () => ({}) }));

const set = {
  id: 'set',
  remotes: { 'news-events': { paths: ['/news', '/events'], versions: [] }, gallery: { paths: ['/gallery'], versions: [] } },
};

const page = (path: string, title: string): RouteObject => ({
  path,
  element: <h1>{title}</h1>,
  handle: { chunk: path, render: 'content', head: () => ({ title, description: '' }) } satisfies PageMembers,
});
const newsRoutes = [page('/news', 'News'), page('/events', 'Events')];
const remotes: Readonly<Record<string, RouteObject[]>> = { 'news-events': newsRoutes, gallery: [page('/gallery', 'Gallery')] };

const version = { version: '1', entry: '/_mf/x/1/entry.js', integrity: '' };
type Options = Parameters<typeof createSiteRouter>[0];

const Broken = (): never => {
  throw new Error('a bug');
};
const OldNews = () => <h1>Old news: {String(useLoaderData())}</h1>;

const forever = new Promise<never>(() => undefined);
const Hanging = (): never => use(forever);

interface OpenOptions {
  readonly firstRoutes?: RouteObject[];
  readonly hydrationData?: HydrationState;
  readonly remotes?: Readonly<Record<string, RouteObject[]>>;
}

const open = async (path: string, options: OpenOptions = {}) => {
  window.history.replaceState(null, '', path);
  const owner = (remote: string): LoadedRemote => ({ remote, version, createRoutes: () => (options.remotes ?? remotes)[remote] ?? [] });
  const loaded = new Map<string, LoadedRemote>();
  const load = jest.fn(async (remote: string, _isRetry?: boolean): Promise<LoadedRemote> => {
    const module = owner(remote);
    loaded.set(remote, module);
    return module;
  });
  const fail = jest.fn((_kind: string, _entry: string) => loaded.clear());
  const refresh = jest.fn(async () => {});
  const complete = jest.fn(async () => {});
  const state: Options['remotes']['state'] = {
    set,
    loaded,
    failures: new Map(),
    integrities: new Map<string, string>(),
    loadVersion: (remote) => load(remote),
  };
  const { firstRoutes, hydrationData } = options;
  const first = firstRoutes && { owner: owner('news-events'), routes: firstRoutes };
  if (first) loaded.set('news-events', first.owner);
  const report = jest.fn();
  const fakes: Options['remotes'] = {
    state,
    load,
    fail,
    refresh,
    report,
    findLoaded: (location) => loaded.get(findRemote(state.set, location) ?? ''),
  };
  const create = () =>
    createSiteRouter({ services: hostServicesStub(), overlays: null, remotes: fakes, complete, first, ...(hydrationData && { hydrationData }) });
  return { load, fail, refresh, report, complete, loaded, state, create };
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

describe('a page that is shown', () => {
  it('RLS-06 is reported once, with the entry of its version, if the visitor has a canary number', async () => {
    jest.spyOn(document, 'cookie', 'get').mockReturnValue('theme=dark; canary=signed');
    const { report, create } = await open('/news');
    const router = await show(create());
    await act(() => router.navigate('/gallery'));
    expect(report.mock.calls).toEqual([['view', version.entry, '']]);
  });

  it('RLS-06 is not reported for other visitors', async () => {
    const { report, create } = await open('/news');
    await show(create());
    expect(report).not.toHaveBeenCalled();
  });
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
    expect(load.mock.calls.map(([remote]) => remote)).toEqual(['news-events', 'gallery']);
  });

  it('moves the focus to a new page, and keeps it when only the URL of the page changes', async () => {
    const { handle } = page('/news', 'News');
    const editor = { path: '/news', handle, element: <button type="button">Save</button>, children: [{ path: ':id', element: null }] };
    const { create } = await open('/news', { remotes: { 'news-events': [editor] } });
    const router = await show(create());
    screen.getByRole('button', { name: 'Save' }).focus();
    await act(() => router.navigate('/news/1', { state: { keepsFocus: true } }));
    expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus();

    await act(() => router.navigate('/news/2'));
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('gives a page its full height before it scrolls to a part of it', async () => {
    delete document.documentElement.dataset.whole;
    const { create } = await open('/news', { firstRoutes: newsRoutes });
    const router = await show(create());
    expect(document.documentElement.dataset.whole).toBeUndefined();
    const wholeAttributes: (string | undefined)[] = [];
    Element.prototype.scrollIntoView = () => void wholeAttributes.push(document.documentElement.dataset.whole);
    await act(() => router.navigate('/events#main'));

    expect(wholeAttributes).toEqual(['']);
    delete document.documentElement.dataset.whole;
  });

  it('NS-02 keeps the title of the quick exit in the tab when the page hydrates and when another page arrives', async () => {
    document.title = 'Weather';
    document.documentElement.style.display = 'none';
    const { create } = await open('/news', { firstRoutes: newsRoutes });
    const router = await show(create());
    await act(() => router.navigate('/events'));
    document.documentElement.style.removeProperty('display');

    expect(document.title).toBe('Weather');
  });

  it('OPS-05 removes the notice of a page from before an outage on the first navigation', async () => {
    const { create } = await open('/news', { firstRoutes: newsRoutes });
    const notice = Object.assign(document.createElement('p'), { id: 'stale-notice' });
    document.body.prepend(notice);
    const router = await show(create());
    expect(notice.isConnected).toBe(true);

    await act(() => router.navigate('/events'));
    expect(notice.isConnected).toBe(false);
  });

  it('has the complete configuration and all remotes before it renders a second page', async () => {
    const { load, fail, complete, create } = await open('/news', {
      firstRoutes: [newsRoutes[0] ?? {}, { path: '/events', lazy: async () => ({ element: <h1>Events</h1> }) }],
    });
    complete.mockRejectedValue(new RemoteUnavailableError('', 'no network'));
    const router = await show(create());
    expect(complete).not.toHaveBeenCalled();

    for (const path of ['/events', '/gallery']) await act(() => router.navigate(path));
    expect(screen.getByRole('heading', { name: UNAVAILABLE_TITLE })).toBeInTheDocument();
    expect([load, fail].map(({ mock }) => mock.calls)).toEqual([[], []]);

    complete.mockResolvedValue();
    await act(async () => screen.getByRole('button', { name: 'Try again' }).click());
    expect(heading('Gallery')).toBeInTheDocument();
  });

  it("does not load the remote of the page's own routes again", async () => {
    const { load, create } = await open('/news', { firstRoutes: newsRoutes });
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

  it('NS-10 retries a remote that could not be loaded', async () => {
    jest.useFakeTimers({ doNotFake: ['performance'] });
    const { load, create } = await open('/news');
    load.mockRejectedValueOnce(new RemoteUnavailableError('news-events', new Error('gone')));
    await show(create());
    expect(screen.getByText(UNAVAILABLE_TITLE)).toBeInTheDocument();

    await act(() => jest.advanceTimersByTimeAsync(3000));
    expect(heading('News')).toBeInTheDocument();
    expect(load).toHaveBeenCalledTimes(2);
    jest.useRealTimers();
  });

  it.each([
    ['are missing', () => Promise.reject(new Error('gone'))],
    ['are late', () => new Promise<never>(() => {})],
  ])("NS-10 shows a message while a page's own files %s and no other version exists, and the page once they have loaded", async (_, failToLoad) => {
    jest.useFakeTimers({ doNotFake: ['performance'] });
    const lazy = jest.fn(async (): Promise<{ element: React.ReactNode }> => ({ element: <h1>Late news</h1> }));
    lazy.mockImplementationOnce(failToLoad);
    const routes = [{ path: '/news', lazy }];
    const { create, load, fail, loaded } = await open('/gallery', { remotes: { gallery: [page('/gallery', 'Gallery')], 'news-events': routes } });
    const router = await show(create());
    load.mockImplementation(async (remote, isRetry) => {
      if (fail.mock.calls.length > 0 && isRetry !== true) throw new RemoteUnavailableError(remote, new Error('gone'));
      const module = { remote, version, createRoutes: () => routes };
      loaded.set(remote, module);
      return module;
    });

    await act(async () => {
      void router.navigate('/news');
      await jest.advanceTimersByTimeAsync(1500);
    });
    expect(screen.getByText(UNAVAILABLE_TITLE)).toBeInTheDocument();
    expect(fail.mock.calls.map(([kind, entry]) => [kind, entry])).toEqual([['load', version.entry]]);

    await act(() => jest.advanceTimersByTimeAsync(3000));
    expect(heading('Late news')).toBeInTheDocument();
    jest.useRealTimers();
  });

  const replaceNews = ({ load, loaded }: Pick<Awaited<ReturnType<typeof open>>, 'load' | 'loaded'>, routes: RouteObject[]): void => {
    load.mockImplementation(async (remote) => {
      const other = { remote, version: { ...version, version: '0' }, createRoutes: () => routes };
      loaded.set(remote, other);
      return other;
    });
  };

  it("REL-02 adopts another version if a page's own files fail on a navigation, and shows the previous page until then", async () => {
    const routes = [page('/news', 'News'), { path: '/news/:slug', lazy: () => Promise.reject(new Error('gone')) }];
    const site = await open('/news', { remotes: { 'news-events': routes } });
    const router = await show(site.create());
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    replaceNews(site, [page('/news', 'Old news'), { path: '/news/:slug', lazy: () => released.then(() => ({ element: <h1>Old article</h1> })) }]);

    await act(() => void router.navigate('/news/a', { state: { from: 'list' } }));
    expect(heading('News')).toBeInTheDocument();
    release();
    expect(await screen.findByRole('heading', { name: 'Old article' })).toBeInTheDocument();
    expect(window.location.pathname).toBe('/news/a');
    expect(router.state.location.state).toEqual({ from: 'list' });
    expect(router.state.historyAction).toBe('PUSH');
    expect(site.fail).toHaveBeenCalledTimes(1);
    await act(() => router.navigate('/news'));
    expect(heading('Old news')).toBeInTheDocument();
  });

  it('REL-02 adopts another version if a page throws during rendering, runs its loader, and does not render the shell again', async () => {
    const broken: RouteObject[] = [{ path: '/news', element: <Broken />, loader: () => 'new data' }];
    const site = await open('/news', { remotes: { 'news-events': broken } });
    const create = site.create();
    replaceNews(site, [{ path: '/news', loader: () => 'old data', element: <OldNews /> }]);
    site.load.mockImplementationOnce(async (remote) => {
      const brokenRemote = { remote, version, createRoutes: () => broken };
      site.loaded.set(remote, brokenRemote);
      return brokenRemote;
    });
    await show(create);

    expect(await screen.findByRole('heading', { name: 'Old news: old data' })).toBeInTheDocument();
    expect(site.fail).toHaveBeenCalledWith(expect.stringMatching(/hydration|error/), version.entry, expect.objectContaining({ message: 'a bug' }));
  });

  it('REL-07 requests the newest set before it shows the 404 page, and finds a new remote', async () => {
    const site = await open('/news', { remotes: { ...remotes, stories: [page('/stories', 'Stories')] } });
    const router = await show(site.create());
    await act(() => router.navigate('/nowhere'));
    expect(heading('404 Page Not Found')).toBeInTheDocument();
    expect(site.refresh).toHaveBeenCalledTimes(1);

    site.refresh.mockImplementationOnce(async () => {
      site.state.set = { id: 'newer', remotes: { ...set.remotes, stories: { paths: ['/stories'], versions: [] } } };
    });
    await act(() => router.navigate('/stories'));
    expect(heading('Stories')).toBeInTheDocument();
  });

  it('NS-07 shows the result of a posted form that the page contains', async () => {
    const { create } = await open('/news', {
      firstRoutes: newsRoutes,
      hydrationData: { loaderData: {}, actionData: { form: 'Sent' } },
    });

    expect(create().state.actionData).toEqual({ form: 'Sent' });
  });

  describe('a navigation that never ends and throws no error', () => {
    const openStuck = (stuck: RouteObject[]) => open('/news', { firstRoutes: [page('/news', 'News'), ...stuck] });

    it('REL-02 is replaced by another version if its area never renders', async () => {
      jest.useFakeTimers();
      try {
        const { create, fail } = await openStuck([{ ...page('/events', 'Events'), element: <Hanging /> }]);
        const router = await show(create());
        await act(async () => void router.navigate('/events'));
        await act(() => jest.advanceTimersByTimeAsync(19_000));
        expect(fail).not.toHaveBeenCalled();
        await act(() => jest.advanceTimersByTimeAsync(2000));

        expect(fail.mock.calls).toEqual([['error', version.entry, NEVER_RENDERED]]);
        expect(heading('Events')).toBeInTheDocument();
      } finally {
        jest.useRealTimers();
      }
    });

    it('REL-02 is replaced by another version if its loaders redirect endlessly', async () => {
      const stuck = [{ ...page('/events', 'Events'), loader: () => redirect('/events') }];
      const { create, fail } = await openStuck(stuck);
      const router = await show(create());
      await act(() => router.navigate('/events'));

      expect(fail.mock.calls).toEqual([['error', version.entry, NEVER_RENDERED]]);
      expect(heading('Events')).toBeInTheDocument();
    });

    it('REL-02 is not a fault if it is redirected twice or cancelled before its page has loaded', async () => {
      const routes = [
        page('/events', 'Events'),
        { ...page('/news/old', 'Old'), loader: () => redirect('/news/older') },
        { ...page('/news/older', 'Older'), loader: () => redirect('/events') },
        { ...page('/news/slow', 'Slow'), loader: () => forever },
      ];
      const { create, fail } = await open('/news', { firstRoutes: [page('/news', 'News'), ...routes] });
      const router = await show(create());
      await act(() => router.navigate('/news/old'));
      expect(heading('Events')).toBeInTheDocument();
      for (let count = 0; count < 20; count += 1) {
        await act(async () => void router.navigate('/news/slow'));
        await act(() => router.navigate('/events'));
      }
      expect(fail).not.toHaveBeenCalled();
    });
  });
});
