/** Time without a request, added up, after which a process is judged. */
const WINDOW_MS = 10_000;
/** Share of that time that it may use the processor: collecting garbage and compiling go on for a moment after a request. */
const SHARE = 0.2;

/**
 * Notices a process that works without a request. To be called at short intervals with the time, the processor time that the process has used
 * (both in milliseconds), and whether it has requests. Returns why the process must not go on, or undefined.
 */
export const createIdleUsage = () => {
  let last = { at: 0, cpuMs: 0, hasRequests: true };
  let [idleMs, usedMs] = [0, 0];
  return (at: number, cpuMs: number, hasRequests: boolean): string | undefined => {
    if (!hasRequests && !last.hasRequests) {
      idleMs += at - last.at;
      usedMs += cpuMs - last.cpuMs;
    }
    last = { at, cpuMs, hasRequests };
    if (idleMs < WINDOW_MS) return undefined;
    const reason = usedMs > SHARE * idleMs ? `It used ${Math.round(usedMs)} ms of processor time in ${Math.round(idleMs)} ms without a request.` : undefined;
    [idleMs, usedMs] = [0, 0];
    return reason;
  };
};
