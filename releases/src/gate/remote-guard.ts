/** Watches what a remote's bundle reaches for while it runs in this process. */

import { closeGlobals } from '../close-globals.ts';

type Report = (where: string, what: string, fix: string) => void;

const NO_PROCESS = 'Remove it: pages run in the browser too, and on the server without environment, files and processes (docs/contracts/remote.md).';
const NO_TIMER = 'Start timers in an effect of a component, and clear them in its clean-up.';
const NO_FETCH = 'Call the provider with services.http; the host performs the calls.';

/** Reading these is how libraries find out where they run. */
const HARMLESS = new Set<PropertyKey>([
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
  /** False for an interval, and once its function has been called. */
  isAwaited: boolean;
}

interface GuardOptions {
  /** Part of the file name that the frames of the bundle have in a stack. */
  readonly bundleName: string;
  /** What is being done, for the findings. */
  readonly getStep: () => string;
  /** Addresses that a page may fetch itself. */
  readonly allowedAddresses: readonly string[];
  readonly report: Report;
}

/** Takes Node away from this realm, and puts in its place a `process`, timers and a network that report their use by the bundle. */
export const guardRemote = ({ bundleName, getStep, allowedAddresses, report }: GuardOptions) => {
  const { exit } = process;
  const timers = new Map<unknown, Timer>();

  /** True if the nearest frame with a file is one of the bundle. */
  const isCalledByBundle = (): boolean => {
    const frames = (new Error().stack ?? '').split('\n').slice(3);
    const nearest = frames.find((frame) => !/\((?:<anonymous>|native)\)|at (?:async )?<anonymous>$/.test(frame)) ?? '';
    return nearest.includes(bundleName);
  };

  // Nothing behind it: whatever a bundle does to the stack, it gets no further than this object.
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
  const guarded = new Proxy<object>(
    { env },
    {
      get: (target, name) => {
        if (!HARMLESS.has(name)) report(getStep(), `uses process.${String(name)}.`, NO_PROCESS);
        return Reflect.get(target, name);
      },
    },
  );

  const guardTimer =
    (name: string, start: (...values: unknown[]) => unknown) =>
    (callback: (...values: unknown[]) => unknown, ...values: unknown[]): unknown => {
      if (!isCalledByBundle()) return start(callback, ...values);
      const timer: Timer = { name, step: getStep(), handle: undefined, isAwaited: name !== 'setInterval' };
      timer.handle = start(
        (...given: unknown[]) => {
          timer.isAwaited = false;
          return callback(...given);
        },
        ...values,
      );
      timers.set(timer.handle, timer);
      return timer.handle;
    };
  const guardClear =
    (clear: (handle: never) => void) =>
    (handle: never): void => {
      timers.delete(handle);
      clear(handle);
    };
  const guardedFetch: typeof fetch = async (input) => {
    const address = input instanceof Request ? input.url : String(input);
    if (!allowedAddresses.includes(address)) report(getStep(), `fetches ${address}.`, NO_FETCH);
    return new Response('{}', { status: 503, headers: { 'content-type': 'application/json' } });
  };
  // As in the process that renders the pages: a bundle finds the language and what a page may use of the web.
  const open = closeGlobals({ fetch: guardedFetch, log: () => undefined });
  if (open.length > 0) throw new Error(`These globals could not be removed: ${open.join(', ')}`);
  const real = { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate };
  const define = (name: string, value: unknown): void =>
    void Object.defineProperty(globalThis, name, { value, configurable: true, writable: true, enumerable: false });
  define('process', guarded);
  // The handles' types differ between Node and browsers; only their identity matters here.
  define('setTimeout', guardTimer('setTimeout', real.setTimeout as (...values: unknown[]) => unknown));
  define('setInterval', guardTimer('setInterval', real.setInterval as (...values: unknown[]) => unknown));
  define('setImmediate', guardTimer('setImmediate', real.setImmediate as (...values: unknown[]) => unknown));
  define('clearTimeout', guardClear(real.clearTimeout));
  define('clearInterval', guardClear(real.clearInterval));
  define('clearImmediate', guardClear(real.clearImmediate));

  return {
    /** Reports the timers that were started since the last call and that nobody has cleared. */
    reportModuleTimers: (): void => {
      for (const { name, step } of timers.values()) report(step, `starts a timer (${name}): a server may have several versions loaded, for days.`, NO_TIMER);
      timers.clear();
    },
    /** Reports what is still running: a page that has been rendered waits for nothing. */
    reportLeftTimers: (): void => {
      for (const { name, step, handle, isAwaited } of timers.values()) {
        if (name === 'setInterval' || isAwaited) report(step, `leaves a timer running after the page was rendered (${name}).`, NO_TIMER);
        real.clearInterval(handle as NodeJS.Timeout);
      }
      timers.clear();
    },
    /** True while a function is going to be called by a timeout or an immediate. */
    isAwaitingTimer: (): boolean => [...timers.values()].some(({ isAwaited }) => isAwaited),
    pause: (milliseconds: number): Promise<void> => new Promise((resolve) => real.setTimeout(resolve, milliseconds)),
    exit: (): never => exit(0),
  };
};
