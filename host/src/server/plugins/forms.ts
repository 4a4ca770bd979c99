import { getAddressKey } from '@site/shared/domain/client-address';
import type { FastifyPluginAsync } from 'fastify';
import { FORM_TYPE } from '../isolation/protocol.ts';
import { sendPageResponse } from '../pages/page-response.ts';
import type { PageSource } from '../pages/page-source.ts';
import { isCrossSite } from './same-site.ts';
import type { GetVisit } from './visit.ts';

interface FormsOptions {
  readonly siteUrl: string;
  readonly pages: Pick<PageSource, 'postForm'>;
  readonly getVisit: GetVisit;
}

/** Forms posted to a page's URL, for visitors without script: the response is the page with the result of its action. */
export const formRoutes: FastifyPluginAsync<FormsOptions> = async (app, { siteUrl, pages, getVisit }) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(FORM_TYPE, { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(null);
  });
  app.post('/*', async (request, reply) => {
    // Browsers send no backslash in a path.
    if (typeof request.body !== 'string' || request.url.split('?', 1)[0]?.includes('\\')) return reply.callNotFound();
    if (isCrossSite(request.headers, siteUrl))
      return reply.code(403).header('cache-control', 'no-store').type('text/plain').send('This form was sent from another site');
    const [path = '/', query] = request.url.split('?', 2);
    const { visit, audience } = await getVisit(request, reply);
    const form = { body: request.body, visitor: request.ip };
    const page = await pages.postForm(visit, path, query === undefined ? '' : `?${query}`, form, {
      trace: request.trace,
      getClient: () => ({ address: getAddressKey(request.ip) }),
    });
    return page.status === 405 ? reply.callNotFound() : sendPageResponse(request, reply, page, audience);
  });
};
