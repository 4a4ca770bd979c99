export type Theme = 'system' | 'light' | 'dark';

/** How this device shows the site. The keys are read by theme-script.ts too. */
const THEME_KEY = 'theme';
const CALM_KEY = 'calm';

const listeners = new Set<() => void>();

/** Storage may be refused (private windows, full disks): the choice then holds for the open page alone, on the root element. */
const remember = (key: string, value: string | null): void => {
  try {
    if (value === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, value);
  } catch (error) {
    console.info('The display preference was not stored.', error);
  }
};

export const subscribeToDisplay = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const announce = (): void => {
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
  remember(THEME_KEY, theme === 'system' ? null : theme);
  announce();
};

export const readCalm = (): boolean => document.documentElement.dataset.calm !== undefined;

export const chooseCalm = (calm: boolean): void => {
  const { dataset } = document.documentElement;
  if (calm) dataset.calm = '';
  else delete dataset.calm;
  remember(CALM_KEY, calm ? 'on' : null);
  announce();
};

/** Calm mode, or the system's own wish for less motion. */
export const isCalm = (): boolean => readCalm() || window.matchMedia('(prefers-reduced-motion: reduce)').matches;
