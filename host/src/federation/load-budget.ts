import { SET_URL } from './release-set.ts';

/**
 * Factor by which the page's own network time increases the budget. The network time predicts how long a remote takes, because a remote consists of two small
 * files that load one after the other.
 */
const NETWORK_TIME_FACTOR = 4;
const MAX_BUDGET_MS = 20_000;
/**
 * Time limit for a remote's file on a fast network, after which the next version is tried. A working copy gets more time, because it has no other version and
 * is not minified.
 */
const BUDGET_MS = process.env.NODE_ENV === 'development' ? MAX_BUDGET_MS : 1200;
const TICK_MS = 50;

/** Whether the entry exists. Does not use `instanceof`, because Safari before 15 has neither the class nor the entry. */
const isNavigation = (entry: PerformanceEntry | undefined): entry is PerformanceNavigationTiming => Boolean(entry);

/** Returns the network time of the page's own HTML in milliseconds: connecting and receiving, without the server's processing time. */
const getPageNetworkMs = (): number => {
  const [page] = performance.getEntriesByType('navigation');
  if (!isNavigation(page)) return 0;
  return page.connectEnd - page.domainLookupStart + (page.responseEnd - page.responseStart);
};

/** Returns the budget in milliseconds. A slow page gets a longer budget, so that slow phones do not report false failures. */
export const loadBudgetMs = (): number => Math.min(BUDGET_MS + NETWORK_TIME_FACTOR * getPageNetworkMs(), MAX_BUDGET_MS);

const countFiles = (): number => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/_mf/')).length;

/**
 * Settles like the promise, or rejects if no file of a remote arrives within the budget. Rejecting does not cancel the promise. Before rejecting, the function
 * requests another small file. While that file is slow too, the remote's files are late rather than missing, so the limit grows to at most twice the budget.
 * Time is counted in timer ticks, so that a busy thread does not look like a missing file.
 */
export const withinBudget = <T>(promise: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const limitMs = loadBudgetMs();
    const limit = Math.ceil(limitMs / TICK_MS);
    let end = limit;
    let files = countFiles();
    let ticks = 0;
    const timer = setInterval(() => {
      const fileCount = countFiles();
      ticks = fileCount === files ? ticks + 1 : 0;
      files = fileCount;
      if (ticks < end) return;
      if (end !== limit) return reject(new Error(`No file within ${limitMs} ms.`));
      end = 2 * limit;
      const shorten = () => {
        end = Math.min(end, limit + 1 + NETWORK_TIME_FACTOR * (ticks - limit));
      };
      // This request waits behind the same images as a remote's scripts.
      fetch(SET_URL, { cache: 'no-store', priority: 'low' }).then(shorten, shorten);
    }, TICK_MS);
    promise.then(resolve, reject).finally(() => clearInterval(timer));
  });
