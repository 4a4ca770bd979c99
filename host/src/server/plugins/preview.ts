import { PREVIEW_PATH, SIGN_IN_PATH } from '@site/releases/manifest';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { PREVIEW_HEADERS } from '../pages/page-response.ts';
import type { Place, Places } from '../remotes/places.ts';
import type { Visits } from '../remotes/visits.ts';
import { PREVIEW_COOKIE, readCookies, STAFF_COOKIE, setCookie } from './visit.ts';

interface PreviewOptions {
  readonly visits: Pick<Visits, 'findPreview' | 'issueCanaryLink' | 'openCanaryLink'>;
  readonly places: Pick<Places, 'find' | 'preview'>;
}

/** Whether the visitor opened the URL. Another site's image or frame must not start a preview. Clients other than browsers have no session. */
const isTopLevelNavigation = ({ headers }: FastifyRequest): boolean => (headers['sec-fetch-dest'] ?? 'document') === 'document';

const NOT_NAVIGATED_MESSAGE = 'Open the preview from a page of the site.\n';
const PREVIEW_ENDED_MESSAGE = 'This preview has ended, or its URL is incomplete.\n';

/**
 * `GET /_preview/<token>` starts a preview, and `GET /_preview/end` ends it; both only set the visitor's cookie. If staff sign in at another origin,
 * `/_preview/canaries` redirects them from there to the origin with canaries, via a link that is valid for one minute.
 */
export const previewRoutes: FastifyPluginAsync<PreviewOptions> = async (app, { visits, places }) => {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(PREVIEW_HEADERS);
  });

  const findPlace = ({ headers }: FastifyRequest): Place => places.find(headers.host);

  app.get(`${PREVIEW_PATH}/end`, async (request, reply) => {
    setCookie(request, reply, PREVIEW_COOKIE);
    // At the origin where they sign in, staff keep their cookie, and with it access to canaries.
    if (!findPlace(request).hasSessions) setCookie(request, reply, STAFF_COOKIE);
    return reply.redirect('/', 303);
  });

  app.get(`${PREVIEW_PATH}/canaries`, async (request, reply) => {
    if (!isTopLevelNavigation(request)) return reply.code(403).type('text/plain').send(NOT_NAVIGATED_MESSAGE);
    const token = visits.issueCanaryLink(readCookies(request)[STAFF_COOKIE]);
    return token === undefined ? reply.redirect(SIGN_IN_PATH, 303) : reply.redirect(`${places.preview.origin}${PREVIEW_PATH}/canaries/${token}`, 303);
  });

  app.get<{ Params: { '*': string } }>(`${PREVIEW_PATH}/canaries/*`, async (request, reply) => {
    if (!isTopLevelNavigation(request)) return reply.code(403).type('text/plain').send(NOT_NAVIGATED_MESSAGE);
    const opened = findPlace(request).hasPreviews ? visits.openCanaryLink(request.params['*']) : undefined;
    if (opened === undefined) return reply.code(404).type('text/plain').send(PREVIEW_ENDED_MESSAGE);
    setCookie(request, reply, STAFF_COOKIE, opened);
    return reply.redirect('/', 303);
  });

  // A wildcard, because a token is longer than a parameter may be.
  app.get<{ Params: { '*': string } }>(`${PREVIEW_PATH}/*`, async (request, reply) => {
    if (!isTopLevelNavigation(request)) return reply.code(403).type('text/plain').send(NOT_NAVIGATED_MESSAGE);
    const { '*': token } = request.params;
    const place = findPlace(request);
    // Release commands print this URL with the site's origin.
    if (!place.hasPreviews) return reply.redirect(`${places.preview.origin}${PREVIEW_PATH}/${encodeURIComponent(token)}`, 302);
    const visit = await visits.findPreview(token, place);
    // All invalid tokens get the same response.
    if (visit?.preview === undefined) return reply.code(404).type('text/plain').send(PREVIEW_ENDED_MESSAGE);
    const { remote } = visit.preview;
    const [path = '/'] = visit.set.browserSet.remotes[remote]?.paths ?? [];
    setCookie(request, reply, PREVIEW_COOKIE, token);
    return reply.redirect(path, 303);
  });
};
