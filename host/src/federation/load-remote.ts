import { createInstance, type ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import * as runtimeCore from '@module-federation/runtime-core';
import type { RemoteModule } from '@site/shared/remote/remote-contract';
import { toRouterRoutes } from '@site/shared/remote/router-routes';
import { singletons } from '@site/shared/remote/singletons';
import { pause } from '../scheduling/pause.ts';
import { isLeaving } from './leaving.ts';
import { withinBudget } from './load-budget.ts';
import { filterOwnedRoutes } from './own-routes.ts';
import { consumeUnfinishedRender, recordPendingRender } from './pending-render.ts';
import { findRemote, getRuntimeName, type ReleaseSet } from './release-set.ts';
import type { LoadedRemote, RemotesState } from './remotes-state.ts';
import type { FaultKind } from './report.ts';
import { createTrustedScript } from './trusted-script.ts';

/** Thrown if a remote's files are missing, late, broken or tampered with in every version in the release set. */
export class RemoteUnavailableError extends Error {
  readonly remote: string;

  constructor(remote: string, cause: unknown) {
    super(`${remote} is not available`, { cause });
    this.remote = remote;
  }
}

/** Freezes a shared module, so that no script can replace a function that the host and all remotes use. */
const freezeModule = <Module extends object>(module: Module): Module => {
  if ('default' in module && typeof module.default === 'object') Object.freeze(module.default);
  return Object.freeze(module);
};

const shared = Object.fromEntries(
  Object.entries(singletons).map(([name, { version, module }]) => [
    name,
    { version, lib: () => freezeModule(module), shareConfig: { singleton: true, requiredVersion: version } },
  ]),
);

/**
 * Creates the page's federation. It gives the remotes the host's React and router, and the runtime core that their entries leave out. It does not use the build
 * plugin, whose loading code (4 KB brotli) only serves hosts that expose modules.
 */
const createFederation = (plugins: ModuleFederationRuntimePlugin[]) => {
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore });
  return createInstance({ name: 'host', remotes: [], plugins, shareStrategy: 'loaded-first', shared });
};

const ignore = (): void => undefined;

const toAbsolute = (url: string): string => new URL(url, document.baseURI).href;

/**
 * Rejects entries that are not in any release set or whose content differs, because the federation runtime checks no hashes. Each entry checks its own chunks.
 */
const createIntegrityPlugin = (integrities: ReadonlyMap<string, string>): ModuleFederationRuntimePlugin => {
  const toTrustedUrl = createTrustedScript('federation');
  return {
    name: 'entry-integrity',
    createScript: ({ url }) => {
      const integrity = integrities.get(url);
      if (integrity === undefined) throw new Error(`${url} is not part of this release set.`);
      const script = document.createElement('script');
      script.integrity = integrity;
      script.crossOrigin = '';
      script.src = toTrustedUrl(url);
      return script;
    },
  };
};

/** Yields to input between a remote's entry and its other modules, because each takes tens of milliseconds on a slow phone. */
const pauseAfterEntry: ModuleFederationRuntimePlugin = {
  name: 'pause-after-entry',
  beforeInitContainer: async (options) => {
    await pause();
    return options;
  },
};

/** Loads the code that handles faults, which most pages never need. */
export const importRecovery = () => import(/* webpackChunkName: "recovery" */ './recovery.ts');

/**
 * Creates the remotes of one page. A version that fails, during loading or later, is reported and not used again while the set has another version. When all
 * versions have failed, the page switches to the host's newest set, with code that is loaded on demand.
 */
export const createRemotes = (set: ReleaseSet) => {
  const integrities = new Map<string, string>();
  const federation = createFederation([createIntegrityPlugin(integrities), pauseAfterEntry]);
  const state: RemotesState = {
    set,
    loaded: new Map(),
    failures: new Map(),
    integrities,
    loadVersion: async (remote, version, url = toAbsolute(version.entry)) => {
      const name = getRuntimeName(version.entry);
      integrities.set(url, version.integrity);
      recordPendingRender(version.entry);
      federation.registerRemotes([{ name, entry: url, type: 'global', entryGlobalName: name }], { force: true });
      const module = await withinBudget(federation.loadRemote<Partial<RemoteModule>>(`${name}/routes`));
      const create = module?.createRoutes;
      if (typeof create !== 'function') throw new Error('no createRoutes');
      const createRoutes: LoadedRemote['createRoutes'] = (services) =>
        filterOwnedRoutes(toRouterRoutes(create(services)), state.set.remotes[remote]?.paths ?? []);
      const owner = { remote, version, createRoutes };
      state.loaded.set(remote, owner);
      return owner;
    },
  };

  /** Reports a fault of the version that a file belongs to, unless the page is being left. Reports are lost while the device is offline. */
  const report = (kind: FaultKind, file: string, reason: unknown): void => {
    if (!isLeaving()) void importRecovery().then(({ reportFault }) => reportFault(state.set.id, kind, file, reason), ignore);
  };

  const fail = (kind: FaultKind, entry: string, reason: unknown): void => {
    state.failures.set(entry, isLeaving() || (kind === 'load' && !navigator.onLine) ? 'interrupted' : kind);
    for (const [remote, { version }] of state.loaded) if (version.entry === entry) state.loaded.delete(remote);
    report(kind, entry, reason);
  };

  const unfinishedEntry = consumeUnfinishedRender();
  // During development, a page may be reloaded before it has rendered.
  if (unfinishedEntry && process.env.NODE_ENV !== 'development') fail('hydration', unfinishedEntry, 'unfinished');

  return {
    state,
    report,
    fail,
    /**
     * Loads the routes of the first version that has not failed: from the page's set, or else from the host's newest set. With `isRetry`, it then retries
     * versions that could not be loaded before. Rejects with a RemoteUnavailableError, and may be called again at any time.
     */
    load: async (remote: string, isRetry = false): Promise<LoadedRemote> => {
      const existing = state.loaded.get(remote);
      if (existing !== undefined) return existing;
      let cause: unknown;
      const first = state.set.remotes[remote]?.versions[0];
      try {
        if (first !== undefined && !state.failures.has(first.entry)) return await state.loadVersion(remote, first);
      } catch (error) {
        cause = error;
        fail('load', first?.entry ?? '', error);
      }
      return importRecovery()
        .then(({ loadOtherVersion: loadOther }) => loadOther(state, fail, remote, isRetry && cause === undefined))
        .catch((error: unknown) => {
          throw new RemoteUnavailableError(remote, cause ?? error);
        });
    },
    findLoaded: (path: string): LoadedRemote | undefined => state.loaded.get(findRemote(state.set, path) ?? ''),
    /** Fetches the host's current set for a path that no remote in this page's set owns. Never rejects. */
    refresh: (): Promise<void> => importRecovery().then(({ refreshForUnknownPath }) => refreshForUnknownPath(state), ignore),
  };
};
export type Remotes = ReturnType<typeof createRemotes>;
