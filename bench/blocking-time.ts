/** Fields of a trace event that are used here. Times are in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** How long the thread itself was running. */
  readonly tdur?: number;
  readonly args: { readonly data?: { readonly documentLoaderURL?: string } };
}

const PER_MS = 1000;
/** A longer task delays input: https://web.dev/articles/tbt */
const LONG_TASK_MS = 50;

/** How long tasks on a page's main thread keep a visitor waiting, in milliseconds of thread time. Other programs on the same CPU core do not count. */
export interface Blocking {
  /** Total time by which tasks exceed 50 ms: Lighthouse's total blocking time. */
  readonly blockedMs: number;
  /** The longest task, which is the longest possible wait of a first interaction: Lighthouse's maximum potential first input delay. */
  readonly longestMs: number;
}

/** Measures blocking on the last page in the trace, from its first paint to `endMs` (counted from the start of the navigation). */
export const measureBlocking = (events: readonly TraceEvent[], endMs: number): Blocking => {
  const start = events.filter(({ name, args }) => name === 'navigationStart' && args.data?.documentLoaderURL?.startsWith('http') === true).at(-1);
  if (start === undefined) throw new Error('The trace has no navigation.');
  const paint = events.find(({ name, pid, ts }) => name === 'firstContentfulPaint' && pid === start.pid && ts > start.ts);
  if (paint === undefined) throw new Error('The trace has no paint.');
  const end = start.ts + endMs * PER_MS;
  const tasksMs = events
    .filter(({ name, ph, pid, tid, ts }) => name.endsWith('RunTask') && ph === 'X' && pid === start.pid && tid === start.tid && ts >= paint.ts && ts < end)
    .map(({ dur = 0, tdur = dur }) => tdur / PER_MS);
  return { blockedMs: tasksMs.reduce((sum, taskMs) => sum + Math.max(0, taskMs - LONG_TASK_MS), 0), longestMs: Math.max(0, ...tasksMs) };
};
