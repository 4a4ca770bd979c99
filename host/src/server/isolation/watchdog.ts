import { findWorkingProcess, readProcessUsage } from '@site/shared/domain/process-usage';
import type { Isolation } from './launcher.ts';
import { getLoadLimit, type ProcessLimits } from './limits.ts';

/** Accumulated time without requests after which a process's CPU use is evaluated. */
const WINDOW_MS = 10_000;
/** Share of that time that the process may use the CPU: garbage collection and compilation continue briefly after a request. */
const MAX_IDLE_CPU_SHARE = 0.2;

/**
 * Detects a process that uses the CPU without a request. Call this at short intervals with the time and the CPU time used so far (both in milliseconds), and
 * whether the process has requests. Returns the reason to end the process, or undefined.
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
    const reason =
      usedMs > MAX_IDLE_CPU_SHARE * idleMs ? `It used ${Math.round(usedMs)} ms of processor time in ${Math.round(idleMs)} ms without a request.` : undefined;
    [idleMs, usedMs] = [0, 0];
    return reason;
  };
};

export const LOOP_MESSAGE = 'It did not respond: an endless loop.';

interface WatchdogOptions {
  /** Id of the started process; undefined if it could not be started. */
  readonly pid: number | undefined;
  /** Value of `performance.now()` at the start. */
  readonly startedAt: number;
  readonly barrier: Isolation['barrier'];
  readonly limits: ProcessLimits;
}

/** Decides from outside whether a process may continue, based on its memory, CPU time and replies to pings. */
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

  /** Returns the reason to end the process, if any. */
  findFault(now: number, isLoading: boolean, hasRequests: boolean): string | undefined {
    const { startedAt, limits } = this.#options;
    const usage = this.#readUsage();
    if (usage !== undefined && usage.residentBytes > limits.residentBytes) return `It used ${Math.round(usage.residentBytes / 1024 / 1024)} MB of memory.`;
    if (isLoading) return now - startedAt > getLoadLimit(limits, usage?.cpuMs) ? 'It was not loaded in time.' : undefined;
    if (this.isLooping(limits.ownMs)) return LOOP_MESSAGE;
    return usage === undefined ? undefined : this.#findIdleWork(now, usage.cpuMs, hasRequests);
  }

  /** Whether the process used the CPU without responding, which means a loop. On a busy machine, a silent process may simply be getting no CPU time. */
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

  /** Returns the id of the ping to send now, if one is due. */
  startPing(now: number, hasRequests: boolean): number | undefined {
    if (this.#ping !== undefined || (!hasRequests && now - this.#pingedAt < this.#options.limits.idlePingMs)) return undefined;
    this.#pingedAt = now;
    this.#pingId += 1;
    this.#ping = { sentAt: now, cpuMs: this.#readUsage()?.cpuMs };
    return this.#pingId;
  }

  /** Returns false if no ping with this id is waiting for a reply. */
  acceptPong(id: number): boolean {
    if (this.#ping === undefined || id !== this.#pingId) return false;
    this.#ping = undefined;
    return true;
  }

  /** Looks for the working process again until the program that sets up the namespaces has started it. */
  #readUsage(): ReturnType<typeof readProcessUsage> {
    const { pid: startedPid, barrier } = this.#options;
    const pid = this.#workingPid ?? findWorkingProcess(startedPid ?? 0);
    if (pid !== startedPid || barrier !== 'namespaces') this.#workingPid = pid;
    return readProcessUsage(pid);
  }
}
