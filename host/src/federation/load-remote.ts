import { createInstance, type ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import * as runtimeCore from '@module-federation/runtime-core';
import type { RemoteModule } from '@site/shared/remote/remote-contract';
import { singletons } from '@site/shared/remote/singletons';
import { getRuntimeName, type ReleaseSet, type RemoteVersion, SET_ADDRESS } from './release-set.ts';
import { withinMs } from './within.ts';

/** How long one version of a remote may take on a fast network before the next one is tried. */
const BUDGET_MS = 1400;
/** A remote is two files of a few kilobytes, loaded one after the other; the time of the page predicts the time of such a file. */
const PAGE_TIMES = 4;
const MAX_BUDGET_MS = 20_000;

/** A remote whose files are missing, late, broken or tampered with, in every version that the set names. */
export class RemoteUnavailableError extends Error {
  readonly remote: string;

  constructor(remote: string, cause: unknown) {
    super(`The part "${remote}" could not be loaded.`, { cause });
    this.name = 'RemoteUnavailableError';
    this.remote = remote;
  }
}

/** The network time of the page's own HTML in milliseconds: connecting, and receiving the bytes, without the server's own time. */
const getPageNetworkMs = (): number => {
  const [page] = performance.getEntriesByType('navigation');
  if (!(page instanceof PerformanceNavigationTiming)) return 0;
  return page.connectEnd - page.domainLookupStart + (page.responseEnd - page.responseStart);
};

/** The budget in milliseconds: longer where the page itself was slow, so that a slow phone sees no false failure. */
export const loadBudgetMs = (): number => Math.min(BUDGET_MS + PAGE_TIMES * getPageNetworkMs(), MAX_BUDGET_MS);

const shared = Object.fromEntries(
  Object.entries(singletons).map(([name, { version, module }]) => [
    name,
    { version, lib: () => module, shareConfig: { singleton: true, requiredVersion: version } },
  ]),
);

/**
 * The page's federation: gives the remotes the host's own React and router, and the runtime's core, which their entries leave out.
 * Created explicitly and not by the build plugin: a host that exposes nothing needs none of the plugin's loading code (4 KB brotli).
 */
const createFederation = (plugins: ModuleFederationRuntimePlugin[]) => {
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore });
  return createInstance({ name: 'host', remotes: [], plugins, shareStrategy: 'loaded-first', shared });
};

const isRemoteModule = (value: unknown): value is RemoteModule =>
  typeof value === 'object' && value !== null && 'createRoutes' in value && typeof value.createRoutes === 'function';

const toAbsolute = (address: string): string => new URL(address, document.baseURI).href;
const withoutQuery = (address: string): string => toAbsolute(address).replace(/[?#].*$/, '');

/** The federation runtime checks no hashes: this rejects an entry that no set names, or whose content differs. The entry guards its own chunks. */
const entryIntegrity = (integrities: ReadonlyMap<string, string>): ModuleFederationRuntimePlugin => {
  const policy = window.trustedTypes?.createPolicy('federation', { createScriptURL: (url) => url });
  return {
    name: 'entry-integrity',
    createScript: ({ url }) => {
      const integrity = integrities.get(withoutQuery(url));
      if (integrity === undefined) throw new Error(`${url} is not part of this release set.`);
      const script = document.createElement('script');
      script.integrity = integrity;
      script.crossOrigin = 'anonymous';
      Object.assign(script, { src: policy?.createScriptURL(url) ?? url });
      return { script, timeout: loadBudgetMs() };
    },
  };
};

/** Loads the remotes of one set: the active version, or else the last good one. Rejects with a RemoteUnavailableError; may be called again at any time. */
export const createRemoteLoader = (set: ReleaseSet) => {
  const loaded = new Map<string, RemoteModule>();
  const attempts = new Map<string, number>();
  const versions = new Map<string, readonly RemoteVersion[]>();
  const integrities = new Map<string, string>();

  const addSet = ({ remotes }: ReleaseSet): void => {
    for (const [remote, inSet] of Object.entries(remotes)) {
      versions.set(remote, inSet.versions);
      for (const { entry, integrity } of inSet.versions) integrities.set(withoutQuery(entry), integrity);
    }
  };
  addSet(set);
  const federation = createFederation([entryIntegrity(integrities)]);

  /** A remote that failed may have been released or rolled back since this page was sent. */
  const fetchNewestSet = async (): Promise<void> => {
    try {
      const response = await fetch(SET_ADDRESS, { cache: 'no-store', signal: AbortSignal.timeout(loadBudgetMs()) });
      // Host server and host script are one build: the response has this type.
      if (response.ok) addSet((await response.json()) as ReleaseSet);
    } catch {
      // The known versions are tried again.
    }
  };

  const loadVersion = async (remote: string, { entry, version }: RemoteVersion, attempt: number): Promise<RemoteModule> => {
    const name = getRuntimeName(remote, entry);
    // A browser joins a new request to a pending one for the same address, so each attempt has a distinct URL.
    const address = attempt === 0 ? toAbsolute(entry) : `${toAbsolute(entry)}?again=${attempt}`;
    federation.registerRemotes([{ name, entry: address, type: 'global', entryGlobalName: name }], { force: true });
    const module = await withinMs(federation.loadRemote(`${name}/routes`), loadBudgetMs());
    if (!isRemoteModule(module)) throw new Error(`${remote} ${version} exposes no createRoutes.`);
    return module;
  };

  return async (remote: string): Promise<RemoteModule> => {
    const existing = loaded.get(remote);
    if (existing !== undefined) return existing;
    const attempt = attempts.get(remote) ?? 0;
    attempts.set(remote, attempt + 1);
    if (attempt > 0) await fetchNewestSet();

    let reason: unknown = new Error(`The set names no version of "${remote}".`);
    for (const version of versions.get(remote) ?? []) {
      try {
        const module = await loadVersion(remote, version, attempt);
        loaded.set(remote, module);
        return module;
      } catch (error) {
        reason = error;
      }
    }
    throw new RemoteUnavailableError(remote, reason);
  };
};
