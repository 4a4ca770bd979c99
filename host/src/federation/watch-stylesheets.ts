import { isLeaving } from './leaving.ts';
import { LOADING_MARK, PAGE_STYLES_ID } from './page-data.ts';

const CHECK_INTERVAL_MS = 500;
/**
 * Matches stylesheets of this site, which have a hash; rules of other origins, for example a translator's, cannot be read. Stylesheets that are still loading
 * are excluded, because the head's inline script or a build's runtime waits for them.
 */
const SETTLED_LINKS = `link[rel=stylesheet][integrity]:not([media=print]):not([${LOADING_MARK}])`;

/**
 * Removes the list for browsers without script from the page before React hydrates. Calls `restore` with the list if one of its stylesheets is no longer in the
 * page.
 */
export const removeStylesheetList = (restore: (list: string) => void): void => {
  const element = document.getElementById(PAGE_STYLES_ID);
  element?.remove();
  const list = element?.textContent ?? '';
  if ([...list.matchAll(/href="(.+?)"/g)].some(([, href]) => document.querySelector(`[href="${href}"]`) === null)) restore(list);
};

/**
 * Checks every half second whether the page's stylesheets apply, including those that applied at the last check. Chrome 133 to 150 lost stylesheets without an
 * event or an error, so only `document.styleSheets` shows a loss. Firefox lists failed stylesheets without rules. Calls `repair` with all stylesheets in order,
 * and with those that apply. Skips the check while the page is being left, because Firefox then aborts their loading. `links` are the page's links before it
 * started: a settled link that is no longer in the page has been lost since then.
 */
export const watchStylesheets = (
  links: readonly HTMLLinkElement[],
  repair: (all: readonly HTMLLinkElement[], appliedLinks: readonly HTMLLinkElement[]) => void,
): void => {
  let appliedLinks = links.filter((link) => link.matches(SETTLED_LINKS));
  const check = (): void => {
    if (isLeaving()) return;
    const sheets = new Map(Array.from(document.styleSheets, (sheet) => [sheet.ownerNode, sheet]));
    const all = [...new Set([...appliedLinks, ...document.head.querySelectorAll<HTMLLinkElement>(SETTLED_LINKS)])];
    appliedLinks = all.filter((link) => {
      const sheet = sheets.get(link);
      return sheet?.disabled === false && sheet.cssRules.length > 0;
    });
    if (appliedLinks.length < all.length) repair(all, appliedLinks);
  };
  check();
  setInterval(check, CHECK_INTERVAL_MS);
};
