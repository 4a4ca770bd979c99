import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCallLog } from '@site/releases/call-log';
import { undoCanary } from '@site/releases/canary-changes';
import { HOST_NAME } from '@site/releases/manifest';
import { openReleaseStore } from '@site/releases/open-store';
import { createReleaseApi, removeAbandonedUploads } from '@site/releases/release-api';
import { openHistory } from '@site/releases/release-history';
import { StorageUnavailableError } from '@site/releases/release-storage';
import { openTokens } from '@site/releases/release-tokens';
import type { S3Settings } from '@site/releases/s3-settings';
import { readHmacKey } from '@site/releases/signed-token';
import type { SiteConfig } from '@site/shared/contracts/site';
import { createDraining, type Draining } from '@site/shared/domain/draining';
import { createRequestTraces } from '@site/shared/domain/request-traces';
import { NO_TRACING, startTracing } from '@site/shared/domain/tracing';
import type { FastifyInstance } from 'fastify';
import { createHttpServer } from './http-server.ts';
import { createLauncher, type RemoteUser } from './isolation/launcher.ts';
import { startReleaseProbe } from './isolation/release-probe.ts';
import { createRemoteProcesses } from './isolation/remote-processes.ts';
import { createCanaryMonitor, type MonitoredCanary } from './monitoring/canary-monitor.ts';
import { createFaultRecorder } from './monitoring/faults.ts';
import { registerGauges } from './monitoring/gauges.ts';
import { createMetrics } from './monitoring/metrics.ts';
import { createCopySigner } from './offline/copy-signer.ts';
import { readHostAssets } from './pages/host-assets.ts';
import { createHostBuilds } from './pages/host-builds.ts';
import { startPageRefresh } from './pages/page-refresh.ts';
import { createPageSource } from './pages/page-source.ts';
import { createSitemap } from './pages/sitemap.ts';
import { formRoutes } from './plugins/forms.ts';
import { operationsRoutes } from './plugins/operations.ts';
import { pageRoutes } from './plugins/pages.ts';
import { createPlaceGuard } from './plugins/place-guard.ts';
import { previewRoutes } from './plugins/preview.ts';
import { providerProxy } from './plugins/proxy.ts';
import { releaseApiRoutes } from './plugins/release-api.ts';
import { reportRoutes } from './plugins/reports.ts';
import { savedPageRoutes } from './plugins/saved-pages.ts';
import { serviceWorkerRoutes } from './plugins/service-worker.ts';
import { sitePartRoutes } from './plugins/site-parts.ts';
import { sitemapRoutes } from './plugins/sitemap.ts';
import { staticFiles } from './plugins/static-files.ts';
import { createGetVisit } from './plugins/visit.ts';
import { createLanes } from './proxy/provider-lanes.ts';
import { type ActiveSetSource, createActiveSet } from './remotes/active-set.ts';
import { createKnownVersions } from './remotes/known-versions.ts';
import { toLoggablePath } from './remotes/loggable-path.ts';
import { createPlaces, isServedAt } from './remotes/places.ts';
import { startRetentionSchedule } from './remotes/retention-schedule.ts';
import { createServedWatch } from './remotes/served-watch.ts';
import { createVisits, type Visit } from './remotes/visits.ts';
import { createPageComposer } from './rendering/compose-page.ts';
import { createShellSource } from './rendering/shell-source.tsx';
import { createContentRevision } from './upstream/content-revision.ts';

export interface HostOptions {
  /** With the origins of staff and of previews, where they have their own. */
  readonly site: SiteConfig;
  readonly providerUrl: string;
  readonly dataFolder: string;
  /** The object store of the releases; without it they are in the data folder. */
  readonly releasesS3?: S3Settings | undefined;
  /** How long versions that are no longer served stay in the store. */
  readonly retentionDays: number;
  /** The host's own build, of which browsers get the files in `browser`. */
  readonly distFolder: string;
  readonly publicFolder: string;
  readonly logLevel: string;
  /** Whether every response is a line of the log. */
  readonly hasAccessLog?: boolean;
  /** The address of an OpenTelemetry collector; without one there are no traces. */
  readonly tracesUrl?: string | undefined;
  /** Addresses and ranges of the proxies whose `X-Forwarded-For` is trusted, if any. */
  readonly trustProxy?: false | string;
  /** The bearer token for `/metrics`; without one, the path does not exist. */
  readonly metricsToken?: string | undefined;
  /** The compiled program of the remotes' processes. */
  readonly remoteProgram: string;
  /** The compiled program that examines the server bundles of uploaded releases. */
  readonly releaseProbe: string;
  /** `none`: without the barrier of the operating system, which is otherwise used where there is one. */
  readonly remoteBarrier?: 'auto' | 'none';
  /** The user of the remotes' processes, if it is not the host's own. */
  readonly remoteUser?: RemoteUser | undefined;
  /** See `PageData`: for `npm run dev` only. */
  readonly reloadsPages?: boolean;
  /** False: browsers that have the service worker unregister it. */
  readonly hasWorker?: boolean;
  /** Called with every route, as `GET /path`. */
  readonly onRoute?: (route: string) => void;
}

