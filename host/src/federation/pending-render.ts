const KEY = 'pending-render';

let isFirstRenderDone = false;

/** Where storage is disabled or full, the watchdog is off. */
const access = <T>(use: (storage: Storage) => T): T | undefined => {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
};

/**
 * The watchdog: notes the entry whose code is about to run. A loop in it freezes the tab, and nothing of the page runs again; the note survives in the tab,
 * and the next page that finds it uses another version.
 */
export const notePendingRender = (entry: string): void => access((storage) => storage.setItem(KEY, entry));

/** The page has rendered, or is being left. */
const clearPendingRender = (): void => access((storage) => storage.removeItem(KEY));

/** To be called when the area of the page has rendered. */
export const finishRender = (): void => {
  isFirstRenderDone = true;
  clearPendingRender();
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
