/** @jest-environment node */

import { QueueError } from '@site/shared/domain/fair-queue';
import { waitUntil } from '@site/shared/testing/wait-until';
import { createCompositionQueue } from './composition-queue.ts';

const SLOT_MS = 100;
const NEWS = { remote: 'news', version: '1' };
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Runs compositions until the test finishes them. `startedNames` lists them in the order in which they began. */
const setUp = () => {
  const queue = createCompositionQueue();
  const running: Array<{ readonly name: string; finish(): void }> = [];
  const startedNames: string[] = [];
  const request = (address: string, { remote = 'news', name = address, signal }: { remote?: string; name?: string; signal?: AbortSignal } = {}) =>
    queue.run(
      { remote, version: '1' },
      () => {
        startedNames.push(name);
        return new Promise<void>((resolve) => running.push({ name, finish: resolve }));
      },
      { address, ...(signal === undefined ? {} : { signal }) },
    );
  const flood = (count: number, remote = 'news'): Promise<void>[] => Array.from({ length: count }, () => request('attacker', { remote, name: 'flood' }));
  const finishOne = async (): Promise<void> => {
    running.shift()?.finish();
    await nextTurn();
    await nextTurn();
  };
  return { queue, running, startedNames, request, flood, finishOne };
};

// On a slow machine, a test's steps may take longer than `SLOT_MS`.
beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate'] }));
afterEach(() => void jest.useRealTimers());

describe('the composition queue', () => {
  it('OPS-03 composes the page of another address next, however many pages one address has requested', async () => {
    const { startedNames, request, flood, finishOne } = setUp();
    void flood(2000);
    await nextTurn();
    void request('visitor');
    await finishOne();
    expect(startedNames.at(-1)).toBe('visitor');

    for (let count = 0; count < 10; count += 1) void request(`visitor ${count}`);
    for (let count = 0; count < 25; count += 1) await finishOne();
    expect(startedNames.filter((name) => name.startsWith('visitor'))).toHaveLength(11);
  });

  it('OPS-03 composes in the order of arrival when all visitors share one address, and rejects none of 2,000', async () => {
    const { startedNames, request, finishOne } = setUp();
    const names = Array.from({ length: 2000 }, (_, index) => `page ${index}`);
    const pages = names.map((name) => request('proxy', { name }));
    await nextTurn();
    for (const _ of names) await finishOne();
    await Promise.all(pages);
    expect(startedNames).toEqual(names);
  });

  it('OPS-03 does other work between two pages that the host composes alone', async () => {
    const { queue } = setUp();
    const order: string[] = [];
    const pages = Array.from({ length: 3 }, (_, index) => queue.run(undefined, async () => order.push('page'), { address: `visitor ${index}` }));
    const other = (async () => {
      for (let count = 0; count < 3; count += 1) {
        await nextTurn();
        order.push('other');
      }
    })();
    await Promise.all([...pages, other]);
    expect(order.slice(0, 4)).toEqual(['page', 'other', 'page', 'other']);
  });

  it('OPS-03 makes no remote wait for another, and no page for a composition that itself waits', async () => {
    const { startedNames, request, flood } = setUp();
    void flood(100, 'gallery');
    void request('visitor', { name: 'news' });
    await nextTurn();
    expect(startedNames.at(-1)).toBe('news');

    const before = startedNames.length;
    jest.advanceTimersByTime(SLOT_MS);
    await nextTurn();
    expect(startedNames.length).toBeGreaterThan(before);
  });

  it('OPS-03 drops the pages of a client that has disconnected, and continues after a failure', async () => {
    const { queue, startedNames, request, flood, finishOne, running } = setUp();
    void flood(100);
    const disconnect = new AbortController();
    const left = request('attacker', { name: 'left', signal: disconnect.signal });
    disconnect.abort();
    await expect(left).rejects.toThrow(QueueError);
    await waitUntil(async () => {
      await finishOne();
      return running.length === 0;
    });
    expect(startedNames).not.toContain('left');

    await expect(queue.run(NEWS, () => Promise.reject(new Error('a fault')))).rejects.toThrow('a fault');
    await expect(queue.run(NEWS, async () => 'composed')).resolves.toBe('composed');
  });

  it('OPS-03 composes one preview at a time, and then pauses for three times its duration', async () => {
    const { queue } = setUp();
    const startTimes: number[] = [];
    const preview = (address: string) =>
      queue.runPreview(
        async () => {
          startTimes.push(performance.now());
          await new Promise((resolve) => setTimeout(resolve, 40));
        },
        { address },
      );
    const [first] = [preview('one'), preview('two')];
    await jest.advanceTimersByTimeAsync(40);
    await first;
    await jest.advanceTimersByTimeAsync(110);
    expect(startTimes).toHaveLength(1);
    expect(queue.listLoads()).toContainEqual({ remote: 'preview', running: 1, waiting: 1 });
    await jest.advanceTimersByTimeAsync(20);
    expect(startTimes).toHaveLength(2);
  });
});
