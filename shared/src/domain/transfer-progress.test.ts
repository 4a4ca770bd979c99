/** @jest-environment node */
import { BODY_PROGRESS, type ProgressLimit, watchProgress } from './transfer-progress.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Seconds after which the transfer was ended, or undefined. `getArrived` tells how many bytes arrive in a second. */
const run = (seconds: number, getArrived: (second: number) => number, limit: ProgressLimit = BODY_PROGRESS): number | undefined => {
  let endedAfter: number | undefined;
  let second = 0;
  const watch = watchProgress(limit, () => {
    endedAfter ??= second;
  });
  for (; second < seconds && endedAfter === undefined; second += 1) {
    watch.add(getArrived(second));
    jest.advanceTimersByTime(1000);
  }
  watch.stop();
  return endedAfter;
};

describe('a transfer', () => {
  it.each([
    ['16 kbit/s', () => 2000],
    ['16 kbit/s with pauses of 10 s', (second: number) => (second % 20 < 10 ? 2000 : 0)],
    ['a single second of 16 kbit/s between pauses of 10 s', (second: number) => (second % 11 === 0 ? 2000 : 0)],
  ])('SEC-01 completes within ten minutes at %s', (_name, getArrived) => {
    expect(run(600, getArrived)).toBeUndefined();
  });

  it.each([
    ['with a byte per second', () => 1, 25],
    ['with nothing', () => 0, 20],
    ['which sends a megabyte and then nothing', (second: number) => (second === 0 ? 1_000_000 : 0), 20],
    ['which sends a megabyte and then a byte per second', (second: number) => (second === 0 ? 1_000_000 : 1), 25],
  ])('SEC-01 is ended %s', (_name, getArrived, atMost) => {
    expect(run(600, getArrived)).toBeLessThanOrEqual(atMost);
  });

  it('SEC-01 is judged by what it counts itself', () => {
    let isEnded = false;
    let arriving = 2000;
    watchProgress(
      BODY_PROGRESS,
      () => {
        isEnded = true;
      },
      () => arriving,
    );

    jest.advanceTimersByTime(300_000);
    expect(isEnded).toBe(false);
    arriving = 0;
    jest.advanceTimersByTime(20_001);
    expect(isEnded).toBe(true);
  });
});