const listCanaries = (activeSet: ActiveSetSource): MonitoredCanary[] =>
  activeSet.canaries().map(({ remote, canary }) => ({
    remote,
    ...canary,
    activeVersion: activeSet.current().remotes.get(remote)?.release.version,
    isFrozen: activeSet.released().remotes[remote]?.frozen !== undefined,
  }));

export interface Host {
  readonly app: FastifyInstance;
  /** Begins the end of this host: `/ready` answers 503 from now on, and responses close their connections. */
  readonly drain: Draining['drain'];
}

/** Builds the host's server without listening. Closing it ends the remotes' processes and the registry watcher. */
export const buildHost = async (options: HostOptions): Promise<Host> => {
  const { site, providerUrl, dataFolder, distFolder, publicFolder, metricsToken, trustProxy = false, reloadsPages = false, hasWorker = true } = options;
  const onProblem = (reason: string): void => app.log.warn({ reason }, 'traces not sent');
  const tracing = options.tracesUrl === undefined ? NO_TRACING : await startTracing({ serviceName: HOST_NAME, endpoint: options.tracesUrl, onProblem });
  const traces = createRequestTraces({
    trustProxy,
    tracing,
    hasAccessLog: options.hasAccessLog ?? false,
    // The route of pages says nothing about them.
    getLoggablePath: ({ routeOptions, url }) => (routeOptions.url === '/*' ? toLoggablePath(activeSet.current(), url) : undefined),
  });
  const app = createHttpServer({ siteUrl: site.siteUrl, logLevel: options.logLevel, trustProxy, traces });
  app.addHook('onRoute', ({ method, url }) => {
    for (const name of [method].flat()) options.onRoute?.(`${name} ${url}`);
  });
  const places = createPlaces(site);
  if (places.areSeparate) app.addHook('onRequest', createPlaceGuard(places));
  const { isDraining, isForNextServer, drain } = createDraining(app.server);
  app.addHook('onRequest', (request, reply, done) => {
    if (!isForNextServer(request.raw)) return done();
    reply.hijack();
    request.raw.destroy();
  });

  const store = openReleaseStore(dataFolder, options.releasesS3);
  const [launcher] = await Promise.all([
    createLauncher({
      programFile: options.remoteProgram,
      probeFile: options.releaseProbe,
      barrier: options.remoteBarrier ?? 'auto',
      user: options.remoteUser,
    }),
    store.prepare(),
  ]);
  await store.requireExclusiveCreation().catch((error: unknown) => {
    if (!(error instanceof StorageUnavailableError)) throw error;
    app.log.error({ reason: error.message }, 'release store unreachable; using its cache');
  });
  const assets = await readHostAssets(distFolder);
  const hostBuilds = createHostBuilds({ store, distFolder, log: app.log });
  // Rebuilt every few seconds while it is being developed.
  const publication = reloadsPages ? undefined : hostBuilds.publish();
  const metrics = createMetrics();
  const faults = createFaultRecorder({ log: app.log, metrics, toLoggablePath: (path) => toLoggablePath(activeSet.current(), path) });
  const history = openHistory(store);
  const callLog = createCallLog({
    history,
    onEntry: (entry) => app.log[entry.outcome === 'failed' ? 'error' : 'warn'](entry, 'release call'),
    onFailure: (reason) => app.log.error({ reason }, 'release history not written'),
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
    log: app.log,
  });
  const { recordFault } = faults;
  const contentRevision = createContentRevision(providerUrl, { log: app.log });
  const processes = createRemoteProcesses({
    launcher,
    site,
    providerUrl,
    newestRevision: contentRevision.newest,
    log: app.log,
    onFault: ({ remote, version }, message) => recordFault({ kind: 'server', remote, version, set: activeSet.current().browserSet.id, message }),
    onRestart: metrics.countRestart,
    tracing,
  });
  const activeSet: ActiveSetSource = createActiveSet({
    store,
    buildId: assets.buildId,
    probe: processes.probe,
    onChange: ({ remotes }, others) => {
      const versions = [...remotes.values()].map(({ usable }) => usable.map(({ bundle }) => bundle));
      const standby = [...versions.flatMap((bundles) => bundles.slice(1)), ...others.map(({ bundle }) => bundle)];
      processes.setVersions({ active: versions.flatMap((bundles) => bundles.slice(0, 1)), standby });
    },
    log: app.log,
  });
  // The remotes' processes start meanwhile.
  await Promise.all([activeSet.start(), publication]);
  const retention = startRetentionSchedule({ store, days: options.retentionDays, log: app.log });
  const knownVersions = createKnownVersions(store);
  app.addHook('onRequest', (_request, _reply, done) => {
    knownVersions.remember(activeSet.current().browserSet);
    done();
  });
  app.addHook('onClose', async () => {
    activeSet.stop();
    retention.stop();
    await processes.close();
    await tracing.close();
  });

  const hmacKey = await readHmacKey(dataFolder);
  const visits = createVisits({ activeSet, knownVersions, places, key: hmacKey, log: app.log });
  const getVisit = createGetVisit(visits, places);
  const composePage = createPageComposer({ site, getShell: createShellSource(site), processes, tracing });
  const getCurrentVisit = (): Visit => ({
    set: places.toSet(activeSet.current(), places.site),
    ...(places.site.name === undefined ? {} : { place: places.site.name }),
  });
  const pages = createPageSource({
    site,
    assets,
    contentRevision,
    getCurrentVisit,
    composePage,
    recordFault,
    monitor,
    metrics,
    reloadsPages,
    hasWorker,
    tracing,
  });
  const stopRefresh = startPageRefresh({ refreshPage: pages.refreshPage, log: app.log });
  const stopWatch = contentRevision.watch();
  app.addHook('onClose', async () => {
    stopRefresh();
    stopWatch();
  });
  const lanes = createLanes();
  registerGauges(metrics, { activeSet, pages, lanes, processes, contentRevision });
  const sitemap = createSitemap({
    siteUrl: site.siteUrl,
    activeSet,
    contentRevision: async () => (await contentRevision.getCurrent())?.oldest,
    getAddresses: processes.listAddresses,
    log: app.log,
  });

  await removeAbandonedUploads(tmpdir());
  const api = createReleaseApi({
    store,
    tokens: openTokens(store),
    startProbe: (signal) => startReleaseProbe(launcher, signal),
    buildId: assets.buildId,
    whenServed: createServedWatch(activeSet),
    hmacKey,
    temporaryFolder: tmpdir(),
  });

  // The staff area's files are harmless where no session is, and a preview of it needs them.
  const isServed = (name: string | undefined, remote: string): boolean =>
    places.find(name).hasPublicPages || isServedAt(places.find(name), activeSet.current(), remote);
  await app.register(sitePartRoutes, { providerUrl, buildId: assets.buildId, activeSet, store, knownVersions, faults, monitor });
  await app.register(providerProxy, { providerUrl, hmacKey, lanes, tracing });
  await app.register(staticFiles, { assetsFolder: join(distFolder, 'browser'), publicFolder, store, hostBuilds, isServed });
  const { isolation } = processes;
  await app.register(sitemapRoutes, { sitemap });
  await app.register(operationsRoutes, {
    site,
    activeSet,
    metrics,
    metricsToken,
    isolation,
    getOutage: contentRevision.getOutage,
    isDraining,
    getVisit,
    getSiteDocument: pages.getSiteDocument,
    assets,
  });
  const signer = createCopySigner(hmacKey);
  await app.register(serviceWorkerRoutes, { site, activeSet, hasWorker, signer });
  await app.register(savedPageRoutes, { signer, pages, activeSet, places, getCurrentVisit });
  await app.register(reportRoutes, { siteUrl: site.siteUrl, buildId: assets.buildId, knownVersions, recordFault, metrics, monitor, visits });
  await app.register(releaseApiRoutes, { api, history, callLog });
  await app.register(previewRoutes, { visits, places });
  await app.register(pageRoutes, {
    providerUrl,
    pages,
    getVisit,
    monitor,
    findElsewhere: (place, path) => places.findPage(activeSet.current(), place, path),
  });
  await app.register(formRoutes, { siteUrl: site.siteUrl, pages, getVisit });
  return { app, drain };
};
