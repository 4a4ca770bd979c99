import type { FastifyInstance } from 'fastify';

export interface Draining {
  /** True from `begin` on. */
  isDraining(): boolean;
  /** From now on every response asks its client to close the connection. Requests are served until the server is closed. */
  begin(): void;
}

/**
 * The time between the signal to end and the end: load balancers take this host out of service because `/ready` says so, while what they still send is
 * served.
 */
export const createDraining = (app: FastifyInstance): Draining => {
  let isDraining = false;
  // As late as possible: a proxied response brings a header of its own.
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining) reply.header('connection', 'close');
  });
  return {
    isDraining: () => isDraining,
    begin: () => {
      isDraining = true;
    },
  };
};
