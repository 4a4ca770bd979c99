import type { Theme } from '@site/shared/remote/host-services';

/** Preferences are stored in cookies, because `localStorage` is slow to open before the first paint (docs/decisions/062-blocking-time-of-the-first-page.md). */
const THEME_COOKIE = 'theme';
const CALM_COOKIE = 'calm';
const YEAR_S = 365 * 24 * 60 * 60;

/** Class of the root element in browsers that run scripts. */
export const SCRIPT_CLASS = 'js';

const listeners = new Set<() => void>();

/** Stores the choice in a cookie. If cookies are blocked, the choice applies to the open page only. */
const persist = (name: string, value: string | null): void => {
  const secureAttribute = window.location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API came years after the oldest supported browsers.
  document.cookie = `${name}=${value ?? ''}; Path=/; Max-Age=${value === null ? 0 : YEAR_S}; SameSite=Lax${secureAttribute}`;
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
  persist(THEME_COOKIE, theme === 'system' ? null : theme);
  notify();
};

export const readCalmMode = (): boolean => document.documentElement.dataset.calm !== undefined;

export const setCalmMode = (calm: boolean): void => {
  const { dataset } = document.documentElement;
  if (calm) dataset.calm = '';
  else delete dataset.calm;
  persist(CALM_COOKIE, calm ? 'on' : null);
  notify();
};
