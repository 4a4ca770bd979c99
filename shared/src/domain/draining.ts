import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setImmediate, setTimeout } from 'node:timers/promises';

/** Sent by a proxy that sends a GET or HEAD without a response to another server. Not passed on: it is about one connection. */
export const NEXT_SERVER_HEADER = 'x-next-server';

export interface Draining {
  /** True from the start of `drain` on. */
  isDraining(): boolean;
  /**
   * From now on every response asks its client to close the connection. Resolves after `milliseconds`, when the server is to be closed; until then, and for connections
   * that are still open then, requests are served.
   */
  drain(milliseconds: number): Promise<void>;
  /**
   * Whether a request is to be dropped without a response, because its proxy will send it to another server: by that the proxy notices that this one ends, and
   * sends it hardly any new connections, of which the operating system would reset those that have not been accepted at the end.
   */
  isForNextServer(request: IncomingMessage): boolean;
}

/**
 * The time between the signal to end and the end of a server: load balancers take it out of service because `/ready` says so, and proxies stop reusing connections to
 * it, so that none of them sends a request on a connection that is just being closed.
 */
export const createDraining = (server: Server): Draining => {
  let isDraining = false;
  const inFlight = new Set<ServerResponse>();
  const closeConnection = (response: ServerResponse): void => {
    if (!response.headersSent) response.setHeader('connection', 'close');
  };
  server.prependListener('request', (_request, response) => {
    if (isDraining) return closeConnection(response);
    inFlight.add(response);
    response.once('close', () => inFlight.delete(response));
  });
  return {
    isDraining: () => isDraining,
    isForNextServer: ({ method, headers }) => isDraining && (method === 'GET' || method === 'HEAD') && headers[NEXT_SERVER_HEADER] !== undefined,
    drain: async (milliseconds) => {
      isDraining = true;
      for (const response of inFlight) closeConnection(response);
      await setTimeout(milliseconds);
      // Right after the event loop has accepted the connections that were waiting: the operating system resets those that wait when the server stops to listen.
      await setImmediate();
    },
  };
};
