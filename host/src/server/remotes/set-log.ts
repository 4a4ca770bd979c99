import type { Registry } from '@site/releases/manifest';
import type { FastifyBaseLogger } from 'fastify';
import type { ActiveSet } from './active-set.ts';

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

/** Logs a line for each change of what visitors get and of the registry's state, at levels that are logged by default. */
export const createSetLog = (log: Log) => {
  let last: { readonly set: ActiveSet; readonly registry: Registry } | undefined;

  const logVersions = (set: ActiveSet, registry: Registry): void => {
    if (last === undefined) {
      log.info(
        { set: set.browserSet.id, versions: Object.fromEntries([...set.remotes].map(([name, { release }]) => [name, release.version])) },
        'release set active',
      );
      return;
    }
    for (const remote of new Set([...last.set.remotes.keys(), ...set.remotes.keys()])) {
      const [from, to] = [getVersion(last.set, remote), getVersion(set, remote)];
      if (from !== to)
        log.warn({ remote, from, to, reason: getReason(remote, last.registry, registry, from, set), set: set.browserSet.id }, 'active version changed');
    }
  };

  const logRejections = (set: ActiveSet): void => {
    const before: ReadonlyMap<string, string> = last === undefined ? new Map() : getRejections(last.set);
    for (const [remote, reason] of getRejections(set)) if (before.get(remote) !== reason) log.error({ remote, reason }, 'release rejected');
  };

  const logRegistryState = ({ registry }: ActiveSet): void => {
    const { state, generation, reason } = registry;
    const before = last?.set.registry;
    if (before?.state === state && before.reason === reason) return;
    if (state !== 'current') log.error({ state, generation, reason }, 'registry not usable; its last valid generation stays in force');
    else if (before !== undefined) log.warn({ state, generation }, 'registry usable again');
  };

  return (set: ActiveSet, registry: Registry): void => {
    logRegistryState(set);
    logRejections(set);
    logVersions(set, registry);
    last = { set, registry };
  };
};
