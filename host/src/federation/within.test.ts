import { withinMs } from './within.ts';

const later = (delayMs: number): Promise<string> => new Promise((resolve) => setTimeout(resolve, delayMs, 'loaded'));

describe('withinMs', () => {
  it('resolves as the promise does', async () => {
    expect(await withinMs(later(10), 1000)).toBe('loaded');
  });

  it('rejects a promise that takes longer', async () => {
    await expect(withinMs(new Promise(() => {}), 100)).rejects.toThrow('No result within 100 ms.');
  });

  it('does not count time in which the thread is busy', async () => {
    const result = withinMs(later(120), 100);
    for (const began = performance.now(); performance.now() - began < 300; );
    expect(await result).toBe('loaded');
  });
});
