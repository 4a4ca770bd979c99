import { LOADING_MARK } from './page-data.ts';

const ATTEMPTS = 3;

const attempts = new Map<string, number>();
/** URLs of all stylesheets so far, in cascade order. A replacement link has the same URL as the lost link. */
const order = new Set<string>();

/**
 * Replaces each stylesheet that does not apply with a new link in the same position, so that rules of equal specificity keep their order. Calls `report` once
 * for each failed URL.
 */
export const repairStylesheets = (
  all: readonly HTMLLinkElement[],
  appliedLinks: readonly HTMLLinkElement[],
  report: (file: string, reason: string) => void,
): void => {
  for (const { href } of all) order.add(href);
  const hrefs = [...order].reverse();
  let next: HTMLLinkElement | null = null;
  for (const link of [...all].sort((a, b) => hrefs.indexOf(a.href) - hrefs.indexOf(b.href))) {
    const attempt = (attempts.get(link.href) ?? 0) + 1;
    if (appliedLinks.includes(link) || attempt > ATTEMPTS) {
      if (link.isConnected) next = link;
      continue;
    }
    attempts.set(link.href, attempt);
    if (attempt === 1) report(link.href, `${new URL(link.href).pathname} did not apply.`);
    const copy = document.importNode(link);
    copy.disabled = false;
    copy.setAttribute(LOADING_MARK, '1');
    const settle = (): void => copy.removeAttribute(LOADING_MARK);
    copy.onload = settle;
    copy.onerror = settle;
    if (link.isConnected) link.replaceWith(copy);
    else document.head.insertBefore(copy, next);
    next = copy;
  }
};

/** Matches one link in the list for browsers without script, as the server writes it. */
const LINK_PATTERN = /href="(.+?)" integrity="(.+?)"/g;

/**
 * Restores stylesheets that are in the list for browsers without script but were lost before the page started. Stylesheets that are still in the page stay,
 * because they may be loading. Calls `report` once for each failed URL.
 */
export const restoreStylesheets = (list: string, report: (file: string, reason: string) => void): void => {
  const links = Array.from(
    list.matchAll(LINK_PATTERN),
    ([, href, integrity]) =>
      document.querySelector<HTMLLinkElement>(`link[href^="${href}"]`) ?? Object.assign(document.createElement('link'), { rel: 'stylesheet', href, integrity }),
  );
  repairStylesheets(
    links,
    links.filter(({ isConnected }) => isConnected),
    report,
  );
};
