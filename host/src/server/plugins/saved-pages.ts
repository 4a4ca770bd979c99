import type { IncomingHttpHeaders } from 'node:http';
import { createFairQueue } from '@site/shared/domain/fair-queue';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { CopySigner } from '../../features/offline/copy-signer.server.ts';
import { SAVED_PAGES_PATH } from '../../features/offline/saved-pages.ts';
import { COPY_HEADER } from '../../features/offline/signed-copy.ts';
import type { PageClient } from '../pages/composition-queue.ts';
import { compressResponse } from '../pages/compress-response.ts';
import { createPageContext } from '../pages/page-context.ts';
import { HTML_TYPE } from '../pages/page-response.ts';
import type { PageSource } from '../pages/page-source.ts';
import { readPageUrl } from '../pages/page-url.ts';
import { DATA_SAVER_COOKIE, isSavingData } from '../pages/saving-data.ts';
import { DOCUMENT_POLICY } from '../pages/security-policy.ts';
import type { ActiveSetSource } from '../remotes/active-set.ts';
import type { Places } from '../remotes/places.ts';
import type { Visit } from '../remotes/visits.ts';
import { readCookies, toPageClient } from './visit.ts';

interface SavedPagesOptions {
  readonly signer: CopySigner;
  readonly pages: Pick<PageSource, 'getPage'>;
  readonly activeSet: Pick<ActiveSetSource, 'current'>;
  readonly places: Pick<Places, 'find' | 'site'>;
  /** The visit of a visitor without a canary or preview, because a copy outlives both. */
  readonly getCurrentVisit: () => Visit;
}

interface FoundResource {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
}

interface SentCopy {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Absent for `HEAD`, and if there is no copy. */
  readonly body?: Buffer;
}

const FILE_PATH = /^\/(?:assets|_mf|img)\//;
/** Files that pages show. Excludes scripts, and original images, which may be several megabytes. */
const SHOWN_FILE = /^\/(?:(?:assets|_mf)\/.*\.(?:css|woff2|svg|png|jpg|webp|avif)|img\/upload\/[^/]*\bw_\d+[^/]*\/.*)$/;
const FILE_TYPE = /^(?:image\/|font\/|text\/css\b)/;
const SERVICE_UNAVAILABLE = 503;
/** Copies are composed or read, hashed and compressed: one at a time per address, alternating between addresses. A page and its files share one queue. */
const QUEUE = { slots: 2, slotsPerKey: 1, waiting: 1000, waitingPerKey: 200 };

/** Whether this is exactly how browsers write a URL on this site: as a path and query. */
const isCanonicalUrl = (address: string): boolean => {
  if (!URL.canParse(address, 'http://site')) return false;
  const { host, pathname, search } = new URL(address, 'http://site');
  return host === 'site' && `${pathname}${search}` === address;
};

/** The signed copy of each public page, and of each file that pages show, below `/saved-pages`. Only for the service worker (`features/offline/saved-copies.ts`). */
export const savedPageRoutes: FastifyPluginAsync<SavedPagesOptions> = async (app, { signer, pages, activeSet, places, getCurrentVisit }) => {
  const findFile = async (address: string, { ip, headers: { host, accept = '*/*' } }: FastifyRequest): Promise<FoundResource | undefined> => {
    if (!SHOWN_FILE.test(address)) return undefined;
    const { statusCode, headers, rawPayload } = await app.inject({ url: address, remoteAddress: ip, headers: { host, accept } });
    const type = String(headers['content-type'] ?? '');
    if (statusCode === 200 && !FILE_TYPE.test(type)) return undefined;
    return { status: statusCode, type, body: rawPayload };
  };

  const findPage = async (address: string, request: FastifyRequest, getClient: () => PageClient): Promise<FoundResource | undefined> => {
    const url = readPageUrl(address);
    if (url === undefined || `${url.path}${url.search}` !== address) return undefined;
    const savesData = isSavingData(request.headers, readCookies(request)[DATA_SAVER_COOKIE]);
    const visit = { ...getCurrentVisit(), ...(savesData ? { savesData } : {}) };
    const page = await pages.getPage(createPageContext(visit, url, { trace: request.trace, visitor: request.ip, getClient }));
    if (page.contentType !== HTML_TYPE) return undefined;
    // Only a script can render the page, or the provider has not delivered all of its data.
    if (page.status === 200 && page.cacheability === 'none') return { status: SERVICE_UNAVAILABLE, type: HTML_TYPE, body: Buffer.of() };
    return { status: page.status, type: HTML_TYPE, body: await page.getBody('identity') };
  };

  const createCopy = async (request: FastifyRequest, getClient: () => PageClient): Promise<SentCopy> => {
    const address = request.url.slice(SAVED_PAGES_PATH.length);
    const isSiteHost = places.find(request.headers.host) === places.site;
    const find = FILE_PATH.test(address) ? findFile : findPage;
    const found = isSiteHost && isCanonicalUrl(address) ? await find(address, request, getClient) : undefined;
    if (found?.status !== 200) return { status: found?.status === undefined || found.status < 400 ? 404 : found.status, headers: {} };
    const { type, body } = found;
    const edition = signer.getEdition(activeSet.current().browserSet.id);
    const headers = { 'content-type': type, [COPY_HEADER]: signer.sign(edition, { address, type, body }) };
    if (request.method === 'HEAD') return { status: 200, headers };
    return { status: 200, ...(await compressResponse({ method: 'GET', path: address, requestHeaders: request.headers, statusCode: 200, headers, body })) };
  };

  const queue = createFairQueue(QUEUE);
  app.route({
    method: ['GET', 'HEAD'],
    url: `${SAVED_PAGES_PATH}/*`,
    handler: async (request, reply) => {
      const client = toPageClient(request, reply);
      const releaseSlot = await queue.enter(client.address, client.signal);
      // Releases the slot before the response is sent, because a slow reader would occupy it.
      const { status, headers, body } = await createCopy(request, () => client).finally(releaseSlot);
      const fixedHeaders = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'content-security-policy': DOCUMENT_POLICY };
      return reply
        .code(status)
        .headers({ ...headers, ...fixedHeaders })
        .send(body);
    },
  });
};
