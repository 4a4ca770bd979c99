import { availableParallelism } from 'node:os';
import type { SiteConfig } from '@site/shared/contracts/site';
import { getErrorMessage } from '@site/shared/domain/error-code';
import type { Tracing } from '@site/shared/domain/tracing';
import type { FastifyBaseLogger } from 'fastify';
import { readServerBundle, type ServerBundle } from '../remotes/server-bundle.ts';
import type { NewestRevision } from '../upstream/content-revision.ts';
import type { Launcher } from './launcher.ts';
import { PROCESS_LIMITS, type ProcessLimits } from './process-limits.ts';
import type { PageAddresses } from './protocol.ts';
import { createProviderCalls, toAbsoluteAddress } from './provider-calls.ts';
import { RemoteFault, type RemoteProcess, type RenderedArea, type RenderRequest, startRemoteProcess } from './remote-process.ts';

/** Requests in flight in every process of a version before it gets another one. Loaders mostly wait, so one process works on many pages at once. */
const BUSY_REQUESTS = 8;
const MAX_PROCESSES = Math.max(2, Math.min(4, availableParallelism() - 1));
const QUEUE_LIMIT = 200;
/** Versions of one remote that no set names, with one process each: a team may have many of them previewed at the same time. */
const MAX_OTHER_VERSIONS = 3;
/** An additional process, and one of a version that is only the fallback, ends after this time without a request. */
const IDLE_MS = 30_000;
/** A version is examined before a set names it. */
const EXAMINED_MS = 5000;
/** A process that lived this long is not part of a series of deaths. */
const STABLE_MS = 30_000;
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;
/** Deaths in a row after which a version waits before it is started again. */
const FREE_RESTARTS = 2;

interface RemoteProcessesOptions {
  readonly launcher: Launcher;
  readonly site: SiteConfig;
  /** Without `/api`. */
  readonly providerUrl: string;
  readonly newestRevision: NewestRevision;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  /** An error outside of any request, or the end of a process, of this version. */
  readonly onFault: (bundle: ServerBundle, message: string) => void;
  readonly onRestart?: (remote: string) => void;
  readonly tracing?: Tracing;
  readonly limits?: ProcessLimits;
  readonly random?: () => number;
}

/** The delay before the start after this many deaths in a row: exponential, up to 30 s, and different on every host. */
export const getRestartDelayMs = (deaths: number, random: () => number): number =>
  deaths <= FREE_RESTARTS ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (deaths - FREE_RESTARTS - 1), MAX_DELAY_MS) * (0.75 + random() / 2);

/**
 * The processes of remotes: one for each version in use, more when requests queue up. Whatever a remote does costs its own processes only; a process that ends is
 * started again, with an increasing delay.
 */
