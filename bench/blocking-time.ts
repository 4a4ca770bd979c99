/** What of a trace event is used here. Times are in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** How long the thread itself has run. */
  readonly tdur?: number;
  readonly args: { readonly data?: { readonly documentLoaderURL?: string } };
}

const PER_MS = 1000;
/** A task that takes longer delays input: https://web.dev/articles/tbt */
const LONG_TASK_MS = 50;

/**
 * For how long tasks of the page's main thread exceed 50 ms, from the first paint to `endMs` (since the navigation began), in milliseconds: Lighthouse's total blocking
 * time, but by the time for which the thread has run. Other programs on the same processor do not count.
 */
export const sumBlockingTime = (events: readonly TraceEvent[], endMs: number): number => {
  const start = events.filter(({ name, args }) => name === 'navigationStart' && args.data?.documentLoaderURL?.startsWith('http') === true).at(-1);
  if (start === undefined) throw new Error('The trace has no navigation.');
  const paint = events.find(({ name, pid, ts }) => name === 'firstContentfulPaint' && pid === start.pid && ts > start.ts);
  if (paint === undefined) throw new Error('The trace has no paint.');
  const end = start.ts + endMs * PER_MS;
  return events
    .filter(({ name, ph, pid, tid, ts }) => name.endsWith('RunTask') && ph === 'X' && pid === start.pid && tid === start.tid && ts >= paint.ts && ts < end)
    .reduce((sum, { dur = 0, tdur = dur }) => sum + Math.max(0, tdur / PER_MS - LONG_TASK_MS), 0);
};
