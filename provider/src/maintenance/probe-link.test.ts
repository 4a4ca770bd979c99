import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { createProbeLink, type Network, sendRequest } from './probe-link.ts';

const PUBLIC = '93.184.216.34';
const { signal } = new AbortController();

/** Creates a network in which hosts resolve to the given addresses (one list for each look-up) and the responses depend on the method and URL. */
const createNetwork = (hosts: Readonly<Record<string, readonly (readonly string[])[]>>, responses: Readonly<Record<string, number | string>> = {}) => {
  const resolvedHosts: string[] = [];
  const sent: string[] = [];
  const network: Network = {
    resolve: async (hostname) => {
      const lists = hosts[hostname] ?? [[hostname]];
      const addresses = lists[Math.min(resolvedHosts.filter((name) => name === hostname).length, lists.length - 1)] ?? [];
      resolvedHosts.push(hostname);
      return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    },
    send: async (url, { method, addresses }) => {
      sent.push(`${method} ${url.href} at ${addresses.map(({ address }) => address).join(', ')}`);
      const response = responses[`${method} ${url.href}`] ?? responses[url.href] ?? 200;
      return typeof response === 'number' ? { status: response, location: undefined } : { status: 302, location: response };
    },
  };
  return { sent, resolvedHosts, check: (url: string) => createProbeLink('LinkCheck/1.0', network)(url, signal) };
};

describe('the request for a link', () => {
  it.each([
    'http://127.0.0.1/',
    'http://10.1.2.3/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://[64:ff9b::a00:1]/',
    'http://0.0.0.0/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://0x7f.1/',
    'http://127.1/',
  ])('is never sent to %s', async (url) => {
    const { check, sent } = createNetwork({});

    expect(await check(url)).toEqual({ kind: 'fault', reason: 'private-address' });
    expect(sent).toEqual([]);
  });

  it.each([
    ['a private address', ['10.0.0.1']],
    ['a public address and a private one', [PUBLIC, '192.168.0.1']],
    ['the metadata of the cloud', ['169.254.169.254']],
    ['an IPv4 address in IPv6', ['::ffff:127.0.0.1']],
  ])('is not sent to a name that resolves to %s', async (_name, addresses) => {
    const { check, sent } = createNetwork({ 'intranet.example': [addresses] });

    expect(await check('https://intranet.example/')).toEqual({ kind: 'fault', reason: 'private-address' });
    expect(sent).toEqual([]);
  });

  it('is sent to the checked address, even if the name resolves to a private one from then on', async () => {
    const { check, sent, resolvedHosts } = createNetwork({ 'rebind.example': [[PUBLIC], ['127.0.0.1']] }, { 'HEAD http://rebind.example/': 500 });

    expect(await check('http://rebind.example/')).toEqual({ kind: 'response', httpStatus: 200 });
    expect(resolvedHosts).toEqual(['rebind.example']);
    expect(sent).toEqual([`HEAD http://rebind.example/ at ${PUBLIC}`, `GET http://rebind.example/ at ${PUBLIC}`]);
  });

  it('does not follow the redirect to a private address, nor to a name that has become private', async () => {
    const hosts = { 'a.example': [[PUBLIC], ['10.0.0.1']] };
    const literalAddress = createNetwork(hosts, { 'http://a.example/': 'http://169.254.169.254/' });
    const reboundAddress = createNetwork(hosts, { 'http://a.example/': '/again' });

    expect(await literalAddress.check('http://a.example/')).toEqual({ kind: 'fault', reason: 'private-address' });
    expect(await reboundAddress.check('http://a.example/')).toEqual({ kind: 'fault', reason: 'private-address' });
    expect([literalAddress.sent, reboundAddress.sent].map(({ length }) => length)).toEqual([1, 1]);
  });

  it.each(['http://a.example:22/', 'http://a.example:8080/', 'http://user:password@a.example/', 'ftp://a.example/', 'file:///etc/passwd'])(
    'is not sent for %s, nor for a redirect to it',
    async (url) => {
      const { check, sent } = createNetwork({ 'a.example': [[PUBLIC]], 'b.example': [[PUBLIC]] }, { 'https://b.example/': url });

      expect(await check(url)).toEqual({ kind: 'fault', reason: 'address' });
      expect(await check('https://b.example/')).toEqual({ kind: 'fault', reason: 'address' });
      expect(sent).toEqual([`HEAD https://b.example/ at ${PUBLIC}`]);
    },
  );

  it('STAFF-18 follows five redirects and no more', async () => {
    const createRedirects = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, hop) => [`http://a.example/${hop}`, `/${hop + 1}`]));
    const hosts = { 'a.example': [[PUBLIC]] };

    expect(await createNetwork(hosts, createRedirects(5)).check('http://a.example/0')).toEqual({ kind: 'response', httpStatus: 200 });
    expect(await createNetwork(hosts, createRedirects(6)).check('http://a.example/0')).toEqual({ kind: 'fault', reason: 'redirects' });
  });

  it('STAFF-18 is repeated as GET if HEAD fails', async () => {
    const { check } = createNetwork({ 'a.example': [[PUBLIC]] }, { 'HEAD http://a.example/': 405, 'GET http://a.example/': 404 });

    expect(await check('http://a.example/')).toEqual({ kind: 'response', httpStatus: 404 });
  });

  it.each([
    ['ENOTFOUND', 'no-such-host'],
    ['ECONNREFUSED', 'no-answer'],
    ['CERT_HAS_EXPIRED', 'certificate'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'untrusted'],
  ])('STAFF-18 reports the reason for %s', async (code, reason) => {
    const send = jest.fn().mockRejectedValue(Object.assign(new Error(code), { code }));
    const probe = createProbeLink('LinkCheck/1.0', { resolve: async () => [{ address: PUBLIC, family: 4 }], send });

    expect(await probe('https://a.example/', signal)).toEqual({ kind: 'fault', reason });
  });

  it.each(['http://localhost/', 'http://127.0.0.1:443/'])('is never sent to %s by the real resolver', async (url) => {
    expect(await createProbeLink('LinkCheck/1.0')(url, signal)).toEqual({ kind: 'fault', reason: 'private-address' });
  });

  it('ends when the caller aborts it, even while a name is being resolved', async () => {
    const controller = new AbortController();
    const probe = createProbeLink('LinkCheck/1.0', { resolve: () => new Promise(() => undefined), send: sendRequest });
    const checkPromise = probe('http://a.example/', controller.signal);
    controller.abort();

    await expect(checkPromise).rejects.toThrow('aborted');
  });
});

