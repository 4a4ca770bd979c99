import { countPageView } from '@site/shared/contracts/dashboard';
import type { FastifyPluginAsync } from 'fastify';
import type { CanaryMonitor } from '../monitoring/canary-monitor.ts';
import { HTML_TYPE, sendPageResponse } from '../pages/page-response.ts';
import type { PageSource } from '../pages/page-source.ts';
import { findOwningRemote } from '../remotes/active-set.ts';
import type { GetVisit } from './visit.ts';

interface PagesOptions {
  readonly providerUrl: string;
  readonly pages: Pick<PageSource, 'getPage'>;
  readonly getVisit: GetVisit;
  readonly monitor: Pick<CanaryMonitor, 'countView'>;
}

/** More requests would only queue up at a slow provider; the count may miss some. */
const MAX_VIEWS_IN_FLIGHT = 20;
const VIEW_TIMEOUT_MS = 3000;

/** Reports views of public pages to the provider: the path and nothing about the visitor (NS-01). Never delays or fails a response. */
const createViewCounter = (providerUrl: string) => {
  let inFlight = 0;
  return (path: string): void => {
    if (inFlight >= MAX_VIEWS_IN_FLIGHT) return;
    inFlight += 1;
    fetch(new URL(`/api${countPageView.path}`, providerUrl), {
      method: countPageView.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ path }),
      redirect: 'error',
      signal: AbortSignal.timeout(VIEW_TIMEOUT_MS),
    })
      .then((response) => response.body?.cancel())
      // A page view may go uncounted.
      .catch(() => undefined)
      .finally(() => {
        inFlight -= 1;
      });
  };
};

/** The one address of a page: without a slash at the end, and with slashes where browsers would replace a backslash by one. */
const toAddress = (path: string): string => {
  const slashed = path.replaceAll('\\', '/');
  return slashed === path && (path === '/' || !path.endsWith('/')) ? path : slashed.replace(/\/+$/, '').replace(/^\/*/, '/');
};

/** Every URL that no other plugin serves: pages, and documents of the remotes. */
export const pageRoutes: FastifyPluginAsync<PagesOptions> = async (app, { providerUrl, pages, getVisit, monitor }) => {
  const countView = createViewCounter(providerUrl);

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      const [path = '/', query] = request.url.split('?', 2);
      const search = query === undefined ? '' : `?${query}`;
      const address = toAddress(path);
      if (address !== path) return reply.redirect(`${address}${search}`, 308);

      const { visit, audience } = await getVisit(request, reply);
      const page = await pages.getPage(visit, path, search);
      if (audience !== 'preview' && request.method === 'GET' && page.contentType === HTML_TYPE) {
        if (page.status === 200 && page.cacheability !== 'none') countView(path);
        const release = findOwningRemote(visit.set, path)?.release;
        if (release !== undefined) monitor.countView(visit.set.browserSet.id, release.remote, release.version);
      }
      return sendPageResponse(request, reply, page, audience);
    },
  });
};
