const KEY = 'pending-render';

let isFirstRenderDone = false;

/** Uses the tab's session storage. The watchdog is disabled if the storage is blocked or full. */
const withStorage = <T>(use: (storage: Storage) => T): T | undefined => {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
};

/**
 * Records the entry whose code is about to run. If an endless loop in this code freezes the tab, the record stays in the tab's storage, and the next page that
 * finds the record uses another version.
 */
export const recordPendingRender = (entry: string): void => withStorage((storage) => storage.setItem(KEY, entry));

const clearPendingRender = (): void => withStorage((storage) => storage.removeItem(KEY));

let timer: ReturnType<typeof setInterval> | undefined;

/**
 * Calls `onMissing` unless `finishRender` is called within `seconds`. Only time during which the page is visible and online counts. A new call cancels the
 * previous one.
 */
export const watchRender = (seconds: number, onMissing: () => unknown): void => {
  clearInterval(timer);
  let remainingSeconds = seconds;
  timer = setInterval(() => {
    if (document.hidden || !navigator.onLine) return;
    remainingSeconds -= 1;
    if (remainingSeconds > 0) return;
    clearInterval(timer);
    onMissing();
  }, 1000);
};

let firstRenderCallback: (() => void) | undefined;

export const afterFirstRender = (callback: () => void): void => {
  firstRenderCallback = callback;
};

export const finishRender = (): void => {
  isFirstRenderDone = true;
  clearInterval(timer);
  clearPendingRender();
  firstRenderCallback?.();
  firstRenderCallback = undefined;
};

export const isFirstRender = (): boolean => !isFirstRenderDone;

/** Returns the entry whose code never returned in this tab, if there is one. */
export const consumeUnfinishedRender = (): string | null | undefined => {
  for (const event of ['pagehide', 'visibilitychange']) window.addEventListener(event, clearPendingRender);
  const entry = withStorage((storage) => storage.getItem(KEY));
  clearPendingRender();
  return entry;
};
