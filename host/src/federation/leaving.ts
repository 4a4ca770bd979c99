/**
 * Firefox reports the files that it aborts within 40 ms. A navigation may also become a download, open an app (`tel:`), or be cancelled: after this time, the
 * page counts as staying.
 */
export const LEAVING_MS = 1000;

let leftAt = Number.NEGATIVE_INFINITY;

/**
 * `beforeunload` fires before every navigation to another document. Firefox then aborts the page's requests and reports their files as broken. Requests that
 * start later are aborted when the page ends.
 */
export const watchLeaving = (): void => {
  window.addEventListener('beforeunload', () => {
    leftAt = performance.now();
  });
  window.addEventListener('pagehide', () => {
    leftAt = Number.POSITIVE_INFINITY;
  });
  // The page has loaded, or was restored from the back/forward cache.
  window.addEventListener('pageshow', () => {
    leftAt = Number.NEGATIVE_INFINITY;
  });
};

/** True after the quick exit, whose script hides the page (`layout/help-script.ts`). */
export const hasExited = (): boolean => document.documentElement.style.display === 'none';

/** True while the visitor is leaving this document: a file that fails now says nothing about its release. */
export const isLeaving = (): boolean => hasExited() || performance.now() - leftAt < LEAVING_MS;
