import { createAnswerCache, type KeptAnswer } from './answer-cache.ts';

const answerOf = (length: number): KeptAnswer => ({ body: Buffer.alloc(length), headers: {} });

describe('the cache of answers', () => {
  it('makes an answer once for one revision', async () => {
    const cache = createAnswerCache();
    let made = 0;
    const make = async () => {
      made += 1;
      return answerOf(10);
    };

    await Promise.all([cache.get('/a', 1, make), cache.get('/a', 1, make)]);
    expect(made).toBe(1);
    await cache.get('/a', 2, make);
    expect(made).toBe(2);
  });

  it('drops the oldest ones over its bound, and keeps nothing that alone is over it', async () => {
    const cache = createAnswerCache(11_000);
    const made: string[] = [];
    const ask = (address: string, length: number) =>
      cache.get(address, 1, async () => {
        made.push(address);
        return answerOf(length);
      });

    for (const address of ['/a', '/b', '/c']) await ask(address, 4000);
    await ask('/b', 4000);
    expect(made).toEqual(['/a', '/b', '/c']);
    await ask('/a', 4000);
    expect(made).toEqual(['/a', '/b', '/c', '/a']);
    await ask('/large', 20_000);
    await ask('/large', 20_000);
    expect(made.slice(4)).toEqual(['/large', '/large']);
  });

  it('keeps no failure', async () => {
    const cache = createAnswerCache();
    await expect(cache.get('/a', 1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await cache.get('/a', 1, async () => answerOf(1))).toEqual(answerOf(1));
  });
});
