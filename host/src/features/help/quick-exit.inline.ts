import { EXIT_URL } from './help-links.ts';

/**
 * Runs the quick exit (NS-02). The script is at the start of every page's head, before the title. Every byte delays the first paint, so code that only the open
 * panels need is in the site's script (`panels.ts`).
 *
 * The link to `EXIT_URL`, or three presses of Shift with pauses of at most 1.5 s, hides the page immediately and stops it from loading. The saved pages and the
 * unsent form input on the device (`draft`) are deleted immediately. They are deleted again when the page is unloaded, because a pending submission may store
 * its form again.
 *
 * The tab remembers the exit. If "Back" or a reload opens a page of the site in this tab, or "Back" restores a page from memory, the script hides and replaces
 * that page too. The device also remembers the exit, because Firefox loads another site in another process and the tab loses its `sessionStorage`. Both marks
 * are cleared when a new page is opened, but only after the first frame, because opening the storages would delay the page.
 */

/** Title of the tab after a quick exit, until the page at `EXIT_URL` loads. */
const EXIT_TITLE = 'Weather';
const PRESSES = 3;
const LONGEST_PAUSE_MS = 1500;

interface Target extends EventTarget {
  readonly closest?: Element['closest'];
}

let presses = 0;
let lastPress = 0;

const listen = <Name extends keyof WindowEventMap>(name: Name, listener: (event: WindowEventMap[Name]) => void): void => addEventListener(name, listener, true);

/**
 * The worker deletes the saved pages, because this page may be unloaded before it has listed them. The page deletes them too, in case no worker controls it,
 * for example after a forced reload.
 */
const deleteTraces = (): void => {
  try {
    delete localStorage.draft;
    sessionStorage.clear();
    localStorage.left = 1;
    sessionStorage.left = 1;
  } catch {}
  try {
    navigator.serviceWorker.controller?.postMessage(0);
    caches.keys().then((names) => names.map((name) => caches.delete(name)));
  } catch {}
};

const leave = (): void => {
  document.documentElement.style.display = 'none';
  document.title = EXIT_TITLE;
  stop();
  deleteTraces();
  listen('pagehide', deleteTraces);
  location.replace(EXIT_URL);
};

const leaveAgain = (): void => {
  try {
    if (sessionStorage.left || localStorage.left) leave();
  } catch {}
};

if (performance.navigation?.type) leaveAgain();
else
  requestAnimationFrame(() =>
    setTimeout(() => {
      try {
        delete localStorage.left;
        delete sessionStorage.left;
      } catch {}
    }),
  );

// oxlint-disable-next-line no-restricted-properties -- If undefined, the page is not from the cache.
listen('pageshow', ({ persisted }) => {
  if (persisted) leaveAgain();
});
listen('click', (event) => {
  const target: Target | null = event.target;
  if (target?.closest?.('a')?.href === EXIT_URL) {
    event.preventDefault();
    leave();
  }
});
listen('keydown', ({ key, repeat, timeStamp }) => {
  if (key !== 'Shift') presses = 0;
  else if (!repeat) {
    presses = timeStamp - lastPress > LONGEST_PAUSE_MS ? 1 : presses + 1;
    lastPress = timeStamp;
    if (presses === PRESSES) leave();
  }
});
