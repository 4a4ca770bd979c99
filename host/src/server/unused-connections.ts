import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** A client that opens a connection for a request sends the request within this time. */
const FIRST_REQUEST_MS = 500;

/**
 * Browsers open connections in advance. Node treats a connection without a request as busy, so closing the server would wait for the connection's timeout. Such
 * connections are destroyed instead.
 */
export const watchUnusedConnections = (server: Server): { close(): void } => {
  const unused = new Map<Socket, number>();
  server.on('connection', (socket) => {
    unused.set(socket, performance.now());
    socket.once('close', () => unused.delete(socket));
  });
  server.prependListener('request', ({ socket }) => unused.delete(socket));
  return {
    close: () => {
      const now = performance.now();
      for (const [socket, since] of unused) {
        // The first request of a new connection may have arrived without having been read yet.
        const remainingMs = FIRST_REQUEST_MS - (now - since);
        if (remainingMs <= 0) socket.destroy();
        else setTimeout(() => unused.has(socket) && socket.destroy(), remainingMs);
      }
    },
  };
};
