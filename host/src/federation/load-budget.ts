/** How long one version of a remote may take before the next one is tried, on a network that is quick (architecture, section 5). */
const BUDGET_MS = 1400;
/** A remote is two files of a few kilobytes, one after the other; the page itself, which came just before, tells how long such a file takes. */
const PAGE_TIMES = 4;
const LONGEST_MS = 20_000;

/** What the page's own HTML took on this network, in milliseconds: finding the server, and bringing the bytes. The server's thinking time is left out. */
const pageNetworkMs = (): number => {
  const [page] = performance.getEntriesByType('navigation');
  if (!(page instanceof PerformanceNavigationTiming)) return 0;
  return page.connectEnd - page.domainLookupStart + (page.responseEnd - page.responseStart);
};

/** The budget in milliseconds: longer where the page itself came slowly, so that a slow phone is not told of a fault that is none. */
export const loadBudgetMs = (): number => Math.min(BUDGET_MS + PAGE_TIMES * pageNetworkMs(), LONGEST_MS);
