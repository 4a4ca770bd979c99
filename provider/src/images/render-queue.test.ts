import { setImmediate } from 'node:timers/promises';
import { createRenderQueue } from './render-queue.ts';

const LIMITS = { concurrency: 2, maxPending: 100, maxPendingPerClient: 50, maxPerClientPerHour: 60 };
const START = new Date('2026-11-22T10:00:00Z');
const noSignal = new AbortController().signal;
const client = (key: string) => ({ key, userCount: 1 });

describe('createRenderQueue', () => {
  it('SEC-04 makes a visitor wait only for renderings in progress, not for all that another client has requested', async () => {
    const queue = createRenderQueue(LIMITS, () => START);
    const order: string[] = [];
    const run = (key: string, name: string) =>
      queue.run(client(key), noSignal, async () => {
        await setImmediate();
        order.push(name);
      });

    await Promise.all([...Array.from({ length: 40 }, () => run('attacker', 'attack')), run('visitor', 'visit')]);

    expect(order.indexOf('visit')).toBeLessThanOrEqual(LIMITS.concurrency * 2);
    expect(queue.isIdle()).toBe(true);
  });

  it('SEC-04 skips renderings that no client waits for any more', async () => {
    const queue = createRenderQueue(LIMITS, () => START);
    const abortController = new AbortController();
    let renderCount = 0;
    const run = (signal: AbortSignal) =>
      queue.run(client('a'), signal, async () => {
        await setImmediate();
        renderCount += 1;
      });
    const results = Promise.allSettled([run(noSignal), run(noSignal), ...Array.from({ length: 30 }, () => run(abortController.signal))]);
    abortController.abort();

    expect((await results).filter(({ status }) => status === 'rejected')).toHaveLength(30);
    expect(renderCount).toBe(2);
  });

  it('SEC-04 limits pending renderings and renderings per hour for each client', async () => {
    let now = START;
    const queue = createRenderQueue(LIMITS, () => now);
    const run = (key: string) => queue.run(client(key), noSignal, async () => undefined);

    const first = await Promise.allSettled(Array.from({ length: 70 }, () => run('a')));
    expect(first.filter(({ status }) => status === 'rejected')).toHaveLength(20);
    for (let count = 0; count < 10; count += 1) await run('a');
    await expect(run('a')).rejects.toMatchObject({ kind: 'rate-limited' });
    await run('b');
    now = new Date(START.getTime() + 60 * 60 * 1000);
    await run('a');
  });
});
