import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** A client that opens a connection for a request sends the request within this time. */
const FIRST_REQUEST_MS = 500;

/**
 * Browsers open connections in advance. Node treats a connection without a request as busy, so closing the server would wait for the connection's timeout. Such
 * connections are destroyed instead.
 */
export const watchUnusedConnections = (server: Server): { close(): void } => {
  const unusedSockets = new Map<Socket, number>();
  server.on('connection', (socket) => {
    unusedSockets.set(socket, performance.now());
    socket.once('close', () => unusedSockets.delete(socket));
  });
  server.prependListener('request', ({ socket }) => unusedSockets.delete(socket));
  return {
    close: () => {
      const now = performance.now();
      for (const [socket, since] of unusedSockets) {
        // The first request of a new connection may have arrived without having been read yet.
        const remainingMs = FIRST_REQUEST_MS - (now - since);
        if (remainingMs <= 0) socket.destroy();
        else setTimeout(() => unusedSockets.has(socket) && socket.destroy(), remainingMs);
      }
    },
  };
};
