import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createReleaseApi, removeAbandonedUploads } from '@site/releases/release-api';
import { openTokens } from '@site/releases/release-tokens';
import type { Tracing } from '@site/shared/domain/tracing';
import type { FastifyInstance } from 'fastify';
import { createCopySigner } from '../features/offline/copy-signer.server.ts';
import type { HostOptions } from './host-options.ts';
import { startReleaseProbe } from './isolation/release-probe.ts';
import type { PageService } from './page-service.ts';
import { formRoutes } from './plugins/forms.ts';
import { operationsRoutes } from './plugins/operations.ts';
import { type PagesOptions, pageRoutes } from './plugins/pages.ts';
import { previewRoutes } from './plugins/preview.ts';
import { providerProxy } from './plugins/proxy.ts';
import { releaseApiRoutes } from './plugins/release-api.ts';
import { reportRoutes } from './plugins/reports.ts';
import { savedPageRoutes } from './plugins/saved-pages.ts';
import { serviceWorkerRoutes } from './plugins/service-worker.ts';
import { sitePartRoutes } from './plugins/site-parts.ts';
import { sitemapRoutes } from './plugins/sitemap.ts';
import { staticFiles } from './plugins/static-files.ts';
import type { ReleaseService } from './release-service.ts';
import { toLoggablePath } from './remotes/loggable-path.ts';
import { isServedAt, type Places } from './remotes/places.ts';
import { createServedWatch } from './remotes/served-watch.ts';

interface RouteParts {
  readonly releases: ReleaseService;
  readonly pages: PageService;
  readonly places: Places;
  readonly tracing: Tracing;
  readonly isDraining: () => boolean;
}

const PAGES_ROUTE = '/*';

const registerReleaseApi = async (app: FastifyInstance, { store, launcher, assets, activeSet, history, callLog }: ReleaseService, hmacKey: Buffer) => {
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
  await app.register(releaseApiRoutes, { api, history, callLog });
};

/** Registers the routes that serve the files of the host's builds, of releases and of the public folder. */
const registerFiles = async (app: FastifyInstance, { distFolder, publicFolder }: HostOptions, { releases, places }: RouteParts) => {
  const { activeSet, store, hostBuilds } = releases;
  // The files of the staff area are harmless at an origin without sessions, and previews of the staff area need them.
  const isServed = (name: string | undefined, remote: string): boolean =>
    places.find(name).hasPublicPages || isServedAt(places.find(name), activeSet.current(), remote);
  await app.register(staticFiles, { assetsFolder: join(distFolder, 'browser'), publicFolder, store, hostBuilds, isServed });
};

/** Registers the routes of pages, and everything that the site's pages use. */
const registerPages = async (app: FastifyInstance, { site, providerUrl, hasWorker = true }: HostOptions, { releases, pages: service, places }: RouteParts) => {
  const { activeSet, monitor } = releases;
  const { hmacKey, visits, getVisit, getCurrentVisit, pages } = service;
  const signer = createCopySigner(hmacKey);
  await app.register(serviceWorkerRoutes, { site, activeSet, hasWorker, signer });
  await app.register(savedPageRoutes, { signer, pages, activeSet, places, getCurrentVisit });
  await app.register(previewRoutes, { visits, places });
  const findUrlOnOtherOrigin: PagesOptions['findUrlOnOtherOrigin'] = (place, path) => places.findPage(activeSet.current(), place, path);
  await app.register(pageRoutes, { providerUrl, pages, getVisit, monitor, findUrlOnOtherOrigin });
  await app.register(formRoutes, { siteUrl: site.siteUrl, pages, getVisit });
};

/** Registers all routes of the host. */
export const registerRoutes = async (app: FastifyInstance, options: HostOptions, parts: RouteParts): Promise<void> => {
  const { site, providerUrl, metricsToken } = options;
  const { tracing, isDraining } = parts;
  const { activeSet, assets, contentRevision, faults, knownVersions, metrics, monitor, processes, store } = parts.releases;
  const { hmacKey, visits, getVisit, pages, lanes, sitemap } = parts.pages;
  const { buildId } = assets;
  // Log the loggable path of the page, because the pattern of this route says nothing about the page.
  app.addHook('onRoute', (route) => {
    if (route.url === PAGES_ROUTE) route.config = { ...route.config, getLoggablePath: (url) => toLoggablePath(activeSet.current(), url) };
  });
  await app.register(sitePartRoutes, { providerUrl, buildId, activeSet, store, knownVersions, faults, monitor });
  await app.register(providerProxy, { providerUrl, hmacKey, lanes, tracing });
  await registerFiles(app, options, parts);
  await app.register(sitemapRoutes, { sitemap });
  await app.register(operationsRoutes, {
    site,
    activeSet,
    metrics,
    metricsToken,
    isolation: processes.isolation,
    getOutage: contentRevision.getOutage,
    isDraining,
    getVisit,
    getSiteDocument: pages.getSiteDocument,
    assets,
  });
  const { recordFault } = faults;
  await app.register(reportRoutes, { siteUrl: site.siteUrl, buildId, knownVersions, recordFault, metrics, monitor, visits });
  await registerReleaseApi(app, parts.releases, hmacKey);
  await registerPages(app, options, parts);
};
