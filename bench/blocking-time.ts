interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** The thread's CPU time. */
  readonly tdur?: number;
  readonly args: { readonly data?: { readonly documentLoaderURL?: string } };
}

const MICROSECONDS_PER_MS = 1000;
/** Longer tasks delay input: https://web.dev/articles/tbt */
const LONG_TASK_MS = 50;

/** How long a page's main thread is blocked. The unit is milliseconds of CPU time, which excludes other programs on the same core. */
export interface BlockingTimes {
  /** Lighthouse's total blocking time: the part of each task beyond 50 ms, summed up. */
  readonly blockedMs: number;
  /** Lighthouse's maximum potential first input delay: the duration of the longest task. */
  readonly longestMs: number;
}

/** Measures blocking on the last page in the trace, from the first paint until `endMs` after navigation start. */
export const measureBlocking = (events: readonly TraceEvent[], endMs: number): BlockingTimes => {
  const start = events.filter(({ name, args }) => name === 'navigationStart' && args.data?.documentLoaderURL?.startsWith('http') === true).at(-1);
  if (start === undefined) throw new Error('The trace has no navigation.');
  const paint = events.find(({ name, pid, ts }) => name === 'firstContentfulPaint' && pid === start.pid && ts > start.ts);
  if (paint === undefined) throw new Error('The trace has no paint.');
  const end = start.ts + endMs * MICROSECONDS_PER_MS;
  const taskDurations = events
    .filter(({ name, ph, pid, tid, ts }) => name.endsWith('RunTask') && ph === 'X' && pid === start.pid && tid === start.tid && ts >= paint.ts && ts < end)
    .map(({ dur = 0, tdur = dur }) => tdur / MICROSECONDS_PER_MS);
  return { blockedMs: taskDurations.reduce((sum, duration) => sum + Math.max(0, duration - LONG_TASK_MS), 0), longestMs: Math.max(0, ...taskDurations) };
};
