import { closeIfSlow, discardRemainingBody, type ProgressLimit } from '@site/shared/domain/transfer-progress';
import type { FastifyInstance } from 'fastify';

const CONNECTION_LIMIT = 4_000;

/** Closes connections that trickle their body, or keep sending after the response. (Slow headers end with Node's own `headersTimeout`.) */
export const registerSlowClients = (app: FastifyInstance, limit: ProgressLimit): void => {
  app.server.maxConnections = CONNECTION_LIMIT;
  app.addHook('onRequest', async ({ raw }) => closeIfSlow(raw, limit));
  app.addHook('onResponse', async ({ raw }) => discardRemainingBody(raw));
};
