import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { isPipelined } from './pipelining.ts';

/** Header of a proxy that retries a GET or HEAD on another server if it gets no response. It is not forwarded, because it concerns a single connection. */
export const NEXT_SERVER_HEADER = 'x-next-server';

export interface Draining {
  isDraining(): boolean;
  /**
   * Makes every response ask its client to close the connection. Resolves after `milliseconds`, when the server should be closed. Requests are served until
   * then, and afterwards on connections that are still open.
   */
  drain(milliseconds: number): Promise<void>;
  /**
   * Whether to drop a request without a response, because its proxy will retry it on another server. The dropped request tells the proxy that this server is
   * shutting down, so that it opens few new connections. Otherwise the operating system would reset connections that are not yet accepted at the end.
   */
  isForNextServer(request: IncomingMessage): boolean;
}

/**
 * Handles the time between the termination signal and the end of a server. Load balancers then take the server out of service because of `/ready`. Proxies stop
 * reusing connections to it, so that no request arrives on a connection that is being closed.
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
      // Wait until the event loop has accepted the pending connections. When the server stops listening, the operating system resets those that are still
      // pending.
      await setImmediate();
    },
  };
};
