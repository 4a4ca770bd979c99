/** @jest-environment node */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findContractProblem } from './site-proxy.ts';

const examine = async (status: number, body: string, contract = 2, headers: Record<string, string> = {}): Promise<string | undefined> => {
  const server = createServer((_request, response) => response.writeHead(status, headers).end(body)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await findContractProblem(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), contract);
  } finally {
    server.close();
  }
};

const BUILD = JSON.stringify({ contracts: [2, 3], script: '/assets/development.1.js', replaces: '' });

describe('developing in a site', () => {
  it.each([2, 3])('RLS-08 starts if the site serves contract version %s, which the remote uses', async (contract) => {
    expect(await examine(200, BUILD, contract)).toBeUndefined();
  });

  it('RLS-08 does not start with a contract that the site does not serve', async () => {
    expect(await examine(200, BUILD, 4)).toMatch(/ serves version 2 and 3 of the remote contract, and this remote is built for version 4: use a kit /);
  });

  it.each([
    [404, 'Page Not Found'],
    [200, '<html></html>'],
    [200, '{}'],
  ])('RLS-08 does not start in a site without a development build: %s %s', async (status, body) => {
    expect(await examine(status, body)).toMatch(/ has no build for development: /);
  });

  it('RLS-08 does not start with a URL that redirects, because the pages would be those of the live site', async () => {
    const target = createServer((_request, response) => response.end(BUILD)).listen(0, '127.0.0.1');
    await once(target, 'listening');
    const origin = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
    expect(await examine(301, '', 2, { location: `${origin}/development.json` })).toContain(` redirects to ${origin}: use that address.`);
    target.close();
  });

  it('RLS-08 does not start if the site does not respond', async () => {
    expect(await findContractProblem(new URL('http://127.0.0.1:1'), 2)).toMatch(/^http:\/\/127.0.0.1:1 cannot be reached: /);
  });
});
