import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { pause } from '../measuring.ts';

/** TCP proxy between two programs. It can delay or cut the connection. */
export interface Link {
  readonly port: number;
  delay(milliseconds: number): void;
  cut(): void;
  close(): void;
}

export const startLink = async (serverPort: number): Promise<Link> => {
  let delayMs = 0;
  let isCut = false;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    const upstream = connect(serverPort, '127.0.0.1');
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.once('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    // Chain the writes, so that data stays in order when the delay becomes shorter.
    let sent = Promise.resolve();
    client.on('data', (chunk) => {
      const sendAt = performance.now() + delayMs;
      sent = sent.then(async () => {
        if (sendAt > performance.now()) await pause(sendAt - performance.now());
        upstream.write(chunk);
      });
    });
    upstream.pipe(client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The operating system did not assign a port.');

  const cut = (): void => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: address.port,
    delay: (milliseconds) => {
      isCut = false;
      delayMs = milliseconds;
    },
    cut,
    close: () => {
      cut();
      server.close();
    },
  };
};
