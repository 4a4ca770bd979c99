/** jsdom measures no navigation. This one took 500 ms to connect, 2.5 s of the server's time, and `responseMs` to receive. */
class FakeNavigationTiming {
  readonly domainLookupStart = 0;
  readonly connectEnd = 500;
  readonly responseStart = 3000;
  readonly responseEnd: number;

  constructor(responseMs: number) {
    this.responseEnd = this.responseStart + responseMs;
  }
}

/** Makes the page one that took so long to receive; without a time, one that was not measured. */
export const stubNavigationTiming = (responseMs?: number): void => {
  Object.assign(globalThis, { PerformanceNavigationTiming: FakeNavigationTiming });
  performance.getEntriesByType = () => (responseMs === undefined ? [] : [new FakeNavigationTiming(responseMs) as unknown as PerformanceEntry]);
};
