import { findWorkingProcess, readProcessUsage } from '@site/shared/domain/process-usage';
import type { Isolation } from './launcher.ts';
import { getLoadLimit, type ProcessLimits } from './limits.ts';

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

export const LOOP = 'It did not respond: an endless loop.';

interface WatchdogOptions {
  /** Id of the program that was started; undefined if it could not be. */
  readonly pid: number | undefined;
  /** As `performance.now()`. */
  readonly startedAt: number;
  readonly barrier: Isolation['barrier'];
  readonly limits: ProcessLimits;
}

/** Judges from outside whether a process may go on: by its memory, its processor time and its answers to pings. */
export class Watchdog {
  readonly #options: WatchdogOptions;
  readonly #findIdleWork = createIdleUsage();
  #workingPid: number | undefined;
  #ping: { readonly sentAt: number; readonly cpuMs: number | undefined } | undefined;
  #pingId = 0;
  #pingedAt = 0;

  constructor(options: WatchdogOptions) {
    this.#options = options;
  }

  /** Why the process must not go on. */
  findFault(now: number, isLoading: boolean, hasRequests: boolean): string | undefined {
    const { startedAt, limits } = this.#options;
    const usage = this.#readUsage();
    if (usage !== undefined && usage.residentBytes > limits.residentBytes) return `It used ${Math.round(usage.residentBytes / 1024 / 1024)} MB of memory.`;
    if (isLoading) return now - startedAt > getLoadLimit(limits, usage?.cpuMs) ? 'It was not loaded in time.' : undefined;
    if (this.isLooping(limits.ownMs)) return LOOP;
    return usage === undefined ? undefined : this.#findIdleWork(now, usage.cpuMs, hasRequests);
  }

  /** Whether the process has had the processor without answering: a loop. A busy machine may give it none. */
  isLooping(limitMs: number): boolean {
    if (this.#ping === undefined) return false;
    const { loopCpuMs, starvedMs } = this.#options.limits;
    const silentMs = performance.now() - this.#ping.sentAt;
    if (silentMs < limitMs) return false;
    const cpuMs = this.#readUsage()?.cpuMs;
    return this.#ping.cpuMs === undefined || cpuMs === undefined || cpuMs - this.#ping.cpuMs >= loopCpuMs || silentMs >= starvedMs;
  }

  /** Whether a ping has been unanswered for longer than one interval. */
  isSilent(now: number): boolean {
    return this.#ping !== undefined && now - this.#ping.sentAt > this.#options.limits.watchMs;
  }

  /** Returns the id of the ping to send now, if it is time for one. */
  startPing(now: number, hasRequests: boolean): number | undefined {
    if (this.#ping !== undefined || (!hasRequests && now - this.#pingedAt < this.#options.limits.idlePingMs)) return undefined;
    this.#pingedAt = now;
    this.#pingId += 1;
    this.#ping = { sentAt: now, cpuMs: this.#readUsage()?.cpuMs };
    return this.#pingId;
  }

  /** False if no ping with this id is unanswered. */
  acceptPong(id: number): boolean {
    if (this.#ping === undefined || id !== this.#pingId) return false;
    this.#ping = undefined;
    return true;
  }

  /** The program that sets up namespaces needs a moment to start the process that does the work. */
  #readUsage(): ReturnType<typeof readProcessUsage> {
    const { pid: startedPid, barrier } = this.#options;
    const pid = this.#workingPid ?? findWorkingProcess(startedPid ?? 0);
    if (pid !== startedPid || barrier !== 'namespaces') this.#workingPid = pid;
    return readProcessUsage(pid);
  }
}
