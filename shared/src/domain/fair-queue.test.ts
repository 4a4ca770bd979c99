/** @jest-environment node */
import { waitUntil } from '../testing/wait-until.ts';
import { createFairQueue, QueueError } from './fair-queue.ts';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const setUp = (limits = {}) => {
  const queue = createFairQueue({ slots: 2, slotsPerKey: 2, waiting: 1000, waitingPerKey: 500, ...limits });
  const running: Array<{ key: string; leave: () => void }> = [];
  const enter = (key: string, signal?: AbortSignal) => queue.enter(key, signal).then((leave) => running.push({ key, leave }));
  const finishOne = async (): Promise<void> => {
    running.shift()?.leave();
    await settle();
  };
  /** Ends the calls one after the other, and returns their keys in that order. */
  const finishAll = async (): Promise<readonly string[]> => {
    const order: string[] = [];
    await waitUntil(async () => {
      order.push(running[0]?.key ?? '');
      await finishOne();
      return running.length === 0;
    });
    return order;
  };
  return { queue, running, enter, finishOne, finishAll };
};

describe('a fair queue', () => {
  it('SEC-01 serves the next visitor after one call, regardless of how many others wait', async () => {
    const { running, enter, finishOne } = setUp();
    for (let count = 0; count < 400; count += 1) void enter('attacker');
    await settle();
    void enter('visitor');
    await finishOne();

    expect(running.map(({ key }) => key)).toEqual(['attacker', 'visitor']);
  });

  it('SEC-01 alternates among all waiting keys', async () => {
    const { enter, finishAll } = setUp({ slots: 1, slotsPerKey: 1 });
    for (const key of ['a', 'a', 'a', 'b', 'b', 'c']) void enter(key);
    await settle();
    const order = await finishAll();

    expect(order).toEqual(['a', 'b', 'a', 'c', 'b', 'a']);
  });

  it('OPS-03 serves a visitor before keys that always wait, but serves these every other time', async () => {
    const { running, enter, finishOne } = setUp({ slots: 1, slotsPerKey: 1 });
    const attackers = Array.from({ length: 8 }, (_, index) => `attacker ${index}`);
    for (let count = 0; count < 5; count += 1) for (const key of attackers) void enter(key);
    for (let count = 0; count < 16; count += 1) await finishOne();
    for (const key of ['visitor', 'visitor', 'another']) void enter(key);
    const order: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      await finishOne();
      order.push(running[0]?.key.split(' ')[0] ?? '');
    }

    expect(order).toEqual(['visitor', 'attacker', 'another', 'attacker']);
  });

  it('SEC-01 reserves slots when one address has used its share', async () => {
    const { running, enter } = setUp({ slotsPerKey: 1 });
    void enter('attacker');
    void enter('attacker');
    void enter('visitor');
    await settle();

    expect(running.map(({ key }) => key)).toEqual(['attacker', 'visitor']);
  });

  it('OPS-03 lets keys that have had a slot take turns', async () => {
    const { enter, finishAll } = setUp({ slots: 1, slotsPerKey: 1 });
    for (const key of ['a', 'b', 'c']) for (let count = 0; count < 4; count += 1) void enter(key);
    await settle();
    const order = await finishAll();

    expect(order.join(' ')).toBe('a b a c b a c b a c b c');
  });

  it('OPS-03 lets a visitor who comes back in before keys that always wait', async () => {
    const { running, enter, finishOne } = setUp({ slots: 1, slotsPerKey: 1 });
    for (const key of ['a', 'a', 'a', 'b', 'b', 'b', 'visitor']) void enter(key);
    await settle();
    for (let count = 0; count < 4; count += 1) await finishOne();
    void enter('visitor');
    await finishOne();

    expect(running.map(({ key }) => key)).toEqual(['visitor']);
  });

  it('OPS-03 lets the first visitor after a quiet time in before a key that waits', async () => {
    const { running, enter, finishOne } = setUp({ slots: 1, slotsPerKey: 1 });
    void enter('a');
    await settle();
    await finishOne();
    for (const key of ['a', 'a', 'visitor']) void enter(key);
    await settle();
    await finishOne();

    expect(running.map(({ key }) => key)).toEqual(['visitor']);
  });

  it('SEC-01 lets in a caller that waits while a key without waiting callers has fewer calls', async () => {
    const { running, enter, finishOne } = setUp({ slots: 3, slotsPerKey: 3 });
    for (const key of ['a', 'b', 'a', 'a']) void enter(key);
    await settle();
    await finishOne();

    expect(running.map(({ key }) => key)).toEqual(['b', 'a', 'a']);
  });

  it('SEC-01 lets the address with the fewest calls in first', async () => {
    const { running, enter, finishOne } = setUp({ slots: 4, slotsPerKey: 4 });
    for (const key of ['a', 'a', 'a', 'b', 'a', 'b']) void enter(key);
    await settle();
    await finishOne();

    expect(running.map(({ key }) => key)).toEqual(['a', 'a', 'b', 'b']);
  });

  it('SEC-01 lets no address exceed its share when a call of another address ends', async () => {
    const { running, enter, finishOne } = setUp({ slotsPerKey: 1 });
    for (const key of ['visitor', 'attacker', 'attacker']) void enter(key);
    await settle();
    await finishOne();

    expect(running.map(({ key }) => key)).toEqual(['attacker']);
  });

  it('SEC-01 counts the calls that still run after another call of their address has ended', async () => {
    const { running, enter, finishOne } = setUp({ slots: 3 });
    for (const key of ['attacker', 'attacker']) void enter(key);
    await settle();
    await finishOne();
    for (const key of ['attacker', 'attacker']) void enter(key);
    await settle();

    expect(running).toHaveLength(2);
  });

  it('frees a slot once, even if its caller leaves twice', async () => {
    const { queue } = setUp();
    const leave = await queue.enter('a');
    await queue.enter('b');
    leave();
    leave();

    expect(queue.getLoad()).toEqual({ running: 1, waiting: 0 });
  });

  it('ignores the signal of a caller that has a slot', async () => {
    const { queue, enter, finishOne } = setUp({ slots: 1 });
    const controller = new AbortController();
    void enter('a');
    await settle();
    void enter('b', controller.signal);
    await finishOne();
    controller.abort();

    expect(queue.getLoad()).toEqual({ running: 1, waiting: 0 });
  });

  it('rejects a caller that has already left', async () => {
    const { queue } = setUp();

    await expect(queue.enter('a', AbortSignal.abort())).rejects.toThrow(new QueueError('The client disconnected.'));
    expect(queue.getLoad()).toEqual({ running: 0, waiting: 0 });
  });

  it('rejects callers if too many wait, from one address or in total, and forgets callers that have left', async () => {
    const { queue, enter, running, finishOne } = setUp({ slots: 1, waiting: 3, waitingPerKey: 2 });
    const leaving = new AbortController();
    void enter('a');
    const abandonedEntry = queue.enter('a', leaving.signal);
    void enter('a');
    await expect(queue.enter('a')).rejects.toThrow(QueueError);
    void enter('b');
    await expect(queue.enter('c')).rejects.toThrow(new QueueError('Too many requests are waiting.'));

    leaving.abort();
    await expect(abandonedEntry).rejects.toThrow(new QueueError('The client disconnected.'));
    void enter('c');
    await finishOne();
    await finishOne();
    await finishOne();

    expect(running.map(({ key }) => key)).toEqual(['c']);
  });
});
