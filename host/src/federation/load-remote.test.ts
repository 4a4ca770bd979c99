import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { stubNavigationTiming } from '../testing/navigation-timing.ts';
import { createRemoteLoader, loadBudgetMs, RemoteUnavailableError } from './load-remote.ts';
import type { ReleaseSet } from './release-set.ts';

/** Results of `loadRemote`, by the URL of the entry that is registered at the time. */
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
  id: versions.join(),
  remotes: {
    'news-events': {
      paths: ['/news'],
      versions: versions.map((version) => ({ version, entry: `/_mf/news-events/${version}/entry.js`, integrity: `sha256-${version}` })),
    },
  },
});
const getAddress = (version: string, query = ''): string => `http://localhost/_mf/news-events/${version}/entry.js${query}`;
const routes = { createRoutes: () => [] };

const serveSet = (set: ReleaseSet) => jest.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(set));

beforeEach(() => {
  stubNavigationTiming();
  mockModules.clear();
  mockEntries.length = 0;
});

describe('createRemoteLoader', () => {
  it('loads the active version, once', async () => {
    mockModules.set(getAddress('2'), () => routes);
    const load = createRemoteLoader(createSet('2', '1'));

    expect(await load('news-events')).toBe(routes);
    expect(await load('news-events')).toBe(routes);
    expect(mockEntries).toEqual([getAddress('2')]);
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
  ])('NS-10 loads the last good version when the active one %s', async (_, active) => {
    if (active !== undefined) mockModules.set(getAddress('2'), active);
    mockModules.set(getAddress('1'), () => routes);

    expect(await createRemoteLoader(createSet('2', '1'))('news-events')).toBe(routes);
    expect(mockEntries).toEqual([getAddress('2'), getAddress('1')]);
  });

  it('NS-10 loads the last good version when the active one is late', async () => {
    jest.useFakeTimers({ doNotFake: ['performance'] });
    mockModules.set(getAddress('2'), () => new Promise(() => {}));
    mockModules.set(getAddress('1'), () => routes);
    const loading = createRemoteLoader(createSet('2', '1'))('news-events');

    await jest.advanceTimersByTimeAsync(loadBudgetMs());
    expect(await loading).toBe(routes);
    jest.useRealTimers();
  });

  it('rejects with the name of the remote and the cause when no version loads, or the set names none', async () => {
    const error: unknown = await createRemoteLoader(createSet('1'))('news-events').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(RemoteUnavailableError);
    expect(error).toMatchObject({ remote: 'news-events', cause: { message: '404' } });

    await expect(createRemoteLoader(createSet())('news-events')).rejects.toThrow(RemoteUnavailableError);
  });

  it('NS-10 retries after a failure with the newest set and another URL', async () => {
    const fetched = serveSet(createSet('3', '2'));
    const load = createRemoteLoader(createSet('2'));
    await expect(load('news-events')).rejects.toThrow(RemoteUnavailableError);
    expect(fetched).not.toHaveBeenCalled();

    mockModules.set(getAddress('3', '?again=1'), () => routes);
    expect(await load('news-events')).toBe(routes);
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('retries the known versions when the newest set cannot be fetched', async () => {
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'));
    const load = createRemoteLoader(createSet('2'));
    await expect(load('news-events')).rejects.toThrow(RemoteUnavailableError);

    mockModules.set(getAddress('2', '?again=1'), () => routes);
    expect(await load('news-events')).toBe(routes);
  });
});

describe('the integrity of an entry', () => {
  const createScript = (url: string) => {
    const [plugin] = mockPlugins;
    const created = plugin?.createScript?.({ url } as Parameters<NonNullable<ModuleFederationRuntimePlugin['createScript']>>[0]);
    return created && 'script' in created ? created : undefined;
  };

  it('is the hash in the set, for every attempt', () => {
    createRemoteLoader(createSet('1'));
    const created = createScript(getAddress('1', '?again=2'));

    expect(created?.script).toMatchObject({ integrity: 'sha256-1', crossOrigin: 'anonymous', src: getAddress('1', '?again=2') });
    expect(created?.timeout).toBe(loadBudgetMs());
  });

  it('is required: no script is created for an entry that the set does not name', () => {
    createRemoteLoader(createSet('1'));

    expect(() => createScript('https://elsewhere.test/entry.js')).toThrow('is not part of this release set');
    expect(() => createScript(getAddress('2'))).toThrow('is not part of this release set');
  });
});

describe('loadBudgetMs', () => {
  it('increases with the network time of the page, excluding that of the server, up to a limit', () => {
    expect(loadBudgetMs()).toBe(1400);
    stubNavigationTiming(100);
    expect(loadBudgetMs()).toBe(1400 + 4 * 600);
    stubNavigationTiming(60_000);
    expect(loadBudgetMs()).toBe(20_000);
  });
});
