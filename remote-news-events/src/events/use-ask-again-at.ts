import { useRevalidator } from '@site/shared/router';
import { useEffect } from 'react';

/** The server needs a moment to notice that an event has passed. */
const GRACE_MS = 1500;
const RETRY_MS = 4000;
/** The clock is read again at least this often: a machine that slept has counted nothing, and no timer takes more than 24 days. */
const LONGEST_WAIT_MS = 300_000;

/** Asks for the page's data again once a moment has come, and until the data names another one; not while nobody looks. */
export const useAskAgainAt = (moment: number | null): void => {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (moment === null) return;
    let timer: number | undefined;
    const look = (): void => {
      window.clearTimeout(timer);
      if (document.hidden) return;
      const left = moment + GRACE_MS - Date.now();
      if (left <= 0) void revalidate();
      timer = window.setTimeout(look, left <= 0 ? RETRY_MS : Math.min(left, LONGEST_WAIT_MS));
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [moment, revalidate]);
};
