import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import type { RemoteModule } from '@site/shared/remote-contract';
import { loadBudgetMs } from './load-budget.ts';
import { federationNameOf, type ReleaseSet, type RemoteVersion } from './release-set.ts';
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

/** Federation checks no hashes of its own: this refuses an entry that the set does not name, or whose content is another. The entry guards its own chunks. */
const guardEntries = (set: ReleaseSet): void => {
  const versions = Object.values(set.remotes).flatMap((remote) => remote.versions);
  const policy = window.trustedTypes?.createPolicy('federation', { createScriptURL: (url) => url });
  registerPlugins([
    {
      name: 'entry-integrity',
      createScript: ({ url }) => {
        const version = versions.find((candidate) => new URL(candidate.entry, document.baseURI).href === new URL(url, document.baseURI).href);
        if (version === undefined) throw new Error(`${url} is not part of this release set.`);
        const script = document.createElement('script');
        script.integrity = version.integrity;
        script.crossOrigin = 'anonymous';
        Object.assign(script, { src: policy?.createScriptURL(url) ?? url });
        return { script, timeout: loadBudgetMs() };
      },
    },
  ]);
};

/** Loads the remotes of one set: the active version, or else the last good one. Throws a RemoteUnavailableError; may be called again at any time. */
export const createRemoteLoader = (set: ReleaseSet) => {
  guardEntries(set);
  const loaded = new Map<string, RemoteModule>();

  const loadVersion = async (remote: string, version: RemoteVersion): Promise<RemoteModule> => {
    const name = federationNameOf(remote);
    registerRemotes([{ name, entry: new URL(version.entry, document.baseURI).href, type: 'global', entryGlobalName: name }], { force: true });
    const module = await withinMs(loadRemote(`${name}/routes`), loadBudgetMs());
    if (!isRemoteModule(module)) throw new Error(`${remote} ${version.version} exposes no createRoutes.`);
    return module;
  };

  return async (remote: string): Promise<RemoteModule> => {
    const known = loaded.get(remote);
    if (known !== undefined) return known;
    let reason: unknown = new Error(`The set names no version of "${remote}".`);
    for (const version of set.remotes[remote]?.versions ?? []) {
      try {
        const module = await loadVersion(remote, version);
        loaded.set(remote, module);
        return module;
      } catch (error) {
        reason = error;
      }
    }
    throw new RemoteUnavailableError(remote, reason);
  };
};
