import { SET_ADDRESS } from './release-set.ts';

/** A remote is two files of a few kilobytes, loaded one after the other; the time of the page predicts the time of such a file. */
const REFERENCE_TIMES = 4;
const MAX_BUDGET_MS = 20_000;
/** How long a file of a remote may take on a fast network before the next version is tried. A working copy has no other version, and is neither minified nor split. */
const BUDGET_MS = process.env.NODE_ENV === 'development' ? MAX_BUDGET_MS : 1200;
const TICK_MS = 50;

/** Safari before 15 has neither the entry nor the class. */
const isNavigation = (entry: PerformanceEntry | undefined): entry is PerformanceNavigationTiming => Boolean(entry);

/** The network time of the page's own HTML in milliseconds: connecting, and receiving the bytes, without the server's own time. */
const getPageNetworkMs = (): number => {
  const [page] = performance.getEntriesByType('navigation');
  if (!isNavigation(page)) return 0;
  return page.connectEnd - page.domainLookupStart + (page.responseEnd - page.responseStart);
};

/** The budget in milliseconds: longer where the page itself was slow, so that a slow phone sees no false failure. */
export const loadBudgetMs = (): number => Math.min(BUDGET_MS + REFERENCE_TIMES * getPageNetworkMs(), MAX_BUDGET_MS);

/** Files of remotes that have arrived in this page. */
const countFiles = (): number => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/_mf/')).length;

/**
 * Settles as the promise does, or rejects when no file of a remote has arrived for as long as the budget; the promise itself continues. Before that another small file is
 * requested: files are late, not missing, while that one takes long too, and get as much more time, at most the budget once again. Time in which this thread was busy
 * counts little. So neither a slow processor, here or in the host, nor a network that got worse looks like a file that does not arrive.
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
      // Waits for its turn behind the same images as the scripts of a remote do.
      fetch(SET_ADDRESS, { cache: 'no-store', priority: 'low' }).then(shorten, shorten);
    }, TICK_MS);
    promise.then(resolve, reject).finally(() => clearInterval(timer));
  });
