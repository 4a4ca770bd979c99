/** A remote is two files of a few kilobytes, loaded one after the other; the time of the page predicts the time of such a file. */
const PAGE_TIMES = 4;
const MAX_BUDGET_MS = 20_000;
/** How long one version of a remote may take on a fast network before the next one is tried. A working copy has no other version, and is neither minified nor split. */
const BUDGET_MS = process.env.NODE_ENV === 'development' ? MAX_BUDGET_MS : 1200;

/** The network time of the page's own HTML in milliseconds: connecting, and receiving the bytes, without the server's own time. */
const getPageNetworkMs = (): number => {
  const [page] = performance.getEntriesByType('navigation');
  if (!(page instanceof PerformanceNavigationTiming)) return 0;
  return page.connectEnd - page.domainLookupStart + (page.responseEnd - page.responseStart);
};

/** The budget in milliseconds: longer where the page itself was slow, so that a slow phone sees no false failure. */
export const loadBudgetMs = (): number => Math.min(BUDGET_MS + PAGE_TIMES * getPageNetworkMs(), MAX_BUDGET_MS);
