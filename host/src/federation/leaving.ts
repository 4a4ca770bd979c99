/**
 * Time after which the visitor is assumed to stay on a page that is still open: the navigation may have become a download, opened an app (`tel:`) or been
 * cancelled. Firefox reports aborted files within 40 ms.
 */
export const LEAVING_MS = 1000;

let leftAt = Number.NEGATIVE_INFINITY;

/**
 * Records `beforeunload`, which fires before every navigation to another document. Firefox then aborts the page's requests and reports their files as broken.
 * Requests that start later are aborted when the page is unloaded.
 */
export const watchForLeaving = (): void => {
  window.addEventListener('beforeunload', () => {
    leftAt = performance.now();
  });
  window.addEventListener('pagehide', () => {
    leftAt = Number.POSITIVE_INFINITY;
  });
  window.addEventListener('pageshow', () => {
    leftAt = Number.NEGATIVE_INFINITY;
  });
};

/** Whether the visitor has used the quick exit, whose script hides the page (`features/help/quick-exit.inline.ts`). */
export const hasExited = (): boolean => document.documentElement.style.display === 'none';

/** Whether the visitor is leaving this document. A file that fails in the meantime does not indicate a fault in its release. */
export const isLeaving = (): boolean => hasExited() || performance.now() - leftAt < LEAVING_MS;
