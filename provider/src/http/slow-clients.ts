import type { FastifyInstance } from 'fastify';

/** A form without files is small: nobody who means it needs longer. Files come over slow lines, so they get a minute (`requestTimeout`). */
export const SMALL_BODY_MS = 8_000;
const REST_MS = 4_000;
const CONNECTION_LIMIT = 4_000;

/** Ends connections that drip their body, or go on sending after the answer. (Dripping headers end with Node's own `headersTimeout`.) */
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
    // Refused before its body was read, for a missing token say. The rest is read and dropped for a while, because a connection that
    // is cut at once may take the answer with it.
    raw.resume();
    const timer = setTimeout(() => raw.destroy(), REST_MS);
    timer.unref();
    raw.once('end', () => clearTimeout(timer));
    raw.once('close', () => clearTimeout(timer));
  });
};
