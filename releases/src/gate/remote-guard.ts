/** Watches which globals a remote's bundle accesses while it runs in this process. */

import { closeGlobals } from '../close-globals.ts';

type Report = (where: string, what: string, fix: string) => void;

const NO_PROCESS = 'Remove it: pages run in the browser too, and on the server without environment, files and processes (docs/contracts/remote.md).';
const NO_TIMER = 'Start timers in an effect of a component, and clear them in its clean-up.';
const NO_FETCH = 'Call the provider with services.http; the host performs the calls.';

/** Properties that libraries read to detect their environment. */
const HARMLESS_PROPERTIES = new Set<PropertyKey>([
  'env',
  'versions',
  'version',
  'platform',
  'browser',
  'release',
  'nextTick',
  'emitWarning',
  'stdout',
  'argv',
  Symbol.toStringTag,
  Symbol.toPrimitive,
  'then',
  'constructor',
]);
const HARMLESS_VARIABLES = new Set<PropertyKey>(['NODE_ENV', 'DEBUG', 'NODE_DEBUG', 'FORCE_COLOR', 'NO_COLOR']);

interface Timer {
  readonly name: string;
  readonly step: string;
  handle: unknown;
  /** False for an interval, and after the timer's function has been called. */
  isAwaited: boolean;
}

type GetStep = () => string;
type TimerFunction = (...values: unknown[]) => unknown;

interface GuardOptions {
  /** Part of the file name that identifies the bundle's frames in a stack trace. */
  readonly bundleName: string;
  /** Current step, for the findings. */
  readonly getStep: GetStep;
  /** URLs that a page may fetch directly. */
  readonly allowedAddresses: readonly string[];
  readonly report: Report;
}

/** Creates a `process` object that reports what a bundle reads. It has no real `process` behind it, so a bundle that manipulates the stack gains nothing. */
const createGuardedProcess = (getStep: GetStep, report: Report): object => {
  const env = new Proxy<Record<string, string>>(
    { NODE_ENV: 'production' },
    {
      get: (target, name) => {
        if (!HARMLESS_VARIABLES.has(name) && typeof name === 'string') report(getStep(), `reads the environment variable ${name}.`, NO_PROCESS);
        return Reflect.get(target, name);
      },
      ownKeys: (target) => {
        report(getStep(), 'lists the environment variables.', NO_PROCESS);
        return Reflect.ownKeys(target);
      },
    },
  );
  return new Proxy<object>(
    { env },
    {
      get: (target, name) => {
        if (!HARMLESS_PROPERTIES.has(name)) report(getStep(), `uses process.${String(name)}.`, NO_PROCESS);
        return Reflect.get(target, name);
      },
    },
  );
};

/** Timers that the bundle has started and not cleared. */
class BundleTimers {
  readonly #timers = new Map<unknown, Timer>();
  readonly #bundleName: string;
  readonly #getStep: GetStep;
  readonly #report: Report;

  constructor({ bundleName, getStep, report }: GuardOptions) {
    this.#bundleName = bundleName;
    this.#getStep = getStep;
    this.#report = report;
  }

  /** Whether the nearest stack frame with a file belongs to the bundle. */
  #isCalledByBundle(): boolean {
    const frames = (new Error().stack ?? '').split('\n').slice(3);
    const nearestFrame = frames.find((frame) => !/\((?:<anonymous>|native)\)|at (?:async )?<anonymous>$/.test(frame)) ?? '';
    return nearestFrame.includes(this.#bundleName);
  }

  /** Replaces a function that starts timers. */
  guardStart(name: string, start: TimerFunction) {
    return (callback: TimerFunction, ...values: unknown[]): unknown => {
      if (!this.#isCalledByBundle()) return start(callback, ...values);
      const timer: Timer = { name, step: this.#getStep(), handle: undefined, isAwaited: name !== 'setInterval' };
      timer.handle = start(
        (...given: unknown[]) => {
          timer.isAwaited = false;
          return callback(...given);
        },
        ...values,
      );
      this.#timers.set(timer.handle, timer);
      return timer.handle;
    };
  }

  /** Replaces a function that clears timers. */
  guardClear(clear: (handle: never) => void) {
    return (handle: never): void => {
      this.#timers.delete(handle);
      clear(handle);
    };
  }

  /** Reports the uncleared timers that were started since the last call. */
  reportModuleTimers(): void {
    for (const { name, step } of this.#timers.values())
      this.#report(step, `starts a timer (${name}): a server may have several versions loaded, for days.`, NO_TIMER);
    this.#timers.clear();
  }

  /** Reports timers that are still running, because nothing waits for them once the page is rendered. */
  reportRunningTimers(clear: (handle: NodeJS.Timeout) => void): void {
    for (const { name, step, handle, isAwaited } of this.#timers.values()) {
      if (name === 'setInterval' || isAwaited) this.#report(step, `leaves a timer running after the page was rendered (${name}).`, NO_TIMER);
      clear(handle as NodeJS.Timeout);
    }
    this.#timers.clear();
  }

  /** Whether a timeout or an immediate has yet to call its function. */
  isAwaiting(): boolean {
    return [...this.#timers.values()].some(({ isAwaited }) => isAwaited);
  }
}

/** Removes Node from this realm. Adds a `process`, timers and a `fetch` that report when the bundle uses them. */
export const guardRemote = (options: GuardOptions) => {
  const { getStep, allowedAddresses, report } = options;
  const { exit } = process;
  const timers = new BundleTimers(options);
  const guardedFetch: typeof fetch = async (input) => {
    const address = input instanceof Request ? input.url : String(input);
    if (!allowedAddresses.includes(address)) report(getStep(), `fetches ${address}.`, NO_FETCH);
    return new Response('{}', { status: 503, headers: { 'content-type': 'application/json' } });
  };
  // The same globals as in the process that renders the pages: those of the language, and the web APIs that a page may use.
  const open = closeGlobals({ fetch: guardedFetch, log: () => undefined });
  if (open.length > 0) throw new Error(`These globals could not be removed: ${open.join(', ')}`);
  const real = { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate };
  const define = (name: string, value: unknown): void =>
    void Object.defineProperty(globalThis, name, { value, configurable: true, writable: true, enumerable: false });
  define('process', createGuardedProcess(getStep, report));
  // The handles' types differ between Node and browsers; only their identity matters here.
  for (const name of ['setTimeout', 'setInterval', 'setImmediate'] as const) define(name, timers.guardStart(name, real[name] as TimerFunction));
  for (const name of ['clearTimeout', 'clearInterval', 'clearImmediate'] as const) define(name, timers.guardClear(real[name]));

  return {
    reportModuleTimers: (): void => timers.reportModuleTimers(),
    reportRunningTimers: (): void => timers.reportRunningTimers(real.clearInterval),
    isAwaitingTimer: (): boolean => timers.isAwaiting(),
    pause: (milliseconds: number): Promise<void> => new Promise((resolve) => real.setTimeout(resolve, milliseconds)),
    exit: (): never => exit(0),
  };
};
