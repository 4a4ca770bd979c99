import { FAILED_STYLES_REL, LATE_STYLES_EVENT } from '../../federation/page-data.ts';

/**
 * Applies the stylesheets once all have arrived or failed. One of a remote that fails is no stylesheet any more, and so requested again by the
 * runtime of that remote, whose time limits and last good version apply. After LATE_STYLES_EVENT, a click, which may want something below the fold such as the help panel,
 * or five seconds, the page is shown without those that are missing, which then apply as they arrive.
 * While the head is being parsed, another link may follow: the last event that counts is then DOMContentLoaded.
 * Styles are computed in a separate task, and laid out in the next: together they take 110 ms on a slow phone, and in the event of the last stylesheet they would be one task.
 * After "Back" or a reload, and at an address with a fragment (`whole`), the page has its full height at once, because the browser scrolls when loading ends.
 */

/** A medium that matches nowhere: the stylesheet has arrived and waits for the others. */
const ARRIVED = 'tty';
const LIMIT_MS = 5000;

/** A link, or the document, or any other element that loads. */
interface LoadTarget extends EventTarget, Partial<Pick<HTMLLinkElement, 'media' | 'rel' | 'dataset'>> {}

const { dataset } = document.documentElement;

const select = (medium: string): NodeListOf<HTMLLinkElement> => document.querySelectorAll<HTMLLinkElement>(`[media=${medium}]`);

const show = (): void => {
  delete dataset.fold;
  for (const link of select(ARRIVED)) link.media = 'all';
  // Reading a colour makes the browser compute the styles now.
  getComputedStyle(document.documentElement).color;
};

dataset.fold = '';
for (const name of ['load', 'error', 'DOMContentLoaded'])
  document.addEventListener(
    name,
    ({ target }: { readonly target: LoadTarget | null }) => {
      if (target?.media === 'print') {
        target.media = ARRIVED;
        delete target.dataset?.rspackLoading;
        if (name === 'error' && target.dataset?.rspack) target.rel = FAILED_STYLES_REL;
      } else if (target !== document) return;
      if ('fold' in dataset && (!document.body || select('print')[0])) return;
      if ('whole' in dataset) show();
      else setTimeout(show);
    },
    true,
  );
for (const name of [LATE_STYLES_EVENT, 'click']) document.addEventListener(name, show, true);
setTimeout(show, LIMIT_MS);
