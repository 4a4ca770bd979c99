/** Navigation timing, which jsdom lacks: 500 ms for the connection, 2.5 s for the server, and `responseMs` for the response. */
class FakeNavigationTiming {
  readonly domainLookupStart = 0;
  readonly connectEnd = 500;
  readonly responseStart = 3000;
  readonly responseEnd: number;

  constructor(responseMs: number) {
    this.responseEnd = this.responseStart + responseMs;
  }
}

const files: { readonly name: string }[] = [];

export const addFile = (): void => void files.push({ name: `http://localhost/_mf/gallery/1/file-${files.length}.js` });

/** Mocks the navigation timing of the page. Without `responseMs`, it simulates a browser that has neither the timing nor its class. */
export const stubNavigationTiming = (responseMs?: number): void => {
  const page = responseMs === undefined ? [] : [new FakeNavigationTiming(responseMs)];
  files.length = 0;
  performance.getEntriesByType = (type) => (type === 'navigation' ? page : files) as unknown as PerformanceEntry[];
};
