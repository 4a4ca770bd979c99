import { createServer as createProxy } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { generate } from 'selfsigned';

export interface OtherSites {
  /** Port of an HTTPS proxy that returns the same small page for every website. */
  readonly proxyPort: number;
  readonly requested: readonly string[];
  close(): Promise<void>;
}

/**
 * Simulates all other websites. The clients do not intercept these requests, because interception disables the browser's cache and not every client supports
 * it.
 */
export const startOtherSites = async (): Promise<OtherSites> => {
  const requested: string[] = [];
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
  const sites = createServer({ key, cert }, ({ headers, url }, response) => {
    requested.push(`https://${headers.host}${url}`);
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Another site</title><p>Another site');
  });
  const proxy = createProxy();
  proxy.on('connect', (_request, socket) => {
    const upstream = connect((sites.address() as AddressInfo).port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    for (const stream of [socket, upstream])
      stream.on('error', () => {
        socket.destroy();
        upstream.destroy();
      });
  });
  for (const server of [sites, proxy]) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    proxyPort: (proxy.address() as AddressInfo).port,
    requested,
    close: async () => {
      proxy.closeAllConnections();
      sites.closeAllConnections();
      for (const server of [proxy, sites]) server.close();
    },
  };
};
