import { useCallback, useEffect } from 'react';
import { EXIT_URL } from './site-links.ts';

const PRESSES = 3;
/** Longer pauses between the presses start the count anew, so that ordinary typing never leaves the page. */
const PAUSE_MS = 1500;

/** Says of each key whether it was the third press of Shift in a row. */
export const createShiftCounter = (): ((event: Pick<KeyboardEvent, 'key' | 'repeat' | 'timeStamp'>) => boolean) => {
  let presses = 0;
  let lastPress = 0;
  return ({ key, repeat, timeStamp }) => {
    if (key !== 'Shift') presses = 0;
    else if (!repeat) {
      presses = timeStamp - lastPress > PAUSE_MS ? 1 : presses + 1;
      lastPress = timeStamp;
      return presses === PRESSES;
    }
    return false;
  };
};

/** Leaves the page at once for a harmless one, without an entry to come back to; three presses of Shift do the same. */
export const useQuickExit = (): ((event: { preventDefault(): void }) => void) => {
  const exit = useCallback((event: { preventDefault(): void }) => {
    event.preventDefault();
    // The next page takes its time; what was on the screen goes now.
    document.documentElement.hidden = true;
    window.location.replace(EXIT_URL);
  }, []);

  useEffect(() => {
    const isThirdPress = createShiftCounter();
    const exitOnThird = (event: KeyboardEvent) => {
      if (isThirdPress(event)) exit(event);
    };
    document.addEventListener('keydown', exitOnThird);
    return () => document.removeEventListener('keydown', exitOnThird);
  }, [exit]);

  return exit;
};
