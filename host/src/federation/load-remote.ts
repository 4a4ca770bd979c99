import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import type { RemoteModule } from '@site/shared/remote/remote-contract';
import { createFederation } from './federation-instance.ts';
import { loadBudgetMs } from './load-budget.ts';
import { getFederationName, type ReleaseSet, type RemoteVersion, SET_ADDRESS } from './release-set.ts';
import { withinMs } from './within.ts';

/** A remote whose files are missing, late, broken or tampered, in every version that the set names. */
export class RemoteUnavailableError extends Error {
  readonly remote: string;

  constructor(remote: string, cause: unknown) {
    super(`The part "${remote}" could not be loaded.`, { cause });
    this.name = 'RemoteUnavailableError';
    this.remote = remote;
  }
}

const isRemoteModule = (value: unknown): value is RemoteModule =>
  typeof value === 'object' && value !== null && 'createRoutes' in value && typeof value.createRoutes === 'function';

const absolute = (address: string): string => new URL(address, document.baseURI).href;
const withoutQuery = (address: string): string => absolute(address).replace(/[?#].*$/, '');

/** Federation checks no hashes of its own: this refuses an entry that no set names, or whose content is another. The entry guards its own chunks. */
const entryIntegrity = (integrityOf: ReadonlyMap<string, string>): ModuleFederationRuntimePlugin => {
  const policy = window.trustedTypes?.createPolicy('federation', { createScriptURL: (url) => url });
  return {
    name: 'entry-integrity',
    createScript: ({ url }) => {
      const integrity = integrityOf.get(withoutQuery(url));
      if (integrity === undefined) throw new Error(`${url} is not part of this release set.`);
      const script = document.createElement('script');
      script.integrity = integrity;
      script.crossOrigin = 'anonymous';
      Object.assign(script, { src: policy?.createScriptURL(url) ?? url });
      return { script, timeout: loadBudgetMs() };
    },
  };
};

/** Loads the remotes of one set: the active version, or else the last good one. Throws a RemoteUnavailableError; may be called again at any time. */
export const createRemoteLoader = (set: ReleaseSet) => {
  const loaded = new Map<string, RemoteModule>();
  const attempts = new Map<string, number>();
  const versionsOf = new Map<string, readonly RemoteVersion[]>();
  const integrityOf = new Map<string, string>();

  const learn = ({ remotes }: ReleaseSet): void => {
    for (const [remote, { versions }] of Object.entries(remotes)) {
      versionsOf.set(remote, versions);
      for (const { entry, integrity } of versions) integrityOf.set(withoutQuery(entry), integrity);
    }
  };
  learn(set);
  const federation = createFederation([entryIntegrity(integrityOf)]);

  /** What failed may have been released anew or rolled back since this page came. */
  const learnNewest = async (): Promise<void> => {
    try {
      const response = await fetch(SET_ADDRESS, { cache: 'no-store', signal: AbortSignal.timeout(loadBudgetMs()) });
      // Host server and host script are one build: what the server answers is what this type says.
      if (response.ok) learn((await response.json()) as ReleaseSet);
    } catch {
      // Nothing new is known then; the versions that are known are tried again.
    }
  };

  const loadVersion = async (remote: string, { entry, version }: RemoteVersion, attempt: number): Promise<RemoteModule> => {
    const name = getFederationName(remote);
    // A browser joins a new request to one that hangs on the same address, so each new attempt has an address of its own.
    const address = attempt === 0 ? absolute(entry) : `${absolute(entry)}?again=${attempt}`;
    federation.registerRemotes([{ name, entry: address, type: 'global', entryGlobalName: name }], { force: true });
    const module = await withinMs(federation.loadRemote(`${name}/routes`), loadBudgetMs());
    if (!isRemoteModule(module)) throw new Error(`${remote} ${version} exposes no createRoutes.`);
    return module;
  };

  return async (remote: string): Promise<RemoteModule> => {
    const known = loaded.get(remote);
    if (known !== undefined) return known;
    const attempt = attempts.get(remote) ?? 0;
    attempts.set(remote, attempt + 1);
    if (attempt > 0) await learnNewest();

    let reason: unknown = new Error(`The set names no version of "${remote}".`);
    for (const version of versionsOf.get(remote) ?? []) {
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
