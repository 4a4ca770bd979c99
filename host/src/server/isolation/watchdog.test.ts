/** @jest-environment node */
import { createIdleUsage } from './watchdog.ts';

/** Samples every 125 ms; `getCpuMs` returns the CPU time used so far. Returns the first reason and its time. */
const watch = (getCpuMs: (at: number) => number, hasRequests: (at: number) => boolean = () => false, until = 60_000) => {
  const note = createIdleUsage();
  for (let at = 0; at <= until; at += 125) {
    const reason = note(at, getCpuMs(at), hasRequests(at));
    if (reason !== undefined) return { at, reason };
  }
  return undefined;
};

describe('the CPU time of a process without requests', () => {
  it('REL-01 is limited; a busy timer reaches the limit within ten seconds', () => {
    expect(watch((at) => 0.9 * at)).toEqual({ at: 10_000, reason: 'It used 9000 ms of processor time in 10000 ms without a request.' });
  });

  it('REL-01 may reach almost a fifth of the elapsed time', () => {
    expect(watch((at) => 0.15 * at)).toBeUndefined();
  });

  it('REL-01 excludes requests and the moment after them', () => {
    // Requests run for half of each second.
    const isBusy = (at: number): boolean => at % 1000 < 500;
    const used = (at: number): number => 500 * Math.floor(at / 1000) + Math.min(at % 1000, 500);
    expect(watch(used, isBusy)).toBeUndefined();
    expect(watch((at) => 0.9 * at, isBusy)?.at).toBeGreaterThan(20_000);
  });

  it('REL-01 is evaluated every ten seconds, so that late activity is noticed too', () => {
    expect(watch((at) => Math.max(0, at - 40_000))?.at).toBe(50_000);
  });
});
