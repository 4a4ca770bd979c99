import { getAddressKey } from '@site/shared/domain/client-address';
import type { FastifyPluginAsync } from 'fastify';
import { FORM_TYPE } from '../isolation/protocol.ts';
import { createPageContext } from '../pages/page-context.ts';
import { sendPageResponse } from '../pages/page-response.ts';
import type { PageSource } from '../pages/page-source.ts';
import { readPageUrl, replaceNul, sendTooLong } from '../pages/page-url.ts';
import { DATA_SAVER_COOKIE, readSwitch } from '../pages/saving-data.ts';
import { isCrossSite } from './same-site.ts';
import { type GetVisit, setCookie } from './visit.ts';

interface FormsOptions {
  readonly siteUrl: string;
  readonly pages: Pick<PageSource, 'postForm'>;
  readonly getVisit: GetVisit;
}

/** How long a browser keeps the data saver setting: one year. */
const DATA_SAVER_COOKIE_SECONDS = 365 * 24 * 60 * 60;

/** Removes repeated slashes at the start, which would point to another site. */
const toSameSitePath = (url: string): string => url.replace(/^\/+/, '/');

/** Handles forms posted to a page's URL, for visitors without JavaScript. The response is the page with the result of the form's action. */
export const formRoutes: FastifyPluginAsync<FormsOptions> = async (app, { siteUrl, pages, getVisit }) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(FORM_TYPE, { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(null);
  });
  app.post('/*', async (request, reply) => {
    // Browsers never send a backslash in a path.
    if (typeof request.body !== 'string' || request.url.split('?', 1)[0]?.includes('\\')) return reply.callNotFound();
    if (isCrossSite(request.headers, siteUrl))
      return reply.code(403).header('cache-control', 'no-store').type('text/plain').send('This form was sent from another site');
    const choice = readSwitch(request.body);
    if (choice !== undefined) {
      setCookie(request, reply, DATA_SAVER_COOKIE, choice, { maxAge: DATA_SAVER_COOKIE_SECONDS });
      return reply.header('cache-control', 'no-store').redirect(toSameSitePath(request.url), 303);
    }
    const url = readPageUrl(request.url);
    if (url === undefined) return sendTooLong(reply);
    const { visit, audience } = await getVisit(request, reply);
    const form = { body: replaceNul(request.body), visitor: request.ip };
    const context = createPageContext(visit, url, { trace: request.trace, getClient: () => ({ address: getAddressKey(request.ip) }) });
    const page = await pages.postForm(context, form);
    return page.status === 405 ? reply.callNotFound() : sendPageResponse(request, reply, page, audience);
  });
};
