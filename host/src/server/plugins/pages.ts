import type { FastifyPluginAsync } from 'fastify';
import type { CanaryMonitor } from '../monitoring/canary-monitor.ts';
import { HTML_TYPE, sendPageResponse } from '../pages/page-response.ts';
import type { PageSource } from '../pages/page-source.ts';
import { readPageUrl, sendTooLong } from '../pages/page-url.ts';
import { createViewCounter } from '../pages/view-counter.ts';
import { findOwningRemote } from '../remotes/active-set.ts';
import { type GetVisit, toPageClient } from './visit.ts';

interface PagesOptions {
  readonly providerUrl: string;
  readonly pages: Pick<PageSource, 'getPage'>;
  readonly getVisit: GetVisit;
  readonly monitor: Pick<CanaryMonitor, 'countView'>;
}

/** Every URL that no other plugin serves: pages, and documents of the remotes. */
export const pageRoutes: FastifyPluginAsync<PagesOptions> = async (app, { providerUrl, pages, getVisit, monitor }) => {
  const views = createViewCounter(providerUrl);
  app.addHook('onClose', () => views.close());

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      const url = readPageUrl(request.url);
      if (url === undefined) return sendTooLong(reply);
      const { path, search } = url;
      if (`${path}${search}` !== request.url) return reply.redirect(`${path}${search}`, 308);

      const { visit, audience } = await getVisit(request, reply);
      const page = await pages.getPage(visit, path, search, { trace: request.trace, getClient: () => toPageClient(request, reply) });
      if (audience !== 'preview' && request.method === 'GET' && page.contentType === HTML_TYPE) {
        if (page.status === 200 && page.cacheability !== 'none') views.count(path);
        const release = findOwningRemote(visit.set, path)?.release;
        if (release !== undefined) monitor.countView(visit.set.browserSet.id, release.remote, release.version);
      }
      return sendPageResponse(request, reply, page, audience);
    },
  });
};
