import { addFile, stubNavigationTiming } from '../testing/navigation-timing.ts';
import { loadBudgetMs, withinBudget } from './load-budget.ts';

const later = (delayMs: number): Promise<string> => new Promise((resolve) => setTimeout(resolve, delayMs, 'loaded'));
const never = new Promise<never>(() => {});

const respondAfter = (delayMs: number) => jest.spyOn(globalThis, 'fetch').mockImplementation(() => later(delayMs).then(() => Response.json({})));

beforeEach(() => {
  stubNavigationTiming();
});

describe('loadBudgetMs', () => {
  it("increases with the page's network time, without the server's processing time, up to a limit", () => {
    expect(loadBudgetMs()).toBe(1200);
    stubNavigationTiming(100);
    expect(loadBudgetMs()).toBe(1200 + 4 * 600);
    stubNavigationTiming(60_000);
    expect(loadBudgetMs()).toBe(20_000);
  });
});

describe('withinBudget', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['performance'] }));
  afterEach(() => void jest.useRealTimers());

  const observe = async (promise: Promise<string>, delayMs: number): Promise<string> => {
    const outcome = withinBudget(promise).catch((error: Error) => error.message);
    await jest.advanceTimersByTimeAsync(delayMs);
    return Promise.race([outcome, Promise.resolve('pending')]);
  };

  it('settles like the promise, without another request', async () => {
    const requests = respondAfter(0);
    expect(await observe(later(1150), 1150)).toBe('loaded');
    expect(await observe(Promise.reject(new Error('404')), 0)).toBe('404');
    expect(requests).not.toHaveBeenCalled();
  });

  it('REL-02 rejects a slower promise soon after the host has responded to another request or that request has failed', async () => {
    respondAfter(20);
    expect(await observe(never, 1200)).toBe('pending');
    expect(await observe(never, 1300)).toBe('No file within 1200 ms.');
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'));
    expect(await observe(never, 1300)).toBe('No file within 1200 ms.');
  });

  it('REL-02 waits longer while the host also delays other files, up to a limit', async () => {
    respondAfter(210);
    expect(await observe(later(1950), 1950)).toBe('loaded');
    expect(await observe(never, 2400)).toBe('No file within 1200 ms.');
    jest.spyOn(globalThis, 'fetch').mockReturnValue(never);
    expect(await observe(later(2350), 2350)).toBe('loaded');
    expect(await observe(never, 2400)).toBe('No file within 1200 ms.');
  });

  it('REL-02 waits for each of several files that arrive in sequence', async () => {
    respondAfter(0);
    for (const delayMs of [1000, 2000]) setTimeout(addFile, delayMs);
    expect(await observe(later(3000), 3000)).toBe('loaded');
    setTimeout(addFile, 1000);
    expect(await observe(never, 2300)).toBe('No file within 1200 ms.');
  });

  it('hardly counts time in which the thread is busy', async () => {
    jest.useRealTimers();
    respondAfter(0);
    const result = withinBudget(later(1250));
    for (const began = performance.now(); performance.now() - began < 300; );
    expect(await result).toBe('loaded');
  });
});
