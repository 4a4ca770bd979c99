import type { FastifyInstance } from 'fastify';

/** A form without files is small: no legitimate client needs longer. Uploads over slow connections get a minute (`requestTimeout`). */
export const SMALL_BODY_MS = 8_000;
const DRAIN_MS = 4_000;
const CONNECTION_LIMIT = 4_000;

/** Closes connections that trickle their body, or keep sending after the response. (Slow headers end with Node's own `headersTimeout`.) */
export const registerSlowClients = (app: FastifyInstance, smallBodyMs: number): void => {
  app.server.maxConnections = CONNECTION_LIMIT;

  app.addHook('onRequest', async (request) => {
    const { raw } = request;
    const isUpload = request.headers['content-type']?.startsWith('multipart/') === true;
    if (raw.complete || raw.method === 'GET' || raw.method === 'HEAD' || isUpload) return;
    const timer = setTimeout(() => raw.destroy(), smallBodyMs);
    timer.unref();
    raw.once('end', () => clearTimeout(timer));
    raw.once('close', () => clearTimeout(timer));
  });

  app.addHook('onResponse', async (request) => {
    const { raw } = request;
    if (raw.complete) return;
    // Rejected before its body was read, for example for a missing token. The remaining body is read and discarded for a while: closing
    // the connection immediately could lose the response.
    raw.resume();
    const timer = setTimeout(() => raw.destroy(), DRAIN_MS);
    timer.unref();
    raw.once('end', () => clearTimeout(timer));
    raw.once('close', () => clearTimeout(timer));
  });
};
