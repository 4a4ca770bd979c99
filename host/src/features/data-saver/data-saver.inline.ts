import { createLoader, type ScriptFile } from '../first-view/load-host.ts';
import { HELP_ID } from '../help/help-links.ts';
import { LATER_STYLES_ID, type LaterStylesheet } from './later-styles.ts';

/**
 * Runs on data-saver pages. A tap on an image's link replaces the link with the image. All other links load pages from the server, which omits content that
 * costs data. The host's script loads at the first use of a control that needs it: a button, which is then pressed again; a field of a posted form, whose text
 * is kept; or a panel opened by keyboard, which keeps the focus.
 */

/** Files of the host's script. */
declare const SETTINGS: ScriptFile[];

/** Link to an image, or a note in place of an image. */
interface Replacement extends HTMLElement {
  /** Whether the image has replaced this link. */
  isShown?: boolean;
}

interface Target extends EventTarget {
  readonly closest?: Element['closest'];
}

const root = document.documentElement;
let isLoading = false;
let handleFailure: () => void;

const load = createLoader(SETTINGS, (script) => {
  isLoading = false;
  script.remove();
  handleFailure();
});

/** Adds a stylesheet that the page needs once the host's script runs. */
const linkStylesheet = ({ href, integrity, mark }: LaterStylesheet): void => {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href, integrity, crossOrigin: '' });
  const settle = (): void => {
    delete link.dataset.rspackLoading;
  };
  if (mark) link.dataset.rspack = mark;
  link.dataset.rspackLoading = '1';
  link.onload = settle;
  link.onerror = settle;
  document.head.append(link);
};

/**
 * Loads the host's script. Removes the links to images until the script has failed or React has hydrated the page (`data-alive`), because React expects its own
 * markup. Afterwards, `mouseup` on an element makes React hydrate the surrounding elements immediately, so that the restored links do not disturb hydration.
 */
const wake = (button?: HTMLElement): void => {
  if (isLoading) return;
  isLoading = true;
  const list = document.getElementById(LATER_STYLES_ID);
  if (list) {
    const sheets: readonly LaterStylesheet[] = JSON.parse(list.textContent);
    sheets.forEach(linkStylesheet);
    list.remove();
  }
  const replacements = [...document.querySelectorAll<Replacement>('.picture-link,.picture-text,.film-cost')].map(
    (element) => [element.previousElementSibling, element.parentNode, element] as const,
  );
  const putBack = (): void => {
    for (const [image, parent, element] of replacements) {
      if (element.isShown) continue;
      if (image?.isConnected) image.after(element);
      else parent?.append(element);
    }
  };
  for (const [, , element] of replacements) element.remove();
  const observer = new MutationObserver(() => {
    if (!('alive' in root.dataset)) return;
    observer.disconnect();
    setTimeout(() => {
      if (button?.isConnected) button.click();
      for (const [image] of replacements) image?.dispatchEvent(new Event('mouseup', { bubbles: true }));
      putBack();
    });
  });
  observer.observe(root, { attributes: true });
  handleFailure = () => {
    observer.disconnect();
    putBack();
  };
  load();
};

/** Replaces a link with its image. The link stays if the image cannot be loaded. */
const showPicture = (link: Replacement & HTMLAnchorElement, image: HTMLImageElement): void => {
  const placeholder = image.src;
  const settle = (): void => {
    image.onload = null;
    image.onerror = null;
  };
  link.setAttribute('aria-busy', 'true');
  image.onload = () => {
    settle();
    image.alt = String(link.dataset.alt);
    image.tabIndex = -1;
    if (link === document.activeElement) image.focus();
    link.isShown = true;
    link.remove();
  };
  image.onerror = () => {
    settle();
    image.src = placeholder;
    link.removeAttribute('aria-busy');
  };
  image.src = link.href;
};

const NEEDS_SCRIPT = `button[type=button]${'popover' in root ? ':not([popovertarget])' : ''}`;

addEventListener(
  'click',
  (event) => {
    const target: Target | null = event.target;
    const link = target?.closest?.('a');
    // `detail` is 0 only for a keyboard click.
    if (!event.detail && target?.closest?.(`summary,[href="#${HELP_ID}"]`)) wake();
    if (link) {
      const image = link.previousElementSibling;
      if (link.classList.contains('picture-link') && image instanceof HTMLImageElement && !(event.ctrlKey || event.metaKey || event.shiftKey)) {
        event.preventDefault();
        showPicture(link, image);
      } else if (isLoading) event.stopPropagation();
    } else {
      const button = target?.closest?.<HTMLElement>(NEEDS_SCRIPT);
      if (button) wake(button);
    }
  },
  true,
);
addEventListener(
  'focusin',
  (event) => {
    const target: Target | null = event.target;
    if (target?.closest?.('main form[method=post]')) wake();
  },
  true,
);
