/** @jest-environment node */
import { createIdleUsage } from './watchdog.ts';

/** Samples at intervals of 125 ms; `getCpuMs` is what the process has used until then. Returns the first reason, with its time. */
const watch = (getCpuMs: (at: number) => number, hasRequests: (at: number) => boolean = () => false, until = 60_000) => {
  const note = createIdleUsage();
  for (let at = 0; at <= until; at += 125) {
    const reason = note(at, getCpuMs(at), hasRequests(at));
    if (reason !== undefined) return { at, reason };
  }
  return undefined;
};

describe('the processor time of a process without requests', () => {
  it('REL-01 has a limit, which a timer reaches within ten seconds', () => {
    expect(watch((at) => 0.9 * at)).toEqual({ at: 10_000, reason: 'It used 9000 ms of processor time in 10000 ms without a request.' });
  });

  it('REL-01 has no reason below a fifth', () => {
    expect(watch((at) => 0.15 * at)).toBeUndefined();
  });

  it('REL-01 does not count what requests need, nor the moment after one', () => {
    // Half of the time, each second, there are requests.
    const isBusy = (at: number): boolean => at % 1000 < 500;
    const used = (at: number): number => 500 * Math.floor(at / 1000) + Math.min(at % 1000, 500);
    expect(watch(used, isBusy)).toBeUndefined();
    expect(watch((at) => 0.9 * at, isBusy)?.at).toBeGreaterThan(20_000);
  });

  it('REL-01 is judged anew in each ten seconds, so that one that begins to work late is noticed too', () => {
    expect(watch((at) => Math.max(0, at - 40_000))?.at).toBe(50_000);
  });
});
