import { createAccountQueue, isLongInput } from './long-writes.ts';

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('long writes of one account', () => {
  it.each([
    ['a long text', { content: 'x'.repeat(50_001) }, true],
    ['many short texts, at any depth', { list: Array.from({ length: 1000 }, () => ({ text: ['x'.repeat(51)] })) }, true],
    ['a typical text', { content: 'x'.repeat(20_000), tags: ['a'], isUpcoming: true, image: null }, false],
    ['nothing', undefined, false],
  ])('are recognised by their input: %s', (_, input, expected) => {
    expect(isLongInput(input)).toBe(expected);
  });

  it('SEC-15 run one after the other, with a pause, and never delay another account', async () => {
    const runQueued = createAccountQueue();
    const log: string[] = [];
    const write = (name: string) => async () => {
      log.push(`${name} begins`);
      await wait(30);
      log.push(`${name} ends`);
      return performance.now();
    };
    const startTime = performance.now();
    const [first, second] = await Promise.all([runQueued('a', write('one')), runQueued('a', write('two')), runQueued('b', write('other'))]);

    expect(log).toEqual(['one begins', 'other begins', 'one ends', 'other ends', 'two begins', 'two ends']);
    // The first write takes 30 ms, the pause 90 ms and the second write 30 ms.
    expect(second - startTime).toBeGreaterThan(140);
    expect(first - startTime).toBeLessThan(second - startTime);
  });

  it('SEC-15 pass on errors, and continue after them', async () => {
    const runQueued = createAccountQueue();
    const failingWrite = runQueued('a', async () => Promise.reject(new Error('refused')));
    await expect(failingWrite).rejects.toThrow('refused');
    expect(await runQueued('a', async () => 'saved')).toBe('saved');
  });
});
