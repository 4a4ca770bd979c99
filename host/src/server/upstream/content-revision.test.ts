/** @jest-environment node */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitUntil } from '@site/shared/testing/wait-until';
import { createContentRevision } from './content-revision.ts';

let server: Server;
let requests = 0;
let revision: string | undefined;
let withdrawal: string | undefined;

beforeEach(async () => {
  requests = 0;
  withdrawal = undefined;
  server = createServer((_request, response) => {
    requests += 1;
    if (revision !== undefined) response.setHeader('x-content-revision', revision);
    if (withdrawal !== undefined) response.setHeader('x-withdrawal-revision', withdrawal);
    response.writeHead(revision === undefined ? 404 : revision === '503' ? 503 : 204).end();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
});
afterEach(() => new Promise((closed) => server.close(closed)));

const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

describe('content revision', () => {
  it('asks the provider once for many pages, and again after a second', async () => {
    revision = '7';
    let now = 0;
    const read = createContentRevision(address(), { now: () => now }).getRevision;
    expect(await Promise.all([read(), read(), read()])).toEqual([7, 7, 7]);
    expect(requests).toBe(1);

    revision = '8';
    expect(await read()).toBe(7);
    now = 1000;
    expect(await read()).toBe(8);
  });

  it('changes every five seconds when the server counts nothing', async () => {
    revision = undefined;
    let now = 0;
    const read = createContentRevision(address(), { now: () => now }).getRevision;
    const first = await read();
    now = 4000;
    expect(await read()).toBe(first);
    now = 5000;
    expect(await read()).not.toBe(first);
  });

  it('follows no redirect to another address', async () => {
    revision = '7';
    const elsewhere = createServer((_request, response) => response.writeHead(307, { location: `${address()}/api/revision` }).end());
    await new Promise<void>((ready) => elsewhere.listen(0, '127.0.0.1', ready));

    const read = await createContentRevision(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`).getRevision();
    await new Promise((closed) => elsewhere.close(closed));
    expect(read).toBeUndefined();
  });

  it('OPS-01 returns the newest revision that any response has had, although a provider lags', async () => {
    revision = '7';
    let now = 0;
    const { getRevision, newest } = createContentRevision(address(), { now: () => now });
    await getRevision();
    newest.observe(9);
    newest.observe(8);
    expect([newest.get(), await getRevision()]).toEqual([9, 9]);

    now = 1000;
    expect(await getRevision()).toBe(9);
  });

  it('OPS-01 accepts a lower revision when it lasts: another database', async () => {
    revision = '7';
    let now = 0;
    const { getRevision } = createContentRevision(address(), { now: () => now });
    await getRevision();
    revision = '2';
    const read = [];
    for (now = 1000; now <= 4000; now += 1000) read.push(await getRevision());
    expect(read).toEqual([7, 7, 7, 2]);
  });

  it('OPS-05 names the revisions since the last withdrawal, and the newest one only if the server does not say', async () => {
    revision = '9';
    withdrawal = '4';
    let now = 0;
    const { getRange, getRevision, newest } = createContentRevision(address(), { now: () => now });
    await getRevision();
    expect(getRange()).toEqual({ oldest: 4, newest: 9 });
    newest.observe(11, 10);
    newest.observe(10, 4);
    expect(getRange()).toEqual({ oldest: 10, newest: 11 });
    newest.observe(12);
    expect(getRange()).toEqual({ oldest: 12, newest: 12 });

    revision = '13';
    now = 1000;
    await getRevision();
    expect(getRange()).toEqual({ oldest: 4, newest: 13 });
    revision = undefined;
    now = 2000;
    const uncounted = await getRevision();
    expect(getRange()).toEqual({ oldest: uncounted, newest: uncounted });
  });

  it('OPS-05 names no revision that may be one of the database before', async () => {
    revision = '7';
    withdrawal = '1';
    let now = 0;
    const { getRange, getRevision } = createContentRevision(address(), { now: () => now });
    await getRevision();
    const ranges = [];
    for (const [next, at] of [
      ['3', 1000],
      ['3', 5000],
      ['7', 6000],
      ['9', 7000],
    ] as const) {
      revision = next;
      now = at;
      await getRevision();
      ranges.push(getRange());
    }
    expect(ranges).toEqual([
      { oldest: 1, newest: 7 },
      { oldest: 3, newest: 3 },
      { oldest: 7, newest: 7 },
      { oldest: 8, newest: 9 },
    ]);
  });

  it('OPS-05 has no revision while the database of the provider is unreachable', async () => {
    revision = '503';
    expect(await createContentRevision(address()).getRevision()).toBeUndefined();
  });

  it('OPS-05 logs one line when the provider becomes unreachable, and one when it is back', async () => {
    revision = '503';
    let now = 0;
    const log = { error: jest.fn(), warn: jest.fn() };
    const { getRevision, getOutage, getLast } = createContentRevision(address(), { log, now: () => now });
    await getRevision();
    now = 1000;
    await getRevision();
    expect(getOutage()).toEqual({ since: 0, reason: 'It responds with 503.' });
    expect(log.error.mock.calls).toEqual([[{ reason: 'It responds with 503.' }, 'provider unreachable']]);

    revision = '7';
    now = 60_000;
    // Nobody waits for a provider that is unreachable.
    expect(await getRevision()).toBeUndefined();
    await waitUntil(() => getOutage() === undefined);
    expect([await getRevision(), getLast()]).toEqual([7, 7]);
    expect(log.warn.mock.calls).toEqual([[{ seconds: 60 }, 'provider reachable again']]);
  });

  it('has no revision while the provider does not respond', async () => {
    expect(await createContentRevision('http://127.0.0.1:9').getRevision()).toBeUndefined();
  });
});
