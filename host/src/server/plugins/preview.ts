import { PREVIEW_PATH } from '@site/releases/manifest';
import type { FastifyPluginAsync } from 'fastify';
import { PREVIEW_HEADERS } from '../pages/page-response.ts';
import type { Visits } from '../remotes/visits.ts';
import { PREVIEW_COOKIE, setCookie } from './visit.ts';

interface PreviewOptions {
  readonly visits: Pick<Visits, 'findPreview'>;
}

/** `GET /_preview/<token>` begins a preview, `GET /_preview/end` ends it: both only set the visitor's cookie. */
export const previewRoutes: FastifyPluginAsync<PreviewOptions> = async (app, { visits }) => {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(PREVIEW_HEADERS);
  });

  app.get(`${PREVIEW_PATH}/end`, async (request, reply) => {
    setCookie(request, reply, PREVIEW_COOKIE);
    return reply.redirect('/', 303);
  });

  // A wildcard, because a parameter may not be as long as a token.
  app.get<{ Params: { '*': string } }>(`${PREVIEW_PATH}/*`, async (request, reply) => {
    // Another page could begin one for its visitors with an image or a frame. Browsers say what they want it for; other clients have no session.
    const { 'sec-fetch-dest': destination = 'document' } = request.headers;
    if (destination !== 'document') return reply.code(403).type('text/plain').send('Open the preview from a page of the site.\n');
    const { '*': token } = request.params;
    const visit = await visits.findPreview(token);
    // The same response to every token that is not valid.
    if (visit?.preview === undefined) return reply.code(404).type('text/plain').send('This preview has ended, or its URL is incomplete.\n');
    const { remote } = visit.preview;
    const [path = '/'] = visit.set.browserSet.remotes[remote]?.paths ?? [];
    setCookie(request, reply, PREVIEW_COOKIE, token);
    return reply.redirect(path, 303);
  });
};
