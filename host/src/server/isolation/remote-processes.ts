import { getErrorMessage } from '@site/shared/domain/error-code';
import type { Tracing } from '@site/shared/domain/tracing';
import type { ServerBundle } from '../remotes/server-bundle.ts';
import type { NewestRevision } from '../upstream/content-revision.ts';
import { PROCESS_LIMITS } from './limits.ts';
import { ProcessGroup, type ProcessGroupOptions } from './process-group.ts';
import type { PageAddresses } from './protocol.ts';
import { createProviderCalls, toAbsoluteAddress } from './provider-calls.ts';
import { RemoteFault, type RenderedArea, type RenderRequest } from './remote-request.ts';

/** Limit per remote for versions that no set names, with one process each: a team may preview many versions at once. */
const MAX_OTHER_VERSIONS = 3;
/** Idle time after which an extra process, or a process of a standby version, is stopped. */
const IDLE_MS = 30_000;
/** The same time for a version that no set names, for example because it is still being checked. */
const OTHER_VERSION_IDLE_MS = 5000;
const SWEEP_INTERVAL_MS = 1000;

type GroupSettings = Omit<ProcessGroupOptions, 'isInReleaseSet'>;

interface ReleaseSetVersions {
  readonly active: readonly ServerBundle[];
  readonly standby: readonly ServerBundle[];
}

interface Load {
  readonly processes: number;
  readonly requests: number;
}

/** The process groups by version, and which versions the release sets name. */
class ProcessPool {
  readonly #groupOptions: ProcessGroupOptions;
  readonly #groups = new Map<string, ProcessGroup>();
  /** Bundle files of the versions that the current set names. */
  #active: ReadonlySet<string> = new Set();
  #standby: ReadonlySet<string> = new Set();
  /** Bundle files of versions that a set named earlier. Their processes end as soon as their requests do. */
  readonly #dropped = new Set<string>();

  constructor(settings: GroupSettings) {
    this.#groupOptions = { ...settings, isInReleaseSet: (bundle) => this.#isInReleaseSet(bundle) };
  }

  getGroup(bundle: ServerBundle): ProcessGroup {
    const existingGroup = this.#groups.get(bundle.file);
    if (existingGroup !== undefined) return existingGroup;
    const group = new ProcessGroup(bundle, this.#groupOptions);
    group.setActive(this.#active.has(bundle.file));
    this.#groups.set(bundle.file, group);
    return group;
  }

  /** Returns the group of a version that a visitor requests. */
  getGroupForRequest(bundle: ServerBundle): ProcessGroup {
    const otherGroups = [...this.#groups.values()].filter((group) => group.bundle.remote === bundle.remote && this.#isOther(group.bundle));
    if (!this.#groups.has(bundle.file) && !this.#isInReleaseSet(bundle) && otherGroups.length >= MAX_OTHER_VERSIONS)
      throw new RemoteFault('Too many versions of it are shown at the same time. Try again in a few seconds.');
    return this.getGroup(bundle);
  }

  setVersions(versions: ReleaseSetVersions): void {
    for (const file of [...this.#active, ...this.#standby]) this.#dropped.add(file);
    this.#active = new Set(versions.active.map(({ file }) => file));
    this.#standby = new Set(versions.standby.map(({ file }) => file));
    for (const file of [...this.#active, ...this.#standby]) this.#dropped.delete(file);
    for (const [file, group] of this.#groups) group.setActive(this.#active.has(file));
    this.sweep();
  }

  /** Ends processes that are no longer needed. */
  sweep(): void {
    for (const [file, group] of this.#groups) {
      const isInReleaseSet = this.#isInReleaseSet(group.bundle);
      const idleMs = isInReleaseSet ? IDLE_MS : this.#dropped.has(file) ? 0 : OTHER_VERSION_IDLE_MS;
      if (!group.sweep(idleMs) || isInReleaseSet) continue;
      this.#groups.delete(file);
      this.#dropped.delete(file);
    }
  }

  listLoads(): ReadonlyMap<string, Load> {
    const loads = new Map<string, Load>();
    for (const group of this.#groups.values()) {
      const { remote } = group.bundle;
      const { processes, requests } = loads.get(remote) ?? { processes: 0, requests: 0 };
      const groupLoad = group.getLoad();
      loads.set(remote, { processes: processes + groupLoad.processes, requests: requests + groupLoad.requests });
    }
    return loads;
  }

  async end(): Promise<void> {
    await Promise.all([...this.#groups.values()].map((group) => group.end()));
  }

  #isInReleaseSet({ file }: ServerBundle): boolean {
    return this.#active.has(file) || this.#standby.has(file);
  }

  #isOther(bundle: ServerBundle): boolean {
    return !this.#isInReleaseSet(bundle) && !this.#dropped.has(bundle.file);
  }
}

interface RemoteProcessesOptions
  extends Pick<ProcessGroupOptions, 'launcher' | 'site' | 'log'>,
    Partial<Pick<ProcessGroupOptions, 'onRestart' | 'limits' | 'random'>> {
  /** Without `/api`. */
  readonly providerUrl: string;
  readonly newestRevision: NewestRevision;
  readonly tracing?: Tracing;
}

/**
 * The processes of remotes: one for each version in use, more when requests queue up. A faulty remote affects only its own processes. Crashed processes are
 * restarted with an increasing delay.
 */
export const createRemoteProcesses = ({
  launcher,
  site,
  providerUrl,
  newestRevision,
  log,
  onRestart = () => undefined,
  tracing,
  limits = PROCESS_LIMITS,
  random = Math.random,
}: RemoteProcessesOptions) => {
  const performCall = createProviderCalls({ providerUrl, newestRevision, tracing, volunteerFormUrl: toAbsoluteAddress(site.volunteerFormUrl) });
  let reportFault: ProcessGroupOptions['onFault'] = () => undefined;
  const pool = new ProcessPool({ launcher, site, performCall, limits, log, onFault: (...fault) => reportFault(...fault), onRestart, random });
  const sweeper = setInterval(() => pool.sweep(), SWEEP_INTERVAL_MS);
  sweeper.unref();

  return {
    /** Renders a remote's area for one request. Rejects with a RemoteFault if the remote fails. */
    render: async (bundle: ServerBundle, request: RenderRequest): Promise<RenderedArea> =>
      pool.getGroupForRequest(bundle).use((member) => member.render(request, bundle.paths)),
    listAddresses: async (bundle: ServerBundle): Promise<PageAddresses> => pool.getGroupForRequest(bundle).use((member) => member.listAddresses(bundle.paths)),
    /** Rejects with the reason if the bundle cannot be loaded. */
    probe: async (bundle: ServerBundle): Promise<void> => {
      try {
        await pool.getGroup(bundle).use((member) => member.ready);
      } catch (error) {
        throw new Error(getErrorMessage(error));
      }
    },
    /** Sets the versions in use: active ones keep running, `standby` ones start on demand, all others are stopped. */
    setVersions: (versions: ReleaseSetVersions): void => pool.setVersions(versions),
    /** Processes and their requests in flight, by remote. */
    listLoads: (): ReadonlyMap<string, Load> => pool.listLoads(),
    isolation: launcher.isolation,
    /** Sets the callback for faults outside rendering. */
    onFault: (report: ProcessGroupOptions['onFault']): void => {
      reportFault = report;
    },
    close: async (): Promise<void> => {
      clearInterval(sweeper);
      await pool.end();
    },
  };
};
export type RemoteProcesses = ReturnType<typeof createRemoteProcesses>;
