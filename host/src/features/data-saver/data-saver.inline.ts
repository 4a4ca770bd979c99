import { createLoader, type ScriptFile } from '../first-view/load-host.ts';
import { HELP_ID } from '../help/help-links.ts';
import { LATER_STYLES_ID, type LaterStylesheet } from './later-styles.ts';

/**
 * Runs on pages that save data. A tap on the link of a picture puts the picture into its place. The first use of anything that needs the host's script loads it: a
 * button that only works with it, which is pressed again then, a field of a form that is sent, whose text it keeps, or a panel that is opened by keyboard, whose
 * focus it holds. All other links load pages from the server, which leaves out what costs data.
 */

/** The files of the host's script. */
declare const SETTINGS: ScriptFile[];

/** The link of a picture, or a note that replaces one. */
interface Replacement extends HTMLElement {
  /** Whether the picture has replaced this link. */
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

/** Links a stylesheet that the page needs once the host's script runs. */
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
 * Loads the host's script. Removes the links of pictures until the script has failed or React has hydrated the page (`data-alive`), because React expects its own
 * markup. `mouseup` on an element makes React hydrate its surroundings at once, so that the links do not disturb that.
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

/** Puts the picture into its place. If it cannot be loaded, the link stays. */
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
    // Only a keyboard's click has no count.
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
