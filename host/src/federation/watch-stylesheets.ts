import { isLeaving } from './leaving.ts';
import { LOADING_MARK, PAGE_STYLES_ID } from './page-data.ts';

const CHECK_INTERVAL_MS = 500;
/** Those of this site, which have a hash: the rules of others, as of a translator, cannot be read. All but those on their way, for which the inline script of the head waits, or the runtime of the part that requested them. */
const SETTLED = `link[rel=stylesheet][integrity]:not([media=print]):not([${LOADING_MARK}])`;

/** Takes the list for browsers without script out of the page, before React sees it. Calls `restore` with it if one of its stylesheets is in the page no more. */
export const takeStylesheetList = (restore: (list: string) => void): void => {
  const element = document.getElementById(PAGE_STYLES_ID);
  element?.remove();
  const list = element?.textContent ?? '';
  if ([...list.matchAll(/href="(.+?)"/g)].some(([, href]) => document.querySelector(`[href="${href}"]`) === null)) restore(list);
};

/**
 * Checks every half second whether the page's stylesheets apply: those that are in the page now, and those that applied at the last check and may be gone. Chrome 133 to 150
 * lost stylesheets without an event or an error: only the list of the document tells. Firefox lists those that failed, without rules. Calls `repair` with all of them, in their order, and those that apply;
 * not while the page is being left, because Firefox then ends their loading.
 * `links` are those of the page before it started: one of them that had settled and is no longer in the page was lost meanwhile.
 */
export const watchStylesheets = (
  links: readonly HTMLLinkElement[],
  repair: (all: readonly HTMLLinkElement[], applied: readonly HTMLLinkElement[]) => void,
): void => {
  let applied = links.filter((link) => link.matches(SETTLED));
  const check = (): void => {
    if (isLeaving()) return;
    const sheets = new Map(Array.from(document.styleSheets, (sheet) => [sheet.ownerNode, sheet]));
    const all = [...new Set([...applied, ...document.head.querySelectorAll<HTMLLinkElement>(SETTLED)])];
    applied = all.filter((link) => {
      const sheet = sheets.get(link);
      return sheet?.disabled === false && sheet.cssRules.length > 0;
    });
    if (applied.length < all.length) repair(all, applied);
  };
  check();
  setInterval(check, CHECK_INTERVAL_MS);
};
