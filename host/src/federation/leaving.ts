/** A navigation can turn out to be a download, or be cancelled: after this time the page has stayed. */
export const LEAVING_MS = 10_000;

let leftAt = Number.NEGATIVE_INFINITY;

/** Every navigation to another document begins with this event. Then Firefox ends the requests of the page, and says that their files are broken. */
export const watchLeaving = (): void =>
  window.addEventListener('beforeunload', () => {
    leftAt = performance.now();
  });

/** True after a press of the quick exit, whose script hides the page (`layout/help-script.ts`). */
export const hasExited = (): boolean => document.documentElement.style.display === 'none';

/** True while the visitor is leaving this document: a file that fails now says nothing about its release. */
export const isLeaving = (): boolean => hasExited() || performance.now() - leftAt < LEAVING_MS;
