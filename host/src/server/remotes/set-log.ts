import type { Registry } from '@site/releases/manifest';
import type { FastifyBaseLogger } from 'fastify';
import type { ActiveSet, RunningCanary } from './active-set.ts';

type Log = Pick<FastifyBaseLogger, 'error' | 'warn' | 'info'>;

const getVersion = (set: ActiveSet, remote: string): string | undefined => set.remotes.get(remote)?.release.version;

/** Why a remote's version has changed. */
const getReason = (remote: string, before: Registry, after: Registry, from: string | undefined, set: ActiveSet): string => {
  const entry = after.remotes[remote];
  if (entry === undefined) return 'removed';
  const rejection = set.unavailable.get(remote) ?? set.remotes.get(remote)?.rejected;
  if (rejection !== undefined) return rejection;
  const mark = entry.bad.find(({ version }) => version === from);
  if (mark !== undefined) return mark.reason;
  return before.remotes[remote]?.history[0] === entry.history[0] ? 'usable again' : 'released';
};

/** Rejected versions and remotes without a version, with their reasons. */
const getRejections = ({ remotes, unavailable }: ActiveSet): Map<string, string> =>
  new Map([...[...remotes].flatMap(([name, { rejected }]) => (rejected === undefined ? [] : [[name, rejected] as const])), ...unavailable]);

/** Why a canary has ended. */
const getEndReason = ({ remotes }: Registry, { remote, canary: { version } }: RunningCanary): string => {
  const entry = remotes[remote];
  if (entry?.history[0] === version) return 'promoted';
  return entry?.bad.find((mark) => mark.version === version)?.reason ?? 'stopped';
};

const isSameCanary = (one: RunningCanary, other: RunningCanary): boolean => one.remote === other.remote && one.canary.since === other.canary.since;

/** Logs a line for each change to what visitors get or to the registry's state, at levels that are logged by default. */
export const createSetLog = (log: Log) => {
  let lastLogged: { readonly set: ActiveSet; readonly registry: Registry; readonly canaries: readonly RunningCanary[] } | undefined;

  const logVersions = (set: ActiveSet, registry: Registry): void => {
    if (lastLogged === undefined) {
      log.info(
        { set: set.browserSet.id, versions: Object.fromEntries([...set.remotes].map(([name, { release }]) => [name, release.version])) },
        'release set active',
      );
      return;
    }
    for (const remote of new Set([...lastLogged.set.remotes.keys(), ...set.remotes.keys()])) {
      const [from, to] = [getVersion(lastLogged.set, remote), getVersion(set, remote)];
      if (from !== to)
        log.warn({ remote, from, to, reason: getReason(remote, lastLogged.registry, registry, from, set), set: set.browserSet.id }, 'active version changed');
    }
  };

  const logRejections = (set: ActiveSet): void => {
    const before: ReadonlyMap<string, string> = lastLogged === undefined ? new Map() : getRejections(lastLogged.set);
    for (const [remote, reason] of getRejections(set)) if (before.get(remote) !== reason) log.error({ remote, reason }, 'release rejected');
  };

  const logRegistryState = ({ registry }: ActiveSet): void => {
    const { state, generation, reason } = registry;
    const before = lastLogged?.set.registry;
    if (before?.state === state && before.reason === reason) return;
    if (state !== 'current') log.error({ state, generation, reason }, 'registry unusable; serving its last valid generation');
    else if (before !== undefined) log.warn({ state, generation }, 'registry usable again');
  };

  const logCanaries = (registry: Registry, canaries: readonly RunningCanary[]): void => {
    const before = lastLogged?.canaries ?? [];
    for (const running of before)
      if (!canaries.some((other) => isSameCanary(running, other)))
        log.warn({ remote: running.remote, version: running.canary.version, reason: getEndReason(registry, running) }, 'canary ended');
    for (const running of canaries) {
      const knownCanary = before.find((other) => isSameCanary(running, other));
      const { remote, canary, problem } = running;
      if (knownCanary === undefined) log.warn({ remote, version: canary.version, share: canary.share }, 'canary started');
      if (problem !== undefined && knownCanary?.problem !== problem) log.error({ remote, reason: `${canary.version}: ${problem}` }, 'release rejected');
    }
  };

  return (set: ActiveSet, registry: Registry, canaries: readonly RunningCanary[]): void => {
    logRegistryState(set);
    logCanaries(registry, canaries);
    logRejections(set);
    logVersions(set, registry);
    lastLogged = { set, registry, canaries };
  };
};
