import { LOADING_MARK } from './page-data.ts';

/** Limits the requests for a file that keeps failing. */
const ATTEMPTS = 3;

const attempts = new Map<string, number>();
/** URLs of all stylesheets so far, in the order of their rules; a replacement link has the same URL as the lost one. */
const order = new Set<string>();

/**
 * Replaces each stylesheet that does not apply with a new link, before the one that followed it, so that rules of equal specificity keep their order. Calls
 * `report` once for each stylesheet of the page.
 */
export const repairStylesheets = (
  all: readonly HTMLLinkElement[],
  applied: readonly HTMLLinkElement[],
  report: (file: string, reason: string) => void,
): void => {
  for (const { href } of all) order.add(href);
  const addresses = [...order].reverse();
  let next: HTMLLinkElement | null = null;
  for (const link of [...all].sort((a, b) => addresses.indexOf(a.href) - addresses.indexOf(b.href))) {
    const attempt = (attempts.get(link.href) ?? 0) + 1;
    if (applied.includes(link) || attempt > ATTEMPTS) {
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

/** A link of the list for browsers without script, in the server's format. */
const LISTED = /href="(.+?)" integrity="(.+?)"/g;

/**
 * Restores stylesheets of the list for browsers without script that were lost before the page started. Others may still be loading. Calls `report` like
 * repairStylesheets.
 */
export const restoreStylesheets = (list: string, report: (file: string, reason: string) => void): void => {
  const links = Array.from(
    list.matchAll(LISTED),
    ([, href, integrity]) =>
      document.querySelector<HTMLLinkElement>(`link[href^="${href}"]`) ?? Object.assign(document.createElement('link'), { rel: 'stylesheet', href, integrity }),
  );
  repairStylesheets(
    links,
    links.filter(({ isConnected }) => isConnected),
    report,
  );
};
