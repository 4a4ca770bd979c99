import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Browsers open connections in advance. Node counts a connection without a request as busy, and a server that closes would wait for it until it
 * times out: this destroys them.
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
