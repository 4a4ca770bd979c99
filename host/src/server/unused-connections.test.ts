import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { watchUnusedConnections } from './unused-connections.ts';

describe('watchUnusedConnections', () => {
  let server: Server;
  let unused: ReturnType<typeof watchUnusedConnections>;
  const port = (): number => (server.address() as AddressInfo).port;

  beforeEach(async () => {
    server = createServer((_request, response) => {
      unused.close();
      response.end('complete');
    });
    unused = watchUnusedConnections(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });

  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it('lets a server close even if a browser has opened a connection in advance', async () => {
    connect(port(), '127.0.0.1').resume();
    await once(server, 'connection');
    const ended = once(server, 'close');
    server.close();
    unused.close();

    await expect(ended).resolves.toEqual([]);
  });

  it('OPS-11 gives a new connection time to send its request', async () => {
    const client = connect(port(), '127.0.0.1');
    await once(server, 'connection');
    const ended = once(server, 'close');
    server.close();
    unused.close();
    client.write('GET / HTTP/1.1\r\nhost: site.test\r\nconnection: close\r\n\r\n');

    expect(String(Buffer.concat(await client.toArray()))).toContain('complete');
    await ended;
  });

  it('leaves alone a connection that waits for its response', async () => {
    const response = await fetch(`http://127.0.0.1:${port()}/`);
    expect(await response.text()).toBe('complete');
  });
});
