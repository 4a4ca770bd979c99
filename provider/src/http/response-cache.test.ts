import { Readable } from 'node:stream';
import { type CachedResponse, createResponseCache } from './response-cache.ts';

const createResponse = (length: number): CachedResponse => ({ body: Buffer.alloc(length), headers: {} });

describe('the response cache', () => {
  it('creates a response once per revision', async () => {
    const cache = createResponseCache();
    let createdCount = 0;
    const make = async () => {
      createdCount += 1;
      return createResponse(10);
    };

    await Promise.all([cache.get('/a', 1, make), cache.get('/a', 1, make)]);
    expect(createdCount).toBe(1);
    await cache.get('/a', 2, make);
    expect(createdCount).toBe(2);
  });

  it('evicts the least recently used responses above its limit, and never stores a response that exceeds it alone', async () => {
    const cache = createResponseCache(11_000);
    const createdUrls: string[] = [];
    const request = (address: string, length: number) =>
      cache.get(address, 1, async () => {
        createdUrls.push(address);
        return createResponse(length);
      });

    for (const address of ['/a', '/b', '/c']) await request(address, 4000);
    await request('/b', 4000);
    expect(createdUrls).toEqual(['/a', '/b', '/c']);
    await request('/a', 4000);
    expect(createdUrls).toEqual(['/a', '/b', '/c', '/a']);
    await request('/large', 20_000);
    await request('/large', 20_000);
    expect(createdUrls.slice(4)).toEqual(['/large', '/large']);
  });

  it('does not cache failures', async () => {
    const cache = createResponseCache();
    await expect(cache.get('/a', 1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await cache.get('/a', 1, async () => createResponse(1))).toEqual(createResponse(1));
  });

  it('still returns a response of an older revision, and does not store it', async () => {
    const cache = createResponseCache();
    let finish: (response: CachedResponse) => void = () => undefined;
    const first = cache.get('/a', 1, () => new Promise((resolve) => (finish = resolve)));
    const second = cache.get('/b', 2, async () => createResponse(2));
    finish(createResponse(1));

    expect(await first).toEqual(createResponse(1));
    expect(await second).toEqual(createResponse(2));
    expect(await cache.get('/a', 2, async () => createResponse(3))).toEqual(createResponse(3));
  });

  it('OPS-03 gives each caller its own stream, and stores none', async () => {
    const cache = createResponseCache();
    const open = () => cache.get('/long', 1, async () => Readable.from(['row']));

    const streams = await Promise.all([open(), open(), open()]);
    streams.push(await open());

    expect(new Set(streams).size).toBe(4);
    for (const stream of streams) expect(stream).toBeInstanceOf(Readable);
  });
});
