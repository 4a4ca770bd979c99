import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from './errors.ts';

interface KnownRoute {
  readonly path: RegExp;
  readonly methods: readonly string[];
}

const toPattern = (url: string): RegExp => new RegExp(`^${url.replaceAll('.', '\\.').replaceAll('*', '.*').replaceAll(/:\w+/g, '[^/]+')}$`);

/** Statuses of responses without a body, whose `Content-Length` would be wrong (RFC 9110, 8.6). */
const STATUSES_WITHOUT_BODY = [204, 304];

const removeContentLength = async (_request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
  if (STATUSES_WITHOUT_BODY.includes(reply.statusCode)) reply.removeHeader('content-length');
  return payload;
};

/** Responds with 405 and `Allow` if a path only has routes for other methods, and fixes the HEAD routes that Fastify adds. Call this before adding routes. */
export const registerMethods = (app: FastifyInstance): void => {
  const routes: KnownRoute[] = [];
  app.addHook('onRoute', (route) => {
    routes.push({ path: toPattern(route.url), methods: [route.method].flat() });
    if (route.method === 'HEAD') route.onSend = [...[route.onSend ?? []].flat(), removeContentLength];
  });
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    const [path = ''] = request.url.split('?');
    const allowedMethods = routes.filter((route) => route.path.test(path)).flatMap(({ methods }) => methods);
    if (allowedMethods.length === 0) return;
    reply.header('allow', [...new Set(allowedMethods)].sort().join(', '));
    throw new HttpError(405);
  });
};
