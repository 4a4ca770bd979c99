/** jsdom has no navigation timing. This one has 500 ms for the connection, 2.5 s for the server, and `responseMs` for the response. */
class FakeNavigationTiming {
  readonly domainLookupStart = 0;
  readonly connectEnd = 500;
  readonly responseStart = 3000;
  readonly responseEnd: number;

  constructor(responseMs: number) {
    this.responseEnd = this.responseStart + responseMs;
  }
}

/** Mocks the navigation timing of the page; without `responseMs`, a browser that has none. */
export const stubNavigationTiming = (responseMs?: number): void => {
  Object.assign(globalThis, { PerformanceNavigationTiming: FakeNavigationTiming });
  performance.getEntriesByType = () => (responseMs === undefined ? [] : [new FakeNavigationTiming(responseMs) as unknown as PerformanceEntry]);
};
