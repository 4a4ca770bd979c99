import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { isNotModified, SHARED_CACHE } from '../pages/page-response.ts';
import type { Sitemap, SitemapFile } from '../pages/sitemap.ts';

const acceptsGzip = ({ headers }: FastifyRequest): boolean => new Negotiator({ headers }).encodings(['gzip']).includes('gzip');

const send = async (request: FastifyRequest, reply: FastifyReply, file: SitemapFile) => {
  const validators = { etag: file.etag };
  reply.headers({ ...validators, 'cache-control': SHARED_CACHE, vary: 'accept-encoding' });
  if (isNotModified(request, validators)) return reply.code(304).send();
  reply.type('application/xml; charset=utf-8');
  return acceptsGzip(request) ? reply.header('content-encoding', 'gzip').send(file.gzip) : reply.send(await file.getXml());
};

/** Serves the sitemap, and its parts on a site with many pages. */
export const sitemapRoutes: FastifyPluginAsync<{ readonly sitemap: Sitemap }> = async (app, { sitemap }) => {
  app.get('/sitemap.xml', async (request, reply) => send(request, reply, await sitemap.getMain()));
  app.get<{ Params: { part: string } }>('/sitemap-:part(^[1-9]\\d{0,4}$).xml', async (request, reply) => {
    const file = await sitemap.getPart(Number(request.params.part));
    return file === undefined ? reply.callNotFound() : send(request, reply, file);
  });
};
