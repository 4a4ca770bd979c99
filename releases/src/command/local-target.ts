import { userInfo } from 'node:os';
import { getErrorMessage } from '@site/shared/domain/error-code';
import { listRemotes } from '../api/release-listing.ts';
import { createCallLog, type ReleaseCall } from '../call-log.ts';
import { startCanary, stopCanary, toCanary } from '../canary-changes.ts';
import type { Registry, ReleaseManifest } from '../manifest.ts';
import { findPreviewRemote, issuePreview, revokePreviews } from '../preview.ts';
import { freezeRemote, type LinkAction, type PathAction, requireActivatable, unfreezeRemote } from '../registry-changes.ts';
import { ReleaseError } from '../release-error.ts';
import { openHistory } from '../release-history.ts';
import type { ReleaseStore } from '../release-store.ts';
import type { PruneOptions, VersionName } from '../retention.ts';
import { readHmacKey } from '../signed-token.ts';
import type { ReleaseTarget } from './release-target.ts';

interface LocalTargetOptions {
  readonly store: ReleaseStore;
  /** Folder that contains the hosts' key for previews (`DATA_DIR`). */
  readonly dataFolder: string;
  /** Receives warnings. */
  readonly say: (line: string) => void;
}

/** Returns the name under which the history lists the user who runs a command on the server. */
export const getLocalActor = (): string => {
  try {
    return `local:${userInfo().username}`;
  } catch {
    // In a container, the user may have no entry in the user database.
    return `local:${process.getuid?.() ?? 'unknown'}`;
  }
};

const getActive = (registry: Registry, remote: string): string => registry.remotes[remote]?.history[0] ?? '';

/** Creates the functions that all commands on the server share: they read the registry, with a warning if it is damaged, and record changes in the history. */
const createServerContext = ({ store, dataFolder, say }: LocalTargetOptions) => {
  const history = openHistory(store);
  const callLog = createCallLog({ history, onFailure: (reason) => say(`The history cannot be written: ${reason}`) });
  const actor = getLocalActor();
  const record = <Result>(
    call: Omit<ReleaseCall, 'actor'>,
    work: () => Promise<Result>,
    describe?: (result: Result) => Partial<ReleaseCall>,
  ): Promise<Result> => callLog.record({ ...call, actor }, work, describe);

  /** Warns if the newest generation of the registry cannot be used. The next change to the registry repairs it. */
  const readRegistry = async (): Promise<Registry> => {
    const { registry, state, reason } = await store.inspectRegistry();
    if (state !== 'current') say(`The registry is ${state} (${reason}); generation ${registry.generation} is used. The next change repairs it.`);
    return registry;
  };

  const readRelease = (remote: string, version: string, purpose: 'activated' | 'previewed' | 'a canary'): Promise<ReleaseManifest> =>
    store.readCompleteRelease(remote, version).catch((error: unknown) => {
      throw new ReleaseError(`${remote} ${version} cannot be ${purpose}: ${getErrorMessage(error)}`);
    });

  return { store, dataFolder, actor, history, record, readRegistry, readRelease };
};
type ServerContext = ReturnType<typeof createServerContext>;

const createTrials = ({ store, dataFolder, record, readRegistry, readRelease }: ServerContext) =>
  ({
    createPreview: ({ remote, version, hours }) =>
      record(
        { action: 'preview', remote, version },
        async () => {
          await readRelease(remote, version, 'previewed');
          return issuePreview(store, { key: await readHmacKey(dataFolder), remote, version, hours, now: Date.now() });
        },
        ({ id, expiresAt }) => ({ detail: `${id} until ${expiresAt}` }),
      ),
    revokePreview: (id) =>
      record({ action: 'revoke-preview', remote: findPreviewRemote(id), detail: id }, async () => {
        await store.changeRegistry(revokePreviews(id, Date.now()));
      }),
    startCanary: ({ remote, version, reason, ...request }) =>
      record(
        { action: 'start-canary', remote, version, reason },
        async () => {
          const release = await readRelease(remote, version, 'a canary');
          const canary = toCanary(version, request);
          await store.changeRegistry(startCanary(release, canary));
          return canary;
        },
        ({ share }) => ({ detail: `${share}%` }),
      ),
    promoteCanary: (remote, reason) =>
      record(
        { action: 'promote-canary', remote, reason },
        async () => {
          const left = getActive(await readRegistry(), remote);
          return { remote, version: getActive(await store.promote(remote), remote), left, isServed: false };
        },
        ({ version }) => ({ version }),
      ),
    stopCanary: (remote, reason) =>
      record({ action: 'stop-canary', remote, reason }, async () => {
        await store.changeRegistry(stopCanary(remote));
      }),
  }) satisfies Partial<ReleaseTarget>;

