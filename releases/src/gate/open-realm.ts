import { type Context, compileFunction, createContext } from 'node:vm';

/** What waits for a timer must go on. */
const callAtOnce = (callback: () => void): number => {
  queueMicrotask(() => callback());
  return 0;
};

/** Timers and calls were examined before; here nothing waits for them. */
const SILENT = {
  process: Object.freeze({ env: Object.freeze({ NODE_ENV: 'production' }) }),
  setTimeout: callAtOnce,
  setInterval: () => 0,
  setImmediate: callAtOnce,
  clearTimeout: () => undefined,
  clearInterval: () => undefined,
  clearImmediate: () => undefined,
  fetch: async () => new Response('{}', { status: 503, headers: { 'content-type': 'application/json' } }),
};

type Class = abstract new () => object;
const isClass = (value: unknown): value is Class => typeof value === 'function' && String(value).startsWith('class');

/** A class of the web with the same members, which can be changed: the original one belongs to this realm, and is frozen. */
const copyClass = (original: Class): Class => {
  abstract class Copy extends original {}
  const copyMembers = (from: object, to: object): void => {
    for (const [key, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(from)))
      if (!['prototype', 'constructor', 'name', 'length'].includes(key))
        Object.defineProperty(to, key, { ...descriptor, configurable: true, ...('value' in descriptor ? { writable: true } : {}) });
  };
  copyMembers(original, Copy);
  copyMembers(original.prototype, Copy.prototype);
  return Copy;
};

/**
 * A realm with the globals of this one, whose intrinsics can be changed. In this one they are frozen, and code outside of strict mode that adds to them gets no
 * error, so what it would change in a browser shows only here. A bundle finds nothing in it that it does not find in this realm.
 */
export const createOpenRealm = (): Context => {
  const context = createContext({}, { codeGeneration: { strings: false, wasm: false } });
  const globals: object = compileFunction('return globalThis', [], { parsingContext: context })();
  for (const key of Reflect.ownKeys(globals)) if (!(key in globalThis)) Reflect.deleteProperty(globals, key);
  for (const key of Reflect.ownKeys(globalThis)) {
    if (key in globals && key !== 'console') continue;
    const value: unknown = key in SILENT ? Reflect.get(SILENT, key) : Reflect.get(globalThis, key);
    // Names of properties that cannot be enumerated are not listed for a context.
    Object.defineProperty(context, key, { value: isClass(value) ? copyClass(value) : value, writable: true, configurable: true, enumerable: true });
  }
  // A bundle's own function would receive the functions on the stack, including those of the probe.
  compileFunction("Object.defineProperty(Error, 'prepareStackTrace', { value: undefined })", [], { parsingContext: context })();
  return context;
};
