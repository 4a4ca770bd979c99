import type { Theme } from '@site/shared/remote/host-services';

/** The local-storage keys; THEME_SCRIPT reads them too. */
const THEME_KEY = 'theme';
const CALM_KEY = 'calm';

/** The class of the root element where scripts run. */
export const SCRIPT_CLASS = 'js';

/**
 * Runs in the head, before the first paint: applies the stored theme and calm mode, and marks that scripts run (`js`). After a reload or "Back" it also
 * marks the page as fully rendered (`data-whole`), so that the browser restores the exact scroll position. Its hash is in the page's Content-Security-Policy.
 */
export const THEME_SCRIPT = `(()=>{const e=document.documentElement;e.classList.add('${SCRIPT_CLASS}');if(performance.navigation?.type)e.dataset.whole='';try{const t=localStorage.getItem('theme');if(t==='light'||t==='dark')e.dataset.theme=t;if(localStorage.getItem('calm')==='on')e.dataset.calm=''}catch{}})()`;

const listeners = new Set<() => void>();

/** Storage may be blocked (private windows) or full: the choice then holds for the open page only, on the root element. */
const persist = (key: string, value: string | null): void => {
  try {
    if (value === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, value);
  } catch (error) {
    console.info('The display preference was not stored.', error);
  }
};

export const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const notify = (): void => {
  for (const listener of listeners) listener();
};

export const readTheme = (): Theme => {
  const theme = document.documentElement.dataset.theme;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
};

export const chooseTheme = (theme: Theme): void => {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  persist(THEME_KEY, theme === 'system' ? null : theme);
  notify();
};

export const readCalm = (): boolean => document.documentElement.dataset.calm !== undefined;

export const chooseCalm = (calm: boolean): void => {
  const { dataset } = document.documentElement;
  if (calm) dataset.calm = '';
  else delete dataset.calm;
  persist(CALM_KEY, calm ? 'on' : null);
  notify();
};
