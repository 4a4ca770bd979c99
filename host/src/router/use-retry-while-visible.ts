import { useEffect } from 'react';

const RETRY_INTERVAL_MS = 3000;

/** Calls `retry` every three seconds while it is wanted and the page is looked at. */
export const useRetryWhileVisible = (retry: () => void, isWanted: boolean): void => {
  useEffect(() => {
    if (!isWanted) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') retry();
    }, RETRY_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [retry, isWanted]);
};
