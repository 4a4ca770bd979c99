import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { SAVED_PAGES_PATH } from '../../offline/saved-pages.ts';
import { COPY_HEADER, type CopySigner } from '../offline/copy-signer.ts';
import { compressResponse } from '../pages/compress-response.ts';
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
  /** What visitors see who take part in no canary and no preview: a copy outlives both. */
  readonly getCurrentVisit: () => Visit;
}

interface Found {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
}

const FILE = /^\/(?:assets|_mf|img)\//;
/** What pages show; a script is never kept. */
const FILE_TYPE = /^(?:image\/|font\/|text\/css\b)/;
const NOT_NOW = 503;

/** Whether a browser names it so, too: as the path and query of an address of this site. */
const isPlain = (address: string): boolean => {
  if (!URL.canParse(address, 'http://site')) return false;
  const { host, pathname, search } = new URL(address, 'http://site');
  return host === 'site' && `${pathname}${search}` === address;
};

/** The signed copy of each public page, and of each file that pages show, at its address below `/saved-pages`: for the service worker alone (`saved-pages-script.ts`). */
export const savedPageRoutes: FastifyPluginAsync<SavedPagesOptions> = async (app, { signer, pages, activeSet, places, getCurrentVisit }) => {
  const findFile = async (address: string, { ip, headers: { host, accept = '*/*' } }: FastifyRequest): Promise<Found | undefined> => {
    const { statusCode, headers, rawPayload } = await app.inject({ url: address, remoteAddress: ip, headers: { host, accept } });
    const type = String(headers['content-type'] ?? '');
    if (statusCode === 200 && !FILE_TYPE.test(type)) return undefined;
    return { status: statusCode, type, body: rawPayload };
  };

  app.route({
    method: ['GET', 'HEAD'],
    url: `${SAVED_PAGES_PATH}/*`,
    handler: async (request, reply) => {
      const findPage = async (address: string): Promise<Found | undefined> => {
        const url = readPageUrl(address);
        if (url === undefined || `${url.path}${url.search}` !== address) return undefined;
        const savesData = isSavingData(request.headers, readCookies(request)[DATA_SAVER_COOKIE]);
        const client = { trace: request.trace, visitor: request.ip, getClient: () => toPageClient(request, reply) };
        const page = await pages.getPage({ ...getCurrentVisit(), ...(savesData ? { savesData } : {}) }, url.path, url.search, client);
        if (page.contentType !== HTML_TYPE) return undefined;
        // A page that only a script can render, or that lacks what the provider has not delivered.
        if (page.status === 200 && page.cacheability === 'none') return { status: NOT_NOW, type: HTML_TYPE, body: Buffer.of() };
        return { status: page.status, type: HTML_TYPE, body: await page.getBody('identity') };
      };

      const address = request.url.slice(SAVED_PAGES_PATH.length);
      const isOfSite = places.find(request.headers.host) === places.site;
      const found = isOfSite && isPlain(address) ? await (FILE.test(address) ? findFile(address, request) : findPage(address)) : undefined;
      reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'content-security-policy': DOCUMENT_POLICY });
      if (found?.status !== 200) return reply.code(found?.status === undefined || found.status < 400 ? 404 : found.status).send();
      const { type, body } = found;
      const edition = signer.getEdition(activeSet.current().browserSet.id);
      const headers = { 'content-type': type, [COPY_HEADER]: signer.sign(edition, { address, type, body }) };
      if (request.method === 'HEAD') return reply.headers(headers).send();
      const sent = await compressResponse({ method: 'GET', path: address, requestHeaders: request.headers, statusCode: 200, headers, body });
      return reply.headers(sent.headers).send(sent.body);
    },
  });
};
