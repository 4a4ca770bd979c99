import fastifyHttpProxy from '@fastify/http-proxy';
import type { FastifyPluginAsync } from 'fastify';

const PREFIXES = ['/api', '/img'];

/** Passes the provider's calls and images on, so that the browser sees one origin. */
export const providerProxy: FastifyPluginAsync<{ readonly providerUrl: string }> = async (app, { providerUrl }) => {
  for (const prefix of PREFIXES) {
    await app.register(fastifyHttpProxy, {
      upstream: providerUrl,
      prefix,
      rewritePrefix: prefix,
      replyOptions: {
        // The provider throttles by visitor, and must not trust an address that the visitor sent.
        // `Expect` was already answered by this server; the proxy's client refuses to send it.
        rewriteRequestHeaders: (request, { expect: _answered, ...headers }) => ({ ...headers, 'x-forwarded-for': request.ip }),
        onError: (reply) => {
          // The specification's text for a call without a response (ERR-01).
          reply.code(503).send({ message: 'An error occurred' });
        },
      },
    });
  }
};
