import type { SiteConfig } from '@site/shared/contracts/site';
import type { FastifyPluginAsync } from 'fastify';
import { HELP_SCRIPT } from '../../layout/help-script.ts';
import { WORKER_PATH } from '../../offline/worker-path.ts';
import { createOfflinePage } from '../offline/offline-page.ts';
import { createWorkerScript, UNREGISTERING_SCRIPT } from '../offline/worker-script.ts';
import { PREPARE_SCRIPT } from '../pages/document.ts';
import { createSavedPagePolicy } from '../pages/security-policy.ts';
import type { ActiveSetSource } from '../remotes/active-set.ts';

interface ServiceWorkerOptions {
  readonly site: Pick<SiteConfig, 'organisationName' | 'telephone' | 'helplines' | 'volunteerFormUrl'>;
  readonly activeSet: Pick<ActiveSetSource, 'current'>;
  readonly hasWorker: boolean;
}

/** Browsers ask for it again at every visit: a new release set, another offline page and the end of the worker reach them then. */
export const serviceWorkerRoutes: FastifyPluginAsync<ServiceWorkerOptions> = async (app, { site, activeSet, hasWorker }) => {
  const offlinePage = createOfflinePage(site);
  const savedPagePolicy = createSavedPagePolicy([HELP_SCRIPT, PREPARE_SCRIPT]);
  // A path of this site; another service receives no key, and would store a form twice.
  const formPath = site.volunteerFormUrl.startsWith('/') ? site.volunteerFormUrl : undefined;
  app.get(WORKER_PATH, async (_request, reply) => {
    const { remotes, browserSet } = activeSet.current();
    const privatePaths = [...remotes.values()].flatMap(({ release, bundle }) => (release.isPrivate ? bundle.paths : []));
    return reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', "default-src 'none'; connect-src 'self'")
      .send(hasWorker ? createWorkerScript({ set: browserSet.id, offlinePage, savedPagePolicy, privatePaths, formPath }) : UNREGISTERING_SCRIPT);
  });
};
