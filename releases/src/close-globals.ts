import { webPlatform } from './web-platform.ts';

/**
 * Globals that a remote's code may use: those of the language, and the parts of the web platform that a page needs for rendering. All other Node globals
 * (`process`, `Buffer`, `WebSocket`, `MessageChannel`, `WebAssembly` …) are removed before a bundle is evaluated.
 */
const ALLOWED_GLOBALS: ReadonlySet<string> = new Set(
  [
    // Globals of the language. `eval` and `Function` cannot compile text (`--disallow-code-generation-from-strings`).
    'globalThis,Infinity,NaN,undefined,Object,Function,Array,Number,parseFloat,parseInt,Boolean,String,Symbol,Date,Promise,RegExp,Error,AggregateError,EvalError',
    'RangeError,ReferenceError,SyntaxError,TypeError,URIError,SuppressedError,JSON,Math,Intl,ArrayBuffer,Uint8Array,Int8Array,Uint16Array,Int16Array,Uint32Array',
    'Int32Array,Float16Array,Float32Array,Float64Array,Uint8ClampedArray,BigUint64Array,BigInt64Array,DataView,Map,BigInt,Set,Iterator,WeakMap,WeakSet,WeakRef',
    'FinalizationRegistry,Proxy,Reflect,DisposableStack,AsyncDisposableStack,Temporal,decodeURI,decodeURIComponent,encodeURI,encodeURIComponent,escape,unescape,eval,isFinite,isNaN',
    // The web platform.
    'URL,URLSearchParams,TextEncoder,TextDecoder,AbortController,AbortSignal,Event,EventTarget,DOMException,structuredClone,queueMicrotask,atob,btoa',
  ].flatMap((names) => names.split(',')),
);

type Timer = ReturnType<typeof setTimeout> | ReturnType<typeof setImmediate>;

/** Creates timers that are numbers, as in a browser. Node's timer objects would give a remote access to timers of other code. */
const createTimers = () => {
  const { setTimeout, clearTimeout, setInterval, setImmediate, clearImmediate } = globalThis;
  const active = new Map<number, Timer>();
  let last = 0;
  const wrapOneShotTimer =
    (start: (callback: () => void, delay?: number) => Timer) =>
    (callback: (...args: unknown[]) => void, delay?: number, ...args: unknown[]): number => {
      last += 1;
      const id = last;
      active.set(
        id,
        start(() => {
          active.delete(id);
          callback(...args);
        }, delay),
      );
      return id;
    };
  const clear = (id: unknown): void => {
    const timer = typeof id === 'number' ? active.get(id) : undefined;
    if (timer === undefined) return;
    active.delete(Number(id));
    if ('_onImmediate' in timer) clearImmediate(timer as NodeJS.Immediate);
    else clearTimeout(timer as NodeJS.Timeout);
  };
  return {
    setTimeout: wrapOneShotTimer(setTimeout),
    clearTimeout: clear,
    setInterval: (callback: (...args: unknown[]) => void, delay?: number, ...args: unknown[]): number => {
      last += 1;
      active.set(
        last,
        setInterval(() => callback(...args), delay),
      );
      return last;
    },
    clearInterval: clear,
    setImmediate: (callback: (...args: unknown[]) => void, ...args: unknown[]): number =>
      wrapOneShotTimer((run) => setImmediate(run))(callback, undefined, ...args),
    clearImmediate: clear,
  };
};

const createCrypto = () => {
  const { crypto } = globalThis;
  return Object.freeze({
    getRandomValues: (array: Parameters<typeof crypto.getRandomValues>[0]) => crypto.getRandomValues(array),
    randomUUID: () => crypto.randomUUID(),
    subtle: crypto.subtle,
  });
};

const createPerformance = () => {
  const { performance } = globalThis;
  const { timeOrigin } = performance;
  return Object.freeze({ timeOrigin, now: () => performance.now() });
};

interface Replacements {
  readonly fetch: typeof globalThis.fetch;
  /** Receives each line that the remote writes to its console. */
  readonly log: (values: readonly unknown[]) => void;
}

/** Deletes a global, or makes it undefined if it cannot be deleted. Does not read the value first, because that would make Node load the module behind it. */
const remove = (key: string | symbol): void => {
  if (!Reflect.deleteProperty(globalThis, key)) Reflect.defineProperty(globalThis, key, { value: undefined, writable: false });
};

/**
 * Makes the existing globals read-only and freezes the web platform's classes, which `--frozen-intrinsics` does not cover. Code that shares a realm with a
 * bundle uses these classes, so a bundle must not replace them.
 */
export const lockGlobals = (): void => {
  for (const key of Reflect.ownKeys(globalThis)) {
    const value: unknown = Reflect.get(globalThis, key);
    if (typeof value === 'function') {
      Object.freeze(value);
      Object.freeze(value.prototype);
    }
    // Node defines some globals with a getter, so the value is written explicitly.
    const isConfigurable = Reflect.getOwnPropertyDescriptor(globalThis, key)?.configurable === true;
    if (isConfigurable) Reflect.defineProperty(globalThis, key, { value, writable: false, configurable: false });
  }
};

/** Replaces the globals of this process. Returns the names of globals that could not be removed; the list must be empty. */
export const closeGlobals = ({ fetch, log }: Replacements): string[] => {
  const write = (...values: unknown[]): void => log(values);
  const replacements: Record<string, unknown> = {
    ...createTimers(),
    crypto: createCrypto(),
    performance: createPerformance(),
    console: Object.freeze({ log: write, info: write, warn: write, error: write, debug: write, trace: write }),
    process: Object.freeze({ env: Object.freeze({ NODE_ENV: 'production' }) }),
    fetch,
    ...webPlatform,
  };
  for (const key of Reflect.ownKeys(globalThis)) if (typeof key === 'symbol' || !ALLOWED_GLOBALS.has(key)) remove(key);
  for (const [name, value] of Object.entries(replacements)) Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  return Reflect.ownKeys(globalThis)
    .filter((key) => !(typeof key === 'string' && (ALLOWED_GLOBALS.has(key) || key in replacements)) && Reflect.get(globalThis, key) !== undefined)
    .map(String);
};
