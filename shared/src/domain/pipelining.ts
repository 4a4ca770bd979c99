import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/**
 * Whether a request arrived before the responses to earlier requests on its connection (HTTP pipelining, RFC 9112, section 9.3.2). Node assigns a socket to
 * such a request only after those responses.
 */
export const isPipelined = ({ socket }: ServerResponse): boolean => socket === null;

/**
 * Closes connections that pipeline requests. Browsers and proxies never pipeline, but attackers do, because pipelining makes a flood of requests cheap. When
 * such a connection ends, Node emits `close` only on the first waiting response, so the other requests would keep their slots in queues forever.
 */
export const refusePipelining = (app: FastifyInstance): void => {
  app.addHook('onRequest', ({ raw }, reply, done) => {
    if (!isPipelined(reply.raw)) return done();
    reply.hijack();
    raw.socket.destroy();
  });
};
