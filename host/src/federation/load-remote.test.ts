import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { stubNavigationTiming } from '../testing/navigation-timing.ts';
import { LEAVING_MS, watchForLeaving } from './leaving.ts';
import { createRemotes, importRecovery, RemoteUnavailableError } from './load-remote.ts';
import type { ReleaseSet } from './release-set.ts';

const mockModules = new Map<string, () => unknown>();
const mockEntries: string[] = [];
let mockPlugins: readonly ModuleFederationRuntimePlugin[] = [];

jest.mock('@module-federation/enhanced/runtime', () => ({
  createInstance: ({ plugins }: { readonly plugins: readonly ModuleFederationRuntimePlugin[] }) => {
    mockPlugins = plugins;
    return {
      registerRemotes: ([{ entry }]: readonly [{ readonly entry: string }]) => mockEntries.push(entry),
      loadRemote: async () => {
        const load = mockModules.get(mockEntries.at(-1) ?? '');
        if (load === undefined) throw new Error('404');
        return load();
      },
    };
  },
}));

const createSet = (...versions: readonly string[]): ReleaseSet => ({
  id: `5e7${versions.join('')}`,
  remotes: {
    'news-events': {
      paths: ['/news'],
      versions: versions.map((version) => ({ version, entry: `/_mf/news-events/${version}/entry.js`, integrity: `sha256-${version}` })),
    },
  },
});
const getEntryUrl = (version: string): string => `http://localhost/_mf/news-events/${version}/entry.js`;
const getSecondEntryUrl = (version: string): string => getEntryUrl(`%${version.charCodeAt(0).toString(16)}`);
const routes = { createRoutes: () => [] };
const PAGE = { chunk: 'news', render: 'content', head: () => ({ title: 'News', description: '' }) };

const serveSet = (set: ReleaseSet) => jest.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(set));

const reports: unknown[] = [];
const sendBeacon = jest.fn((_url: string, body: string) => reports.push(JSON.parse(body)) > 0);

beforeEach(() => {
  stubNavigationTiming();
  mockModules.clear();
  mockEntries.length = 0;
  reports.length = 0;
  sessionStorage.clear();
  Object.defineProperty(navigator, 'sendBeacon', { value: sendBeacon, configurable: true });
  jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'));
});

const isLoaded = (version: string) =>
  expect.objectContaining({ remote: 'news-events', version: expect.objectContaining({ version }), createRoutes: expect.any(Function) });