export const createRemoteProcesses = ({
  launcher,
  site,
  providerUrl,
  newestRevision,
  log,
  onFault,
  onRestart = () => undefined,
  tracing,
  limits = PROCESS_LIMITS,
  random = Math.random,
}: RemoteProcessesOptions) => {
  const performCall = createProviderCalls({ providerUrl, newestRevision, tracing, volunteerFormUrl: toAbsoluteAddress(site.volunteerFormUrl) });

  /** The processes of one version. */
  const createGroup = (bundle: ServerBundle) => {
    const { remote, version, publicPath } = bundle;
    const members = new Map<RemoteProcess, { readonly startedAt: number; idleSince: number }>();
    let starting: Promise<RemoteProcess> | undefined;
    let deaths = 0;
    let notBefore = 0;
    let isActive = false;
    let isClosed = false;
    let restartTimer: NodeJS.Timeout | undefined;

    const launch = async (): Promise<RemoteProcess> => {
      const waitMs = notBefore - Date.now();
      if (waitMs > 0) throw new RemoteFault(`It will be restarted in ${Math.ceil(waitMs / 1000)} s.`);
      const code = await readServerBundle(bundle);
      if (isClosed) throw new RemoteFault('It was ended.');
      const member = startRemoteProcess({
        launcher,
        code,
        publicPath,
        site,
        performCall,
        limits,
        onLog: (text, requestId) => log.warn({ remote, version, text, ...(requestId === undefined ? {} : { requestId }) }, 'remote console output'),
        onStray: (message) => onFault(bundle, message),
        onDeath: (reason) => handleDeath(member, reason),
      });
      members.set(member, { startedAt: Date.now(), idleSince: Date.now() });
      await member.ready;
      return member;
    };

    const handleDeath = (member: RemoteProcess, reason: string): void => {
      const lived = Date.now() - (members.get(member)?.startedAt ?? 0);
      members.delete(member);
      deaths = lived > STABLE_MS ? 1 : deaths + 1;
      const delayMs = getRestartDelayMs(deaths, random);
      notBefore = Date.now() + delayMs;
      onFault(bundle, reason);
      if (!isActive || isClosed) return;
      onRestart(remote);
      // The next visitor should not wait for the start.
      clearTimeout(restartTimer);
      restartTimer = setTimeout(() => void start().catch(() => undefined), delayMs);
      restartTimer.unref();
    };

    /** Concurrent requests wait for the same start. */
    const start = (): Promise<RemoteProcess> => {
      starting ??= launch().finally(() => {
        starting = undefined;
      });
      return starting;
    };

    const getLeastBusy = (): RemoteProcess | undefined =>
      [...members.keys()].filter((member) => member.isUsable()).sort((a, b) => a.inFlight() - b.inFlight())[0];

    const getMember = async (): Promise<RemoteProcess> => {
      const member = getLeastBusy();
      if (member === undefined) return start();
      if (member.inFlight() >= QUEUE_LIMIT) throw new RemoteFault('Too many requests are queued for it.');
      if (member.inFlight() >= BUSY_REQUESTS && members.size < (isNamed(bundle) ? MAX_PROCESSES : 1)) start().catch(() => undefined);
      await member.ready;
      return member;
    };

    const end = async (): Promise<void> => {
      isClosed = true;
      clearTimeout(restartTimer);
      await Promise.all([...members.keys()].map((member) => member.end()));
      members.clear();
    };

    return {
      bundle,
      use: async <T>(work: (member: RemoteProcess) => Promise<T>): Promise<T> => {
        const member = await getMember();
        try {
          return await work(member);
        } finally {
          const entry = members.get(member);
          if (entry !== undefined) entry.idleSince = Date.now();
        }
      },
      setActive: (active: boolean): void => {
        isActive = active;
        if (!active) clearTimeout(restartTimer);
      },
      /** Ends the processes that have had nothing to do; the last one of an active version stays. True once there is none. */
      sweep: (idleMs: number): boolean => {
        for (const [member, { idleSince }] of members) {
          if ((isActive && members.size === 1) || member.inFlight() > 0 || Date.now() - idleSince < idleMs || starting !== undefined) continue;
          members.delete(member);
          void member.end();
        }
        return members.size === 0 && starting === undefined;
      },
      getLoad: () => ({ processes: members.size, requests: [...members.keys()].reduce((sum, member) => sum + member.inFlight(), 0) }),
      end,
    };
  };

  const groups = new Map<string, ReturnType<typeof createGroup>>();
  /** Files of the versions that the current set names. */
  let active = new Set<string>();
  let standby = new Set<string>();

  const isNamed = ({ file }: Pick<ServerBundle, 'file'>): boolean => active.has(file) || standby.has(file);

  const getGroup = (bundle: ServerBundle): ReturnType<typeof createGroup> => {
    const existingGroup = groups.get(bundle.file);
    if (existingGroup !== undefined) return existingGroup;
    const group = createGroup(bundle);
    group.setActive(active.has(bundle.file));
    groups.set(bundle.file, group);
    return group;
  };

  /** Versions that a set has named before: they end as soon as their requests have. */
  const dropped = new Set<string>();

  /** The group of a version that a visitor wants to see. */
  const getVisitedGroup = (bundle: ServerBundle): ReturnType<typeof createGroup> => {
    const others = [...groups.values()].filter((group) => group.bundle.remote === bundle.remote && !isNamed(group.bundle) && !dropped.has(group.bundle.file));
    if (!groups.has(bundle.file) && !isNamed(bundle) && others.length >= MAX_OTHER_VERSIONS)
      throw new RemoteFault('Too many versions of it are shown at the same time. Try again in a few seconds.');
    return getGroup(bundle);
  };

  const sweep = (): void => {
    for (const [file, group] of groups) {
      const idleMs = isNamed(group.bundle) ? IDLE_MS : dropped.has(file) ? 0 : EXAMINED_MS;
      if (!group.sweep(idleMs) || isNamed(group.bundle)) continue;
      groups.delete(file);
      dropped.delete(file);
    }
  };
  const sweeper = setInterval(sweep, 1000);
  sweeper.unref();

  return {
    /** The area of one request. Rejects with a RemoteFault when the remote did not deliver it. */
    render: async (bundle: ServerBundle, request: RenderRequest): Promise<RenderedArea> =>
      getVisitedGroup(bundle).use((member) => member.render(request, bundle.paths)),
    listAddresses: async (bundle: ServerBundle): Promise<PageAddresses> => getVisitedGroup(bundle).use((member) => member.listAddresses(bundle.paths)),
    /** Rejects with the reason when the bundle cannot be loaded. */
    probe: async (bundle: ServerBundle): Promise<void> => {
      try {
        await getGroup(bundle).use((member) => member.ready);
      } catch (error) {
        throw new Error(getErrorMessage(error));
      }
    },
    /** Tells which versions are in use: active ones stay started, `standby` ones are started on demand, all others end. */
    setVersions: (versions: { readonly active: readonly ServerBundle[]; readonly standby: readonly ServerBundle[] }): void => {
      for (const file of [...active, ...standby]) dropped.add(file);
      active = new Set(versions.active.map(({ file }) => file));
      standby = new Set(versions.standby.map(({ file }) => file));
      for (const file of [...active, ...standby]) dropped.delete(file);
      for (const [file, group] of groups) group.setActive(active.has(file));
      sweep();
    },
    /** Processes, and requests in them, by remote. */
    listLoads: (): ReadonlyMap<string, { readonly processes: number; readonly requests: number }> => {
      const loads = new Map<string, { processes: number; requests: number }>();
      for (const { bundle, getLoad } of groups.values()) {
        const { processes, requests } = loads.get(bundle.remote) ?? { processes: 0, requests: 0 };
        const own = getLoad();
        loads.set(bundle.remote, { processes: processes + own.processes, requests: requests + own.requests });
      }
      return loads;
    },
    isolation: launcher.isolation,
    close: async (): Promise<void> => {
      clearInterval(sweeper);
      await Promise.all([...groups.values()].map((group) => group.end()));
    },
  };
};
export type RemoteProcesses = ReturnType<typeof createRemoteProcesses>;
