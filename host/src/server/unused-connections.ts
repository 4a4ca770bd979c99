import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Browsers open connections in advance. Node counts one that never asked anything as busy, and a server that ends would wait for it until it
 * times out: this closes them.
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
