import fastifyHttpProxy from '@fastify/http-proxy';
import type { FastifyPluginAsync } from 'fastify';

const PREFIXES = ['/api', '/img'];

/** Proxies the provider's API and images, so that the browser sees one origin. */
export const providerProxy: FastifyPluginAsync<{ readonly providerUrl: string }> = async (app, { providerUrl }) => {
  for (const prefix of PREFIXES) {
    await app.register(fastifyHttpProxy, {
      upstream: providerUrl,
      prefix,
      rewritePrefix: prefix,
      replyOptions: {
        // The provider limits rates by address, and must not trust an address that the visitor sent.
        // This server has already handled `Expect`; the proxy's client rejects requests with it.
        rewriteRequestHeaders: (request, { expect: _expect, ...headers }) => ({ ...headers, 'x-forwarded-for': request.ip }),
        onError: (reply) => {
          // The specification's text for a request without a response (ERR-01).
          reply.code(503).send({ message: 'An error occurred' });
        },
      },
    });
  }
};
