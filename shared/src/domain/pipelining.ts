import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/**
 * Whether a request arrived before the earlier ones on its connection had their responses (HTTP pipelining, RFC 9112, section 9.3.2). Node assigns it a socket
 * only afterwards.
 */
export const isPipelined = ({ socket }: ServerResponse): boolean => socket === null;

/**
 * Closes connections that pipeline. Neither browsers nor proxies do; a flood does, because waiting for a hundred pages at once costs it nothing. When such a
 * connection ends, Node emits `close` only on the first of its waiting responses, so the slots of the others in queues would never be freed.
 */
export const refusePipelining = (app: FastifyInstance): void => {
  app.addHook('onRequest', ({ raw }, reply, done) => {
    if (!isPipelined(reply.raw)) return done();
    reply.hijack();
    raw.socket.destroy();
  });
};
