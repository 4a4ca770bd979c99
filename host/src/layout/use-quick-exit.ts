import { useCallback, useEffect } from 'react';
import { EXIT_URL } from './site-links.ts';

const PRESSES = 3;
/** Longer pauses between the presses start the count anew, so that ordinary typing never leaves the page. */
const PAUSE_MS = 1500;

/** Leaves the page at once for a harmless one, without an entry to come back to; three presses of Shift do the same. */
export const useQuickExit = (): (() => void) => {
  const exit = useCallback(() => {
    // The next page takes its time; what was on the screen goes now.
    document.documentElement.hidden = true;
    window.location.replace(EXIT_URL);
  }, []);

  useEffect(() => {
    let presses = 0;
    let lastPress = 0;
    const count = (event: KeyboardEvent) => {
      if (event.key !== 'Shift') {
        presses = 0;
        return;
      }
      if (event.repeat) return;
      presses = event.timeStamp - lastPress > PAUSE_MS ? 1 : presses + 1;
      lastPress = event.timeStamp;
      if (presses === PRESSES) exit();
    };
    document.addEventListener('keydown', count);
    return () => document.removeEventListener('keydown', count);
  }, [exit]);

  return exit;
};