/** Creates a target that is the release store itself, for commands on the server. Every change is allowed and recorded. */
const createStoreTarget = (context: ServerContext): ReleaseTarget => {
  const { store, actor, history, record, readRegistry, readRelease } = context;
  return {
    list: async () => {
      await readRegistry();
      return listRemotes(store);
    },
    isActive: async (build) => getActive(await store.readRegistry(), build.remote) === build.version && (await store.isIntact(build)),
    requireScopes: async () => undefined,
    requireActivatable: async (build) => requireActivatable(await readRegistry(), build),
    publish: ({ build, dist, details }) => {
      const detail = details.gate === undefined ? undefined : `browser check ${details.gate.browser}`;
      const { remote, version } = build;
      return record({ action: 'publish', remote, version, commit: details.commit, detail }, () => store.publishBuild(build, dist, details));
    },
    activate: ({ remote, version, commit, reason, isExplicit = false, published }) =>
      record({ action: 'activate', remote, version, commit, reason }, async () => {
        const left = getActive(await readRegistry(), remote);
        await store.activate(published ?? (await readRelease(remote, version, 'activated')), { isExplicit });
        return { remote, version, ...(left === '' ? {} : { left }), isServed: false };
      }),
    rollBack: ({ remote, version, reason }) =>
      record(
        { action: 'roll-back', remote, version, reason },
        async () => {
          const left = getActive(await readRegistry(), remote);
          const registry = await store.rollBack(remote, reason, version);
          return { remote, version: getActive(registry, remote), left, isServed: false };
        },
        (result) => ({ version: result.version, detail: `left ${result.left}` }),
      ),
    freeze: (remote, reason) =>
      record({ action: 'freeze', remote, reason }, async () => {
        await store.changeRegistry(freezeRemote(remote, { by: actor, isAdministrator: true, reason, at: new Date().toISOString() }));
      }),
    unfreeze: (remote, reason) =>
      record({ action: 'unfreeze', remote, reason }, async () => {
        await store.changeRegistry(unfreezeRemote(remote, { isAdministrator: true }));
      }),
    ...createTrials(context),
    readHistory: (query) => history.list(query),
  };
};

/** Creates the target for the release store, with the operations that only administrators can perform. */
export const createLocalTarget = (options: LocalTargetOptions) => {
  const context = createServerContext(options);
  const { store, record, readRegistry } = context;
  return {
    ...createStoreTarget(context),
    readRegistry,
    markBad: (remote: string, version: string, reason?: string): Promise<Registry> =>
      record({ action: 'mark-bad', remote, version, reason }, async () => {
        await readRegistry();
        return store.markBad(remote, version, reason);
      }),
    remove: (remote: string): Promise<Registry> =>
      record({ action: 'remove', remote }, async () => {
        await readRegistry();
        return store.remove(remote);
      }),
    setPaths: (remote: string, action: PathAction, path: string): Promise<Registry> =>
      record({ action: 'set-paths', remote, detail: `${action} ${path}` }, async () => {
        await readRegistry();
        return store.setPaths(remote, action, path);
      }),
    setLinks: (remote: string, action: LinkAction): Promise<Registry> =>
      record({ action: 'set-links', remote, detail: action }, async () => {
        await readRegistry();
        return store.setLinks(remote, action);
      }),
    prune: async (options: PruneOptions): Promise<VersionName[]> => {
      await readRegistry();
      if (options.isDryRun === true) return store.prune(options);
      return record(
        { action: 'prune' },
        () => store.prune(options),
        (versions) => ({ detail: `versions removed: ${versions.length}` }),
      );
    },
  };
};
