import { HELP_CLOSED, HELP_ID } from '../features/help/help-links.ts';

const HELP_LINK = `[href="#${HELP_ID}"]`;
const CLOSE_LINK = `[href="#${HELP_CLOSED}"]`;

/**
 * Gives a link that opens or closes the helplines the role of a button. Once the script runs, the link also reacts to Space. Without script, the link opens the
 * panel in every browser.
 */
export const markAsButton = (link: HTMLAnchorElement | null): void => link?.setAttribute('role', 'button');

const findOpenPanel = (): HTMLElement | null => {
  const menu = document.querySelector<HTMLElement>('details[data-menu][open]');
  const isHelpOpen = 'help' in document.documentElement.dataset || location.hash === `#${HELP_ID}`;
  return menu ?? (isHelpOpen ? document.getElementById(HELP_ID) : null);
};

/**
 * Adds behaviour that `:target` and `details` lack to the menu and the helplines. `data-help` on the root opens the helplines without a history entry, Escape
 * closes the open panel, and the focus stays inside the panel. Called before the first render, which may be seconds away on a slow phone.
 */
export const watchPanels = (): void => {
  // Mark only the close button here: React marks the link that opens the helplines when it hydrates the navigation.
  markAsButton(document.querySelector(`${CLOSE_LINK}:not([tabindex])`));
  let opener: HTMLElement | undefined;
  let isBackwards = false;
  const close = (panel: HTMLElement): void => {
    if (panel instanceof HTMLDetailsElement) {
      panel.open = false;
      panel.querySelector('summary')?.focus();
      return;
    }
    delete document.documentElement.dataset.help;
    if (location.hash === `#${HELP_ID}`) location.replace(`#${HELP_CLOSED}`);
    (opener ?? document.querySelector<HTMLElement>(HELP_LINK))?.focus({ preventScroll: true });
  };
  addEventListener('popstate', () => {
    delete document.documentElement.dataset.help;
  });
  addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const panel = findOpenPanel();
      if (link?.matches(HELP_LINK)) {
        event.preventDefault();
        opener = link;
        document.documentElement.dataset.help = '';
        document.getElementById(HELP_ID)?.focus();
      } else if (link?.matches(CLOSE_LINK) && panel !== null) {
        event.preventDefault();
        close(panel);
      } else if (link?.matches(`#${HELP_ID} [href^="/"]`)) {
        delete document.documentElement.dataset.help;
        // If the URL's fragment keeps the helplines open, let the browser load the next page in full.
        if (location.hash === `#${HELP_ID}`) event.stopPropagation();
      }
    },
    true,
  );
  addEventListener(
    'keydown',
    (event) => {
      isBackwards = event.shiftKey;
      const panel = findOpenPanel();
      if (event.key === 'Escape' && panel !== null) close(panel);
      // These links have the role of a button, so they must react to Space.
      if (event.key === ' ' && event.target instanceof HTMLElement && event.target.matches(`${HELP_LINK},${CLOSE_LINK}`)) {
        event.preventDefault();
        event.target.click();
      }
    },
    true,
  );
  addEventListener(
    'focusin',
    ({ target }) => {
      const panel = findOpenPanel();
      if (panel === null || !(target instanceof Node) || panel.contains(target)) return;
      const stops = panel.querySelectorAll<HTMLElement>('summary,a[href]:not([tabindex])');
      stops[isBackwards ? stops.length - 1 : 0]?.focus();
    },
    true,
  );
};
