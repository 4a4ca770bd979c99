import { getAddressKey } from '@site/shared/domain/client-address';
import type { FastifyPluginAsync } from 'fastify';
import { EDIT_MARK } from '../../federation/page-data.ts';
import type { CanaryMonitor } from '../monitoring/canary-monitor.ts';
import { createPageContext } from '../pages/page-context.ts';
import { HTML_TYPE, sendPageResponse } from '../pages/page-response.ts';
import type { PageSource } from '../pages/page-source.ts';
import { readPageUrl, sendTooLong } from '../pages/page-url.ts';
import { createViewCounter } from '../pages/view-counter.ts';
import type { Place } from '../remotes/places.ts';
import { type GetVisit, toPageClient } from './visit.ts';

export interface PagesOptions {
  readonly providerUrl: string;
  readonly pages: Pick<PageSource, 'getPage'>;
  readonly getVisit: GetVisit;
  readonly monitor: Pick<CanaryMonitor, 'noteServed'>;
  /** Returns the URL of a page that this origin does not serve. */
  readonly findUrlOnOtherOrigin: (place: Place, path: string) => string | undefined;
}

/** Serves every URL that no other plugin handles: pages, and the remotes' documents. */
export const pageRoutes: FastifyPluginAsync<PagesOptions> = async (app, { providerUrl, pages, getVisit, monitor, findUrlOnOtherOrigin }) => {
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

      const { visit, place, audience } = await getVisit(request, reply);
      const context = createPageContext(visit, url, { trace: request.trace, visitor: request.ip, getClient: () => toPageClient(request, reply) });
      const { owner } = context;
      // Only for paths without an owner, because a preview may have pages at new paths.
      const otherUrl = owner === undefined || owner === null ? findUrlOnOtherOrigin(place, path) : undefined;
      if (otherUrl !== undefined)
        return reply
          .header('cache-control', 'no-store')
          .redirect(`${otherUrl}${search}${place.hasSessions && !otherUrl.startsWith(place.origin) ? EDIT_MARK : ''}`, 302);
      const page = await pages.getPage(context);
      if (audience !== 'preview' && request.method === 'GET' && page.contentType === HTML_TYPE) {
        if (page.status === 200 && page.cacheability !== 'none') views.count(path);
        const release = owner?.release;
        if (audience === 'visitor' && release !== undefined)
          monitor.noteServed(visit.set.browserSet.id, release.remote, release.version, getAddressKey(request.ip));
      }
      return sendPageResponse(request, reply, page, audience);
    },
  });
};
