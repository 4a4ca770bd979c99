const KEY = 'pending-render';

let isFirstRenderDone = false;

/** If storage is disabled or full, the watchdog is off. */
const access = <T>(use: (storage: Storage) => T): T | undefined => {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
};

/**
 * The watchdog: records the entry whose code is about to run. An endless loop in it freezes the tab, and no more code of the page runs; the record stays in the
 * tab, and the next page that finds it uses another version.
 */
export const notePendingRender = (entry: string): void => access((storage) => storage.setItem(KEY, entry));

/** Called when the page has rendered or is being left. */
const clearPendingRender = (): void => access((storage) => storage.removeItem(KEY));

let timer: ReturnType<typeof setInterval> | undefined;

/**
 * Calls `onMissing` unless `finishRender` is called in time. Only time in which the page is visible and online counts. A new call replaces the previous wait.
 */
export const expectRender = (seconds: number, onMissing: () => unknown): void => {
  clearInterval(timer);
  let left = seconds;
  timer = setInterval(() => {
    if (document.hidden || !navigator.onLine) return;
    left -= 1;
    if (left > 0) return;
    clearInterval(timer);
    onMissing();
  }, 1000);
};

let afterFirst: (() => void) | undefined;

/** Calls back when the area of the first page has rendered. */
export const afterFirstRender = (callback: () => void): void => {
  afterFirst = callback;
};

/** Call this when the page's area has rendered. */
export const finishRender = (): void => {
  isFirstRenderDone = true;
  clearInterval(timer);
  clearPendingRender();
  afterFirst?.();
  afterFirst = undefined;
};

/** True until the page's area has rendered for the first time. */
export const isFirstRender = (): boolean => !isFirstRenderDone;

/** The entry whose code never returned in this tab, if there is one. */
export const takeUnfinishedRender = (): string | null | undefined => {
  for (const event of ['pagehide', 'visibilitychange']) window.addEventListener(event, clearPendingRender);
  const entry = access((storage) => storage.getItem(KEY));
  clearPendingRender();
  return entry;
};
