/** @jest-environment node */
import { waitUntil } from './wait-until.ts';

describe('waitUntil', () => {
  it('resolves as soon as the condition is true', async () => {
    let checks = 0;
    await waitUntil(() => ++checks === 5);
    await waitUntil(async () => ++checks === 10);
    expect(checks).toBe(10);
  });

  it('fails with the condition that never became true, even under fake timers', async () => {
    jest.useFakeTimers();
    const isDone = false;
    await expect(waitUntil(() => isDone, 30)).rejects.toThrow(/^Still not true after 30 ms: \(\) ?=> ?isDone$/);
    jest.useRealTimers();
  });

  it('fails while the condition itself is still pending', async () => {
    await expect(waitUntil(() => new Promise(() => undefined), 30)).rejects.toThrow(/^Still not true after 30 ms: /);
  });

  it('fails with the error of the condition', async () => {
    await expect(waitUntil(() => Promise.reject(new Error('no connection')))).rejects.toThrow('no connection');
  });
});
