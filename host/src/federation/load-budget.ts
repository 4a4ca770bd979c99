import { SET_ADDRESS } from './release-set.ts';

/** A remote consists of two small files, loaded one after the other, so the page's own network time predicts how long such a file takes. */
const REFERENCE_TIMES = 4;
const MAX_BUDGET_MS = 20_000;
/**
 * Time that a file of a remote may take on a fast network before the next version is tried. A working copy has no other version, and is neither minified nor
 * split.
 */
const BUDGET_MS = process.env.NODE_ENV === 'development' ? MAX_BUDGET_MS : 1200;
const TICK_MS = 50;

/** Safari before 15 has neither the entry nor the class. */
const isNavigation = (entry: PerformanceEntry | undefined): entry is PerformanceNavigationTiming => Boolean(entry);

/** Network time of the page's own HTML in milliseconds: connecting and receiving, without the server's processing time. */
const getPageNetworkMs = (): number => {
  const [page] = performance.getEntriesByType('navigation');
  if (!isNavigation(page)) return 0;
  return page.connectEnd - page.domainLookupStart + (page.responseEnd - page.responseStart);
};

/** The budget in milliseconds. It is longer if the page itself was slow, so that slow phones do not report false failures. */
export const loadBudgetMs = (): number => Math.min(BUDGET_MS + REFERENCE_TIMES * getPageNetworkMs(), MAX_BUDGET_MS);

/** Number of remotes' files that have arrived in this page. */
const countFiles = (): number => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/_mf/')).length;

/**
 * Settles like the promise, or rejects when no file of a remote has arrived for the duration of the budget; the promise itself continues. First, another small
 * file is requested: while that is slow too, the files are late rather than missing, and get as much more time, up to the budget once again. Time in which this
 * thread was busy counts little. This way, neither a slow processor here or in the host nor a worse network looks like a missing file.
 */
export const withinBudget = <T>(promise: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const limitMs = loadBudgetMs();
    const limit = Math.ceil(limitMs / TICK_MS);
    let end = limit;
    let files = countFiles();
    let ticks = 0;
    const timer = setInterval(() => {
      const arrived = countFiles();
      ticks = arrived === files ? ticks + 1 : 0;
      files = arrived;
      if (ticks < end) return;
      if (end !== limit) return reject(new Error(`No file within ${limitMs} ms.`));
      end = 2 * limit;
      const shorten = () => {
        end = Math.min(end, limit + 1 + REFERENCE_TIMES * (ticks - limit));
      };
      // This request waits behind the same images as a remote's scripts do.
      fetch(SET_ADDRESS, { cache: 'no-store', priority: 'low' }).then(shorten, shorten);
    }, TICK_MS);
    promise.then(resolve, reject).finally(() => clearInterval(timer));
  });
