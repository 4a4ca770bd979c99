import { createCallLog } from '@site/releases/call-log';
import { undoCanary } from '@site/releases/canary-changes';
import { HOST_NAME } from '@site/releases/manifest';
import { openReleaseStore } from '@site/releases/open-store';
import { openHistory } from '@site/releases/release-history';
import { StorageUnavailableError } from '@site/releases/release-storage';
import type { ReleaseStore } from '@site/releases/release-store';
import type { Tracing } from '@site/shared/domain/tracing';
import type { FastifyInstance } from 'fastify';
import type { HostOptions } from './host-options.ts';
import { createLauncher } from './isolation/launcher.ts';
import { createRemoteProcesses, type RemoteProcesses } from './isolation/remote-processes.ts';
import { createCanaryMonitor, type MonitoredCanary } from './monitoring/canary-monitor.ts';
import { createFaultRecorder } from './monitoring/faults.ts';
import { createMetrics } from './monitoring/metrics.ts';
import { readHostAssets } from './pages/host-assets.ts';
import { createHostBuilds } from './pages/host-builds.ts';
import { type ActiveSetSource, createActiveSet } from './remotes/active-set.ts';
import { createKnownVersions } from './remotes/known-versions.ts';
import { toLoggablePath } from './remotes/loggable-path.ts';
import { startRetentionSchedule } from './remotes/retention-schedule.ts';
import { createContentRevision } from './upstream/content-revision.ts';

const openStore = async ({ log }: FastifyInstance, { dataFolder, releasesS3, remoteProgram, releaseProbe, remoteBarrier, remoteUser }: HostOptions) => {
  const store = openReleaseStore(dataFolder, releasesS3);
  const [launcher] = await Promise.all([
    createLauncher({ programFile: remoteProgram, probeFile: releaseProbe, barrier: remoteBarrier ?? 'auto', user: remoteUser }),
    store.prepare(),
  ]);
  await store.requireExclusiveCreation().catch((error: unknown) => {
    if (!(error instanceof StorageUnavailableError)) throw error;
    log.error({ reason: error.message }, 'release store unreachable; using its cache');
  });
  return { store, launcher };
};

interface ActiveSetParts {
  readonly store: ReleaseStore;
  readonly buildId: string;
  readonly processes: RemoteProcesses;
}

/** Creates the source of the active set, which starts the processes of the versions in use. */
const createServedSet = ({ log }: FastifyInstance, { store, buildId, processes }: ActiveSetParts): ActiveSetSource =>
  createActiveSet({
    store,
    buildId,
    probe: processes.probe,
    onChange: ({ remotes }, others) => {
      const versions = [...remotes.values()].map(({ usableVersions }) => usableVersions.map(({ bundle }) => bundle));
      const standby = [...versions.flatMap((bundles) => bundles.slice(1)), ...others.map(({ bundle }) => bundle)];
      processes.setVersions({ active: versions.flatMap((bundles) => bundles.slice(0, 1)), standby });
    },
    log,
  });

const listCanaries = (activeSet: ActiveSetSource): MonitoredCanary[] =>
  activeSet.canaries().map(({ remote, canary }) => ({
    remote,
    ...canary,
    activeVersion: activeSet.current().remotes.get(remote)?.release.version,
    isFrozen: activeSet.released().remotes[remote]?.frozen !== undefined,
  }));

/** Creates the monitor that undoes or promotes canaries, and the history in which it records its decisions. */
const createCanaryControl = ({ log }: FastifyInstance, store: ReleaseStore, activeSet: ActiveSetSource) => {
  const history = openHistory(store);
  const callLog = createCallLog({
    history,
    onEntry: (entry) => log[entry.outcome === 'failed' ? 'error' : 'warn'](entry, 'release call'),
    onFailure: (reason) => log.error({ reason }, 'release history not written'),
  });
  const monitor = createCanaryMonitor({
    getCanaries: () => listCanaries(activeSet),
    undo: async (canary, reason) => {
      await store.changeRegistry(undoCanary(canary.remote, canary, reason, new Date().toISOString()));
      await callLog.finish({ actor: HOST_NAME, action: 'stop-canary', remote: canary.remote, version: canary.version, reason }, 'done');
    },
    promote: async (canary) => {
      await store.promote(canary.remote, canary);
      await callLog.finish({ actor: HOST_NAME, action: 'promote-canary', remote: canary.remote, version: canary.version }, 'done');
    },
    log,
  });
  return { history, callLog, monitor };
};

/** Starts serving the releases: the active set, the processes of its versions, and the canary monitor. Resolves when the active set can be served. */
export const startReleaseService = async (app: FastifyInstance, options: HostOptions, tracing: Tracing) => {
  const { log } = app;
  const { site, providerUrl, distFolder } = options;
  const { store, launcher } = await openStore(app, options);
  const assets = await readHostAssets(distFolder);
  const hostBuilds = createHostBuilds({ store, distFolder, log });
  // During development, the build is replaced every few seconds.
  const publication = options.reloadsPages === true ? undefined : hostBuilds.publish();
  const metrics = createMetrics();
  const contentRevision = createContentRevision(providerUrl, { log });
  const { newest: newestRevision } = contentRevision;
  const processes = createRemoteProcesses({ launcher, site, providerUrl, newestRevision, log, onRestart: metrics.countRestart, tracing });
  const activeSet = createServedSet(app, { store, buildId: assets.buildId, processes });
  const faults = createFaultRecorder({ log, metrics, toLoggablePath: (path) => toLoggablePath(activeSet.current(), path) });
  processes.onFault(({ remote, version }, message) => faults.recordFault({ kind: 'server', remote, version, set: activeSet.current().browserSet.id, message }));
  const { history, callLog, monitor } = createCanaryControl(app, store, activeSet);
  // The host's build is published while the remotes' processes start.
  await Promise.all([activeSet.start(), publication]);
  const retention = startRetentionSchedule({ store, days: options.retentionDays, log });
  const knownVersions = createKnownVersions(store);
  app.addHook('onRequest', (_request, _reply, done) => {
    knownVersions.remember(activeSet.current().browserSet);
    done();
  });
  app.addHook('onClose', async () => {
    activeSet.stop();
    retention.stop();
    await processes.close();
  });
  return { store, launcher, assets, hostBuilds, metrics, contentRevision, processes, activeSet, faults, history, callLog, monitor, knownVersions };
};
export type ReleaseService = Awaited<ReturnType<typeof startReleaseService>>;
