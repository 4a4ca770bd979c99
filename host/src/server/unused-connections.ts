import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Browsers open connections in advance. Node treats a connection that has had no request as busy, so closing the server would wait until it
 * times out. This destroys such connections.
 */
export const watchUnusedConnections = (server: Server): { close(): void } => {
  const unused = new Set<Socket>();
  server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.prependListener('request', ({ socket }) => unused.delete(socket));
  return {
    close: () => {
      for (const socket of unused) socket.destroy();
    },
  };
};