describe('sendRequest', () => {
  it('ends when its signal aborts, even if the server sends no headers', async () => {
    const server = http.createServer(() => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const options = { method: 'HEAD', addresses: [{ address: '127.0.0.1', family: 4 }], userAgent: 'LinkCheck/1.0' } as const;

    await expect(sendRequest(new URL(`http://slow.invalid:${port}/`), { ...options, signal: AbortSignal.timeout(50) })).rejects.toThrow('aborted');
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('connects to the given address without resolving the name, follows no redirect, and reads no body', async () => {
    const requests: string[] = [];
    let responseClosed: Promise<unknown> = Promise.resolve();
    const server = http.createServer((request, response) => {
      requests.push(`${request.method} ${request.headers.host} ${request.headers['user-agent']}`);
      responseClosed = new Promise((resolve) => response.once('close', () => resolve(true)));
      // Send a body that is longer than any client needs to read.
      response.writeHead(302, { location: 'http://127.0.0.1/' });
      response.write('x'.repeat(1_000_000));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const url = new URL(`http://nowhere.invalid:${port}/a`);

    const response = await sendRequest(url, { method: 'GET', addresses: [{ address: '127.0.0.1', family: 4 }], userAgent: 'LinkCheck/1.0', signal });

    expect(response).toEqual({ status: 302, location: 'http://127.0.0.1/' });
    expect(requests).toEqual([`GET nowhere.invalid:${port} LinkCheck/1.0`]);
    expect(await responseClosed).toBe(true);
    await new Promise((resolve) => server.close(resolve));
  });
});
