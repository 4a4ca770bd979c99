import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { isPipelined } from './pipelining.ts';

/** Header set by a proxy that retries a GET or HEAD on another server if it gets no response. It is not forwarded, because it concerns a single connection. */
export const NEXT_SERVER_HEADER = 'x-next-server';

export interface Draining {
  isDraining(): boolean;
  /**
   * Makes every response ask its client to close the connection. Resolves after `milliseconds`, when the server should be closed. Even then, the server still
   * responds to requests on open connections.
   */
  drain(milliseconds: number): Promise<void>;
  /**
   * Whether to drop a request without a response, because its proxy will retry the request on another server. The dropped request tells the proxy that this
   * server is shutting down. The proxy then opens few new connections, which the operating system might reset when the server stops.
   */
  isForNextServer(request: IncomingMessage): boolean;
}

/**
 * Drains a server after its termination signal, before it stops. `/ready` tells load balancers to take the server out of service. Proxies stop reusing
 * connections to the server, so that no request arrives on a connection that is being closed.
 */
export const createDraining = (server: Server): Draining => {
  let isDraining = false;
  const inFlight = new Set<ServerResponse>();
  const closeConnection = (response: ServerResponse): void => {
    if (!response.headersSent) response.setHeader('connection', 'close');
  };
  server.prependListener('request', (_request, response) => {
    if (isPipelined(response)) return;
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
      // Wait until the event loop has accepted the pending connections, because the operating system resets pending connections when the server stops
      // listening.
      await setImmediate();
    },
  };
};
