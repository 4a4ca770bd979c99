import { type Context, compileFunction, createContext } from 'node:vm';

/** Runs the callback in a microtask, so that code that awaits a timer continues. */
const callAtOnce = (callback: () => void): number => {
  queueMicrotask(() => callback());
  return 0;
};

/** Timers and network access without effect. Their use has already been examined, so nothing waits for them here. */
const NO_OP_GLOBALS = {
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

/** Copies a class of the web platform so that its members can be changed; the original is frozen and belongs to this realm. */
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
 * Creates a realm with the same globals as this one, but with mutable intrinsics. In this realm, the intrinsics are frozen, and sloppy-mode code that adds to
 * them gets no error. The open realm shows what such code would change in a browser. It gives a bundle nothing that this realm does not have.
 */
export const createOpenRealm = (): Context => {
  const context = createContext({}, { codeGeneration: { strings: false, wasm: false } });
  const globals: object = compileFunction('return globalThis', [], { parsingContext: context })();
  for (const key of Reflect.ownKeys(globals)) if (!(key in globalThis)) Reflect.deleteProperty(globals, key);
  for (const key of Reflect.ownKeys(globalThis)) {
    if (key in globals && key !== 'console') continue;
    const value: unknown = key in NO_OP_GLOBALS ? Reflect.get(NO_OP_GLOBALS, key) : Reflect.get(globalThis, key);
    // Define it as enumerable, because a context lists only enumerable properties.
    Object.defineProperty(context, key, { value: isClass(value) ? copyClass(value) : value, writable: true, configurable: true, enumerable: true });
  }
  // A bundle's own `prepareStackTrace` would receive the functions on the stack, including those of the probe.
  compileFunction("Object.defineProperty(Error, 'prepareStackTrace', { value: undefined })", [], { parsingContext: context })();
  return context;
};
