/** @jest-environment node */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitUntil } from '@site/shared/testing/wait-until';
import { type AnnouncedRevision, createContentRevision } from './content-revision.ts';

let server: Server;
let requests = 0;
let revision: string | undefined;
let visibleRevision: string | undefined;
let withdrawalRevision: string | undefined;

beforeEach(async () => {
  requests = 0;
  visibleRevision = undefined;
  withdrawalRevision = undefined;
  server = createServer((_request, response) => {
    requests += 1;
    if (revision !== undefined) response.setHeader('x-content-revision', revision);
    if (visibleRevision !== undefined) response.setHeader('x-public-revision', visibleRevision);
    if (withdrawalRevision !== undefined) response.setHeader('x-withdrawal-revision', withdrawalRevision);
    response.writeHead(revision === undefined ? 404 : revision === '503' ? 503 : 204).end();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const singleRevision = (revision: number) => ({ oldest: revision, newest: revision });
const createAnnouncement = (number: number, changes: Partial<AnnouncedRevision> = {}): AnnouncedRevision => ({
  number,
  visible: number,
  withdrawal: number,
  ...changes,
});

describe('content revision', () => {
  it('asks the provider once for many pages, and again after a second', async () => {
    revision = '7';
    let now = 0;
    const read = createContentRevision(address(), { now: () => now }).getCurrent;
    expect(await Promise.all([read(), read(), read()])).toEqual([singleRevision(7), singleRevision(7), singleRevision(7)]);
    expect(requests).toBe(1);

    revision = '8';
    expect(await read()).toEqual(singleRevision(7));
    now = 1000;
    expect(await read()).toEqual(singleRevision(8));
  });

  it('changes every five seconds if the server does not count', async () => {
    revision = undefined;
    let now = 0;
    const read = createContentRevision(address(), { now: () => now }).getCurrent;
    const first = await read();
    now = 4000;
    expect(await read()).toEqual(first);
    now = 5000;
    expect(await read()).not.toEqual(first);
  });

  it('does not follow redirects', async () => {
    revision = '7';
    const redirectingServer = createServer((_request, response) => response.writeHead(307, { location: `${address()}/api/revision` }).end());
    await new Promise<void>((ready) => redirectingServer.listen(0, '127.0.0.1', ready));

    const read = await createContentRevision(`http://127.0.0.1:${(redirectingServer.address() as AddressInfo).port}`).getCurrent();
    await new Promise((resolve) => redirectingServer.close(resolve));
    expect(read).toBeUndefined();
  });

  it('OPS-01 returns the newest revision of any response, even while a provider lags', async () => {
    revision = '7';
    let now = 0;
    const { getCurrent, newest } = createContentRevision(address(), { now: () => now });
    await getCurrent();
    newest.observe(createAnnouncement(9));
    newest.observe(createAnnouncement(8));
    expect([newest.get(), await getCurrent()]).toEqual([9, singleRevision(9)]);

    now = 1000;
    expect(await getCurrent()).toEqual(singleRevision(9));
  });

  it('OPS-01 accepts a lower revision that persists, because it belongs to another database', async () => {
    revision = '7';
    let now = 0;
    const { getCurrent } = createContentRevision(address(), { now: () => now });
    await getCurrent();
    revision = '2';
    const read = [];
    for (now = 1000; now <= 4000; now += 1000) read.push(await getCurrent());
    expect(read).toEqual([7, 7, 7, 2].map(singleRevision));
  });

  it('OPS-01 keeps pages current while the provider counts changes that visitors do not see', async () => {
    revision = '9';
    visibleRevision = '6';
    let now = 0;
    const { getCurrent, newest } = createContentRevision(address(), { now: () => now });
    expect(await getCurrent()).toEqual({ oldest: 6, newest: 9 });
    newest.observe(createAnnouncement(12, { visible: 6 }));
    expect(await getCurrent()).toEqual({ oldest: 6, newest: 12 });

    // A provider from an earlier release does not distinguish them.
    visibleRevision = undefined;
    revision = '13';
    now = 1000;
    expect(await getCurrent()).toEqual(singleRevision(13));
  });

  it('OPS-05 returns the revisions since the last withdrawal, or only the newest one if the server does not announce it', async () => {
    revision = '9';
    withdrawalRevision = '4';
    let now = 0;
    const { getRange, getCurrent, newest } = createContentRevision(address(), { now: () => now });
    await getCurrent();
    expect(getRange()).toEqual({ oldest: 4, newest: 9 });
    newest.observe(createAnnouncement(11, { withdrawal: 10 }));
    newest.observe(createAnnouncement(10, { withdrawal: 4 }));
    expect(getRange()).toEqual({ oldest: 10, newest: 11 });
    newest.observe(createAnnouncement(12));
    expect(getRange()).toEqual({ oldest: 12, newest: 12 });

    revision = '13';
    now = 1000;
    await getCurrent();
    expect(getRange()).toEqual({ oldest: 4, newest: 13 });
    revision = undefined;
    now = 2000;
    expect(await getCurrent()).toEqual(getRange());
  });

  it('OPS-05 returns no revision that may belong to the previous database', async () => {
    revision = '7';
    withdrawalRevision = '1';
    let now = 0;
    const { getRange, getCurrent } = createContentRevision(address(), { now: () => now });
    await getCurrent();
    const ranges = [];
    for (const [next, at] of [
      ['3', 1000],
      ['3', 5000],
      ['7', 6000],
      ['9', 7000],
    ] as const) {
      revision = next;
      now = at;
      await getCurrent();
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
    expect(await createContentRevision(address()).getCurrent()).toBeUndefined();
  });

  it('OPS-05 logs one line when the provider becomes unreachable, and one when it is back', async () => {
    revision = '503';
    let now = 0;
    const log = { error: jest.fn(), warn: jest.fn() };
    const { getCurrent, getOutage, getLast } = createContentRevision(address(), { log, now: () => now });
    await getCurrent();
    now = 1000;
    await getCurrent();
    expect(getOutage()).toEqual({ since: 0, reason: 'It responds with 503.' });
    expect(log.error.mock.calls).toEqual([[{ reason: 'It responds with 503.' }, 'provider unreachable']]);

    revision = '7';
    now = 60_000;
    // Pages do not wait for an unreachable provider.
    expect(await getCurrent()).toBeUndefined();
    await waitUntil(() => getOutage() === undefined);
    expect([await getCurrent(), getLast()]).toEqual([singleRevision(7), 7]);
    expect(log.warn.mock.calls).toEqual([[{ seconds: 60 }, 'provider reachable again']]);
  });

  it('has no revision while the provider does not respond', async () => {
    expect(await createContentRevision('http://127.0.0.1:9').getCurrent()).toBeUndefined();
  });
});
