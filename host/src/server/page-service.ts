import { readHmacKey } from '@site/releases/signed-token';
import type { Tracing } from '@site/shared/domain/tracing';
import type { FastifyInstance } from 'fastify';
import type { HostOptions } from './host-options.ts';
import { registerGauges } from './monitoring/gauges.ts';
import { startPageRefresh } from './pages/page-refresh.ts';
import { createPageSource } from './pages/page-source.ts';
import { createSitemap } from './pages/sitemap.ts';
import { createGetVisit } from './plugins/visit.ts';
import { createLanes } from './proxy/provider-lanes.ts';
import type { ReleaseService } from './release-service.ts';
import type { Places } from './remotes/places.ts';
import { createVisits, type Visit } from './remotes/visits.ts';
import { createPageComposer } from './rendering/compose-page.ts';
import { createShellSource } from './rendering/shell-source.tsx';

interface PageServiceParts {
  readonly releases: ReleaseService;
  readonly places: Places;
  readonly tracing: Tracing;
}

/** Creates the sources of pages and of the sitemap, which are composed from the served releases. */
export const createPageService = async (app: FastifyInstance, options: HostOptions, { releases, places, tracing }: PageServiceParts) => {
  const { log } = app;
  const { site, dataFolder, reloadsPages = false, hasWorker = true } = options;
  const { activeSet, assets, contentRevision, faults, knownVersions, metrics, monitor, processes } = releases;
  const hmacKey = await readHmacKey(dataFolder);
  const visits = createVisits({ activeSet, knownVersions, places, key: hmacKey, log });
  const getCurrentVisit = (): Visit => ({
    set: places.toSet(activeSet.current(), places.site),
    ...(places.site.name === undefined ? {} : { place: places.site.name }),
  });
  const pages = createPageSource({
    site,
    assets,
    contentRevision,
    getCurrentVisit,
    composePage: createPageComposer({ site, getShell: createShellSource(site), processes, tracing }),
    recordFault: faults.recordFault,
    monitor,
    metrics,
    reloadsPages,
    hasWorker,
    tracing,
  });
  const stopRefresh = startPageRefresh({ refreshPage: pages.refreshPage, log });
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
    log,
  });
  return { hmacKey, visits, getVisit: createGetVisit(visits, places), getCurrentVisit, pages, lanes, sitemap };
};
export type PageService = Awaited<ReturnType<typeof createPageService>>;