describe('createRemotes', () => {
  it('loads the active version, once', async () => {
    mockModules.set(getEntryUrl('2'), () => routes);
    const { load, findLoaded } = createRemotes(createSet('2', '1'));

    const loaded = await load('news-events');
    expect(loaded).toEqual(isLoaded('2'));
    expect(await load('news-events')).toBe(loaded);
    expect(findLoaded('/news/a')).toBe(loaded);
    expect(mockEntries).toEqual([getEntryUrl('2')]);
  });

  it('REL-05 drops routes on a path that the remote does not own', async () => {
    mockModules.set(getEntryUrl('1'), () => ({ createRoutes: () => ['/news', '/login', '*'].map((path) => ({ path })) }));
    const { createRoutes } = await createRemotes(createSet('1')).load('news-events');

    expect(createRoutes(hostServicesStub()).map(({ path }) => path)).toEqual(['/news']);
  });

  it("gives the router the contract's description of a page", async () => {
    mockModules.set(getEntryUrl('1'), () => ({ createRoutes: () => [{ path: '/news', ...PAGE }] }));
    const { createRoutes } = await createRemotes(createSet('1')).load('news-events');

    expect(createRoutes(hostServicesStub())).toMatchObject([{ path: '/news', handle: PAGE }]);
  });

  it.each([
    ['is missing', undefined],
    [
      'throws',
      () => {
        throw new Error('a bug');
      },
    ],
    ['exposes something else', () => ({ routes: [] })],
    ['exposes nothing', () => null],
  ])('NS-10 REL-02 loads the last good version when the active one %s, and reports that', async (name, active) => {
    if (active !== undefined) mockModules.set(getEntryUrl('2'), active);
    mockModules.set(getEntryUrl('1'), () => routes);
    const version = `2-${name.length}`;
    if (active !== undefined) mockModules.set(getEntryUrl(version), active);

    expect(await createRemotes(createSet(version, '1')).load('news-events')).toEqual(isLoaded('1'));
    expect(mockEntries).toEqual([getEntryUrl(version), getEntryUrl('1')]);
    expect(reports).toEqual([expect.objectContaining({ kind: 'load', remote: 'news-events', version, path: '/' })]);
  });

  it('NS-10 loads the last good version when the active one is late', async () => {
    jest.useFakeTimers({ doNotFake: ['performance'] });
    mockModules.set(getEntryUrl('2'), () => new Promise(() => {}));
    mockModules.set(getEntryUrl('1'), () => routes);
    const loading = createRemotes(createSet('2', '1')).load('news-events');

    await jest.advanceTimersByTimeAsync(1300);
    expect(await loading).toEqual(isLoaded('1'));
    jest.useRealTimers();
  });

  it('rejects with the name of the remote and the cause if no version loads or the set has none', async () => {
    const error: unknown = await createRemotes(createSet('1'))
      .load('news-events')
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(RemoteUnavailableError);
    expect(error).toMatchObject({ remote: 'news-events', cause: { message: '404' } });

    await expect(createRemotes(createSet()).load('news-events')).rejects.toThrow(RemoteUnavailableError);
  });

  it("NS-10 REL-07 continues with the host's newest set when all versions of the page's set have failed", async () => {
    const fetchSpy = serveSet(createSet('3', '2'));
    mockModules.set(getEntryUrl('3'), () => routes);
    const { load, state } = createRemotes(createSet('2'));

    expect(await load('news-events')).toEqual(isLoaded('3'));
    expect(state.set.id).toBe('5e732');
    expect(fetchSpy).toHaveBeenCalledTimes(1);
  });

  it('NS-10 does not request a version twice in one call', async () => {
    await expect(createRemotes(createSet('2', '1')).load('news-events', true)).rejects.toThrow(RemoteUnavailableError);
    expect(mockEntries).toEqual([getEntryUrl('2'), getEntryUrl('1')]);
  });

  it('NS-10 REL-07 requests a version that failed to load again only on a retry, with another URL', async () => {
    const { load } = createRemotes(createSet('2'));
    await expect(load('news-events')).rejects.toThrow(RemoteUnavailableError);
    mockModules.set(getSecondEntryUrl('2'), () => routes);
    await expect(load('news-events')).rejects.toThrow(RemoteUnavailableError);
    expect(mockEntries).toEqual([getEntryUrl('2')]);

    expect(await load('news-events', true)).toEqual(isLoaded('2'));
    expect(mockEntries).toEqual([getEntryUrl('2'), getSecondEntryUrl('2')]);
  });

  it('REL-07 NS-10 uses the active version when the connection is back, although it failed to load while offline', async () => {
    const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { load } = createRemotes(createSet('2', '1'));
    await expect(load('news-events')).rejects.toThrow(RemoteUnavailableError);
    onLine.mockReturnValue(true);
    mockModules.set(getSecondEntryUrl('2'), () => routes);
    mockModules.set(getSecondEntryUrl('1'), () => routes);

    expect(await load('news-events', true)).toEqual(isLoaded('2'));
  });

  it('REL-07 NS-10 uses the active version even if the code for faults loads only when the connection is back, without trying the last good version', async () => {
    const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { load } = createRemotes(createSet('2'));
    await expect(load('news-events')).rejects.toThrow(RemoteUnavailableError);
    onLine.mockReturnValue(true);
    serveSet(createSet('2', '1'));
    mockModules.set(getSecondEntryUrl('2'), () => routes);
    mockModules.set(getEntryUrl('1'), () => routes);

    expect(await load('news-events', true)).toEqual(isLoaded('2'));
  });

  it('REL-02 does not reload a version that failed in the page, even on a retry', async () => {
    mockModules.set(getEntryUrl('2'), () => routes);
    const { load, fail, findLoaded } = createRemotes(createSet('2'));
    const { version } = await load('news-events');
    fail('error', version.entry, new Error('a bug'));

    expect(findLoaded('/news')).toBeUndefined();
    await expect(load('news-events', true)).rejects.toThrow(RemoteUnavailableError);
    expect(mockEntries).toEqual([getEntryUrl('2')]);
  });

  it('REL-06 does not load a version whose last render in this tab never finished', async () => {
    mockModules.set(getEntryUrl('2'), () => routes);
    mockModules.set(getEntryUrl('1'), () => routes);
    await createRemotes(createSet('2', '1')).load('news-events');

    // The tab has frozen, so no more code of that page runs.
    expect(await createRemotes(createSet('2', '1')).load('news-events')).toEqual(isLoaded('1'));
    expect(reports).toContainEqual(expect.objectContaining({ kind: 'hydration', remote: 'news-events', version: '2', message: 'unfinished' }));
  });

  it.each(['pagehide', 'visibilitychange'])('REL-06 does not blame a version for a page that was left while it rendered (%s)', async (event) => {
    mockModules.set(getEntryUrl('2'), () => routes);
    await createRemotes(createSet('2', '1')).load('news-events');
    window.dispatchEvent(new Event(event));

    expect(await createRemotes(createSet('2', '1')).load('news-events')).toEqual(isLoaded('2'));
  });
});

