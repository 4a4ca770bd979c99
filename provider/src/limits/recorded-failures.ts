import { createProcessCounts } from './counts.ts';

const FAILURES_PER_MINUTE = 20;

/**
 * Limits how many failures are recorded per minute, so that guessing cannot fill the log and the database. Returns how many failures have been omitted for this
 * key since its last record, or null if the limit is exceeded.
 */
export const createFailureLimit = (now: () => Date): ((key: string) => { readonly omitted: number } | null) => {
  const counts = createProcessCounts(now, 60_000);
  return (key) => {
    const window = counts.getWindow(key);
    if (window.used >= FAILURES_PER_MINUTE) {
      window.omitted += 1;
      return null;
    }
    const { omitted } = window;
    Object.assign(window, { used: window.used + 1, omitted: 0 });
    return { omitted };
  };
};
