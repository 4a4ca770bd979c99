import { useRevalidator } from '@site/shared/router';
import { useEffect } from 'react';

/** How long after an event's end the server needs to mark the event as past. */
const SERVER_DELAY_MS = 1500;
const RETRY_MS = 4000;
/** Timers stop while a machine sleeps and are limited to 24 days, so the clock is checked at least this often. */
const MAX_TIMEOUT_MS = 300_000;

/** Revalidates the page's data at the given time, and again until the data has a new time. Pauses while the tab is hidden. */
export const useRevalidateAt = (timestamp: number | null): void => {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (timestamp === null) return;
    let timer: number | undefined;
    const check = (): void => {
      window.clearTimeout(timer);
      if (document.hidden) return;
      const remainingMs = timestamp + SERVER_DELAY_MS - Date.now();
      if (remainingMs <= 0) void revalidate();
      timer = window.setTimeout(check, remainingMs <= 0 ? RETRY_MS : Math.min(remainingMs, MAX_TIMEOUT_MS));
    };
    check();
    document.addEventListener('visibilitychange', check);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', check);
    };
  }, [timestamp, revalidate]);
};
