import { FAILED_STYLES_REL, LATE_STYLES_EVENT } from '../../federation/page-data.ts';

/**
 * Applies the stylesheets once all of them have arrived or failed. The link of a remote's failed stylesheet is given another `rel`, so that the remote's
 * runtime requests the stylesheet again with its own time limits and last good version. After LATE_STYLES_EVENT, a click or five seconds, the page is shown
 * without the missing stylesheets, which then apply as they arrive. A click may open content below the fold, for example the help panel. While the browser
 * parses the head, another link may follow, so the script waits for the body, at the latest until DOMContentLoaded. Styles are computed in a separate task and
 * laid out in the next task, because together they take 110 ms on a slow phone. After "Back" or a reload, and at a URL with a fragment (`whole`), the page has
 * its full height immediately, because the browser scrolls when loading ends.
 */

/** Media type that matches no device. Marks a stylesheet that has loaded but is waiting for the others. */
const LOADED_MEDIA = 'tty';
const LIMIT_MS = 5000;

/** Target of a load event: a link, the document or any other element that loads. */
interface LoadTarget extends EventTarget, Partial<Pick<HTMLLinkElement, 'media' | 'rel' | 'dataset'>> {}

const { dataset } = document.documentElement;

const select = (medium: string): NodeListOf<HTMLLinkElement> => document.querySelectorAll<HTMLLinkElement>(`[media=${medium}]`);

const show = (): void => {
  delete dataset.fold;
  for (const link of select(LOADED_MEDIA)) link.media = 'all';
  // Reading a colour makes the browser compute the styles now.
  getComputedStyle(document.documentElement).color;
};

dataset.fold = '';
for (const name of ['load', 'error', 'DOMContentLoaded'])
  document.addEventListener(
    name,
    ({ target }: { readonly target: LoadTarget | null }) => {
      if (target?.media === 'print') {
        target.media = LOADED_MEDIA;
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
