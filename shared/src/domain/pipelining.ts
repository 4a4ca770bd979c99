import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/**
 * Whether a request arrived before the responses to earlier requests on its connection (HTTP pipelining, RFC 9112, section 9.3.2). Node assigns a socket to
 * such a request only after those responses.
 */
export const isPipelined = ({ socket }: ServerResponse): boolean => socket === null;

/**
 * Closes connections that pipeline. Neither browsers nor proxies pipeline, but an attacker does, because it makes a flood of requests cheap. When such a
 * connection ends, Node emits `close` only on the first of its waiting responses, so the slots of the others in queues would never be freed.
 */
export const refusePipelining = (app: FastifyInstance): void => {
  app.addHook('onRequest', ({ raw }, reply, done) => {
    if (!isPipelined(reply.raw)) return done();
    reply.hijack();
    raw.socket.destroy();
  });
};