describe('the integrity of an entry', () => {
  const createScript = (url: string) => {
    const [plugin] = mockPlugins;
    return plugin?.createScript?.({ url } as Parameters<NonNullable<ModuleFederationRuntimePlugin['createScript']>>[0]);
  };

  it('is the hash in the set, for every attempt', async () => {
    const { load } = createRemotes(createSet('1'));
    await expect(load('news-events')).rejects.toThrow();
    await expect(load('news-events', true)).rejects.toThrow();

    for (const url of [getEntryUrl('1'), getSecondEntryUrl('1')]) {
      expect(createScript(url)).toMatchObject({ integrity: 'sha256-1', crossOrigin: '', src: url });
    }
  });

  it('is required, so an entry that is not in the set gets no script', () => {
    createRemotes(createSet('1'));

    expect(() => createScript('https://elsewhere.test/entry.js')).toThrow('is not part of this release set');
    expect(() => createScript(getEntryUrl('2'))).toThrow('is not part of this release set');
  });
});

// This test must be the last in the file, because it changes the page's clock for all following tests.
describe('a page that is being left', () => {
  beforeAll(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    watchForLeaving();
  });
  afterEach(() => {
    jest.advanceTimersByTime(2 * LEAVING_MS);
    document.documentElement.style.removeProperty('display');
  });
  afterAll(() => jest.useRealTimers());
  const pass = async (ms: number): Promise<void> => {
    await importRecovery();
    await jest.advanceTimersByTimeAsync(ms);
  };
  const leave = (): void => void window.dispatchEvent(new Event('beforeunload'));
  const exit = (): void => void document.documentElement.style.setProperty('display', 'none');

  /** Simulates Firefox, which aborts the requests of a page that is being left and reports that the files' hashes are wrong. */
  const loadWhileLeaving = async () => {
    mockModules.set(getEntryUrl('2'), async () => {
      leave();
      throw new Error('The hash is wrong.');
    });
    mockModules.set(getSecondEntryUrl('2'), () => routes);
    mockModules.set(getEntryUrl('1'), () => routes);
    const remotes = createRemotes(createSet('2', '1'));
    const loading = remotes.load('news-events');
    await pass(LEAVING_MS / 2);
    return { ...remotes, loading };
  };

  it('REL-08 blames no version for an aborted file, and requests nothing in the meantime', async () => {
    await loadWhileLeaving();

    expect(mockEntries).toEqual([getEntryUrl('2')]);
    expect(fetch).not.toHaveBeenCalled();
    expect(reports).toEqual([]);
  });

  it('REL-08 loads the same version again if the page stays open, for example after a download', async () => {
    const { loading } = await loadWhileLeaving();
    await pass(LEAVING_MS);

    expect(await loading).toEqual(isLoaded('2'));
    expect(mockEntries).toEqual([getEntryUrl('2'), getSecondEntryUrl('2')]);
    expect(reports).toEqual([]);
  });

  it('REL-08 reports a version that fails again in a page that stays open, and loads the last good version', async () => {
    const { loading } = await loadWhileLeaving();
    mockModules.set(getSecondEntryUrl('2'), () => Promise.reject(new Error('The hash is wrong again.')));
    await pass(LEAVING_MS);

    expect(await loading).toEqual(isLoaded('1'));
    expect(reports).toEqual([expect.objectContaining({ kind: 'load', remote: 'news-events', version: '2' })]);
  });

  it.each(['error', 'hydration'] as const)('REL-08 reuses a version whose page threw meanwhile (%s), because a file may have failed', async (kind) => {
    mockModules.set(getEntryUrl('2'), () => routes);
    mockModules.set(getSecondEntryUrl('2'), () => routes);
    const { load, fail } = createRemotes(createSet('2', '1'));
    const { version } = await load('news-events');
    leave();
    fail(kind, version.entry, new Error('Loading chunk 7 failed.'));
    const loading = load('news-events');
    await pass(LEAVING_MS);

    expect(await loading).toEqual(isLoaded('2'));
    expect(reports).toEqual([]);
  });

  it('REL-08 reports a fault two seconds after a download, or a tap on a phone number', async () => {
    const { report } = createRemotes(createSet('2'));
    leave();
    await pass(2000);
    report('error', '/_mf/news-events/2/page.js', new Error('after a download'));
    await pass(0);

    expect(reports).toEqual([expect.objectContaining({ kind: 'error' })]);
  });

  it('REL-08 blames no version for a request that ends with the page, however long the next page takes', async () => {
    const { report } = createRemotes(createSet('2'));
    leave();
    await pass(2 * LEAVING_MS);
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    await pass(2 * LEAVING_MS);
    report('load', '/_mf/news-events/2/page.js', new Error('aborted'));
    await pass(0);
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));

    expect(reports).toEqual([]);
  });

  it('REL-08 reports a fault immediately in a page that returns from the back/forward cache', async () => {
    const { report } = createRemotes(createSet('2'));
    leave();
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    report('error', '/_mf/news-events/2/page.js', new Error('after a return'));
    await pass(0);

    expect(reports).toEqual([expect.objectContaining({ kind: 'error' })]);
  });

  it('REL-08 waits only as long as for one navigation, even if others start in the meantime', async () => {
    const { loading } = await loadWhileLeaving();
    leave();
    await pass(LEAVING_MS / 2);

    expect(await loading).toEqual(isLoaded('2'));
  });

  it.each(['before', 'during'])('NS-02 REL-08 loads and reports nothing more after a quick exit %s the wait', async (time) => {
    mockModules.set(getEntryUrl('2'), async () => {
      if (time === 'during') leave();
      else exit();
      throw new Error('404');
    });
    const { load, report } = createRemotes(createSet('2', '1'));
    const onFailed = jest.fn();
    load('news-events').catch(onFailed);
    await pass(0);
    exit();
    report('error', '/_mf/news-events/2/page.js', new Error('a bug'));
    await pass(time === 'during' ? LEAVING_MS : 0);

    expect(onFailed).toHaveBeenCalledWith(expect.any(RemoteUnavailableError));
    expect(mockEntries).toEqual([getEntryUrl('2')]);
    expect(fetch).not.toHaveBeenCalled();
    expect(reports).toEqual([]);
  });
});
