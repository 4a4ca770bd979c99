import { availableParallelism } from 'node:os';
import type { SiteConfig } from '@site/shared/contracts/site';
import type { FastifyBaseLogger } from 'fastify';
import { readServerBundle, type ServerBundle } from '../remotes/server-bundle.ts';
import type { Launcher } from './launcher.ts';
import type { ProcessLimits } from './limits.ts';
import type { PerformCall } from './provider-calls.ts';
import { RemoteProcess } from './remote-process.ts';
import { RemoteFault } from './remote-request.ts';

/**
 * Number of requests in flight in each process of a version before another process is started. Loaders mostly wait, so one process handles many pages at once.
 */
const BUSY_REQUESTS = 8;
const MAX_PROCESSES = Math.max(2, Math.min(4, availableParallelism() - 1));
const QUEUE_LIMIT = 200;
/** A process that ran this long does not count as part of a series of crashes. */
const STABLE_MS = 30_000;
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;
/** Number of consecutive crashes that are followed by an immediate restart. */
const FREE_RESTARTS = 2;

/** The delay before a restart after this many consecutive crashes: exponential up to 30 s, with jitter so that hosts differ. */
export const getRestartDelayMs = (deaths: number, random: () => number): number =>
  deaths <= FREE_RESTARTS ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (deaths - FREE_RESTARTS - 1), MAX_DELAY_MS) * (0.75 + random() / 2);

export interface ProcessGroupOptions {
  readonly launcher: Launcher;
  readonly site: SiteConfig;
  readonly performCall: PerformCall;
  readonly limits: ProcessLimits;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  /** Called for an error outside any request, and when a process dies. */
  readonly onFault: (bundle: ServerBundle, message: string) => void;
  readonly onRestart: (remote: string) => void;
  readonly random: () => number;
  /** Whether a release set names this version. Other versions get only one process each. */
  readonly isInReleaseSet: (bundle: ServerBundle) => boolean;
}

/** The processes of one version. Adds processes when requests queue up, and restarts crashed ones with an increasing delay. */
export class ProcessGroup {
  readonly bundle: ServerBundle;
  readonly #options: ProcessGroupOptions;
  readonly #members = new Map<RemoteProcess, { readonly startedAt: number; idleSince: number }>();
  #starting: Promise<RemoteProcess> | undefined;
  #deaths = 0;
  #notBefore = 0;
  #isActive = false;
  #isClosed = false;
  #restartTimer: NodeJS.Timeout | undefined;

  constructor(bundle: ServerBundle, options: ProcessGroupOptions) {
    this.bundle = bundle;
    this.#options = options;
  }

  async use<T>(work: (member: RemoteProcess) => Promise<T>): Promise<T> {
    const member = await this.#getMember();
    try {
      return await work(member);
    } finally {
      const entry = this.#members.get(member);
      if (entry !== undefined) entry.idleSince = Date.now();
    }
  }

  /** An active version is restarted without waiting for a request. */
  setActive(active: boolean): void {
    this.#isActive = active;
    if (!active) clearTimeout(this.#restartTimer);
  }

  /** Ends idle processes, except the last one of an active version. Returns true once no process is left. */
  sweep(idleMs: number): boolean {
    for (const [member, { idleSince }] of this.#members) {
      const isLast = this.#isActive && this.#members.size === 1;
      if (isLast || member.inFlight() > 0 || Date.now() - idleSince < idleMs || this.#starting !== undefined) continue;
      this.#members.delete(member);
      void member.end();
    }
    return this.#members.size === 0 && this.#starting === undefined;
  }

  getLoad(): { readonly processes: number; readonly requests: number } {
    return { processes: this.#members.size, requests: [...this.#members.keys()].reduce((sum, member) => sum + member.inFlight(), 0) };
  }

  async end(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#restartTimer);
    await Promise.all([...this.#members.keys()].map((member) => member.end()));
    this.#members.clear();
  }

  async #getMember(): Promise<RemoteProcess> {
    const member = this.#getLeastBusy();
    if (member === undefined) return this.#start();
    if (member.inFlight() >= QUEUE_LIMIT) throw new RemoteFault('Too many requests are queued for it.');
    const maxProcesses = this.#options.isInReleaseSet(this.bundle) ? MAX_PROCESSES : 1;
    if (member.inFlight() >= BUSY_REQUESTS && this.#members.size < maxProcesses) this.#start().catch(() => undefined);
    await member.ready;
    return member;
  }

  #getLeastBusy(): RemoteProcess | undefined {
    return [...this.#members.keys()].filter((member) => member.isUsable()).sort((a, b) => a.inFlight() - b.inFlight())[0];
  }

  /** Concurrent requests share one start. */
  #start(): Promise<RemoteProcess> {
    this.#starting ??= this.#launch().finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  async #launch(): Promise<RemoteProcess> {
    const waitMs = this.#notBefore - Date.now();
    if (waitMs > 0) throw new RemoteFault(`It will be restarted in ${Math.ceil(waitMs / 1000)} s.`);
    const { bundle } = this;
    const { remote, version, publicPath } = bundle;
    const { launcher, site, performCall, limits, log, onFault } = this.#options;
    const code = await readServerBundle(bundle);
    if (this.#isClosed) throw new RemoteFault('It was ended.');
    const member = new RemoteProcess({
      launcher,
      code,
      publicPath,
      site,
      performCall,
      limits,
      onLog: (text, requestId) => log.warn({ remote, version, text, ...(requestId === undefined ? {} : { requestId }) }, 'remote console output'),
      onStrayError: (message) => onFault(bundle, message),
      onDeath: (reason) => this.#handleDeath(member, reason),
    });
    this.#members.set(member, { startedAt: Date.now(), idleSince: Date.now() });
    await member.ready;
    return member;
  }

  #handleDeath(member: RemoteProcess, reason: string): void {
    const { onFault, onRestart, random } = this.#options;
    const uptimeMs = Date.now() - (this.#members.get(member)?.startedAt ?? 0);
    this.#members.delete(member);
    this.#deaths = uptimeMs > STABLE_MS ? 1 : this.#deaths + 1;
    const delayMs = getRestartDelayMs(this.#deaths, random);
    this.#notBefore = Date.now() + delayMs;
    onFault(this.bundle, reason);
    if (!this.#isActive || this.#isClosed) return;
    onRestart(this.bundle.remote);
    // Restart in the background, so that the next visitor does not have to wait.
    clearTimeout(this.#restartTimer);
    this.#restartTimer = setTimeout(() => void this.#start().catch(() => undefined), delayMs);
    this.#restartTimer.unref();
  }
}
