/** What was observed on a page since it was opened. */
export interface PageRecord {
  /** Added globals, and properties of shared objects that were added, changed or removed. */
  readonly globals: readonly string[];
  readonly changes: readonly string[];
  /** The remote's listeners and timers that are still active. */
  readonly left: readonly string[];
  readonly violations: readonly string[];
  /** The remote's uses of resources that belong to the host or the visitor. */
  readonly forbiddenUses: readonly string[];
  /** Duration of the longest task in milliseconds. */
  readonly longestTask: number;
  /** Content outside the area: the document's attributes and the body's children. */
  readonly surroundings: readonly string[];
}

/** Observer functions that expressions evaluated in the page can call. */
export interface PageObserver {
  record(): PageRecord;
  /** Finds the shell's links and buttons that the area covers, and whether the page asks for a password. */
  look(): { readonly covered: readonly string[]; readonly hasPasswordField: boolean };
  /** Returns one line for each element of the shell, with its position and appearance. */
  describeShell(): string[];
  /** Changes the URL as clicking a link would. */
  navigate(path: string): void;
  /** Whether a link in the shell's header keeps the focus once it has it. */
  retainsFocus(): Promise<boolean>;
}

/** Creates a function that returns whether its caller was itself called from a file of the remote. */
const createCallerCheck = (remotePath: string) => (): boolean => ((new Error().stack ?? '').split('\n')[3] ?? '').includes(remotePath);

/** Tracks the remote's listeners on objects that outlive a page. Returns a function that describes the listeners that are still active. */
const watchListeners = (isCalledByRemote: () => boolean): (() => string[]) => {
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  const names = (): Map<unknown, string> =>
    new Map<unknown, string>([
      [window, 'window'],
      [document, 'document'],
      [document.documentElement, 'html'],
      [document.body, 'body'],
    ]);
  interface Listener {
    readonly target: EventTarget;
    readonly type: string;
    readonly listener: unknown;
    readonly isCapture: boolean;
  }
  const listeners: Listener[] = [];
  const isCapturing = (options: unknown): boolean =>
    options === true || (typeof options === 'object' && options !== null && 'capture' in options && options.capture === true);
  EventTarget.prototype.addEventListener = function add(
    this: EventTarget | undefined,
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ) {
    const target = this ?? window;
    const settings = typeof options === 'object' ? options : {};
    if (settings.once !== true && names().has(target) && isCalledByRemote()) {
      const entry = { target, type, listener, isCapture: isCapturing(options) };
      listeners.push(entry);
      settings.signal?.addEventListener('abort', () => void listeners.splice(listeners.indexOf(entry), 1));
    }
    return addEventListener.call(target, type, listener, options);
  };
  EventTarget.prototype.removeEventListener = function remove(
    this: EventTarget | undefined,
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | EventListenerOptions,
  ) {
    const target = this ?? window;
    const index = listeners.findIndex(
      (each) => each.target === target && each.type === type && each.listener === listener && each.isCapture === isCapturing(options),
    );
    if (index !== -1) listeners.splice(index, 1);
    return removeEventListener.call(target, type, listener, options);
  };
  return () => listeners.map(({ target, type }) => `a listener of ${type} on ${names().get(target)}`);
};

/**
 * Tracks the remote's timers. Returns a function that names the timers that are still running. Each replacement has the type of the original, apart from
 * overloads.
 */
const watchTimers = (isCalledByRemote: () => boolean): (() => string[]) => {
  const { setTimeout, setInterval, clearTimeout, clearInterval, requestAnimationFrame, cancelAnimationFrame } = window;
  const left = new Map<string, string>();
  const watch =
    (name: string, start: (callback: (...values: unknown[]) => void, delay?: number, ...rest: unknown[]) => number, isRepeated: boolean) =>
    (callback: unknown, delay?: number, ...rest: unknown[]): number => {
      if (typeof callback !== 'function' || !isCalledByRemote()) return start(callback as () => void, delay, ...rest);
      let handle = 0;
      handle = start(
        (...values: unknown[]) => {
          if (!isRepeated) left.delete(`${name} ${handle}`);
          callback(...values);
        },
        delay,
        ...rest,
      );
      left.set(`${name} ${handle}`, name);
      return handle;
    };
  const unwatch =
    (name: string, clear: (handle: number) => void) =>
    (handle: number): void => {
      left.delete(`${name} ${handle}`);
      clear.call(window, handle);
    };
  Object.assign(window, {
    setTimeout: watch('setTimeout', setTimeout.bind(window), false),
    setInterval: watch('setInterval', setInterval.bind(window), true),
    requestAnimationFrame: watch('requestAnimationFrame', (callback) => requestAnimationFrame.call(window, callback), false),
    clearTimeout: unwatch('setTimeout', clearTimeout),
    clearInterval: unwatch('setInterval', clearInterval),
    cancelAnimationFrame: unwatch('requestAnimationFrame', cancelAnimationFrame),
  });
  return () => [...left.values()];
};

/** Records violations of the security policy, and the longest task in milliseconds. */
const watchFaults = (): { readonly violations: readonly string[]; readonly getLongestTask: () => number } => {
  const violations: string[] = [];
  let longestTask = 0;
  document.addEventListener('securitypolicyviolation', (event) => {
    if (event instanceof SecurityPolicyViolationEvent) violations.push(`${event.effectiveDirective} blocked ${event.blockedURI || 'an inline resource'}`);
  });
  if (PerformanceObserver.supportedEntryTypes.includes('longtask'))
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, Math.round(duration));
    }).observe({ type: 'longtask', buffered: true });
  return { violations, getLongestTask: () => longestTask };
};

/** Records the remote's forbidden uses of storage, caches and windows. */
const watchForbiddenUses = (isCalledByRemote: () => boolean): readonly string[] => {
  const forbiddenUses: string[] = [];
  // A page may store a form in a cache with this name while the browser is offline (docs/contracts/storage-keys.md).
  const OWN_CACHE = 'queued form';
  const SESSION_KEYS = ['authToken', 'refreshToken', 'user'];
  const report = (target: object, name: string, describe: (...values: unknown[]) => string | undefined): void => {
    const original: (...values: unknown[]) => unknown = Reflect.get(target, name);
    const reportingFunction = function (this: unknown, ...values: unknown[]): unknown {
      const what = isCalledByRemote() ? describe(...values) : undefined;
      if (what !== undefined) forbiddenUses.push(what);
      return original.apply(this, values);
    };
    Object.defineProperty(target, name, { value: reportingFunction });
  };
  report(window, 'open', () => 'opens a window');
  report(Storage.prototype, 'clear', () => "empties the browser's storage of the site");
  for (const name of ['setItem', 'removeItem'])
    report(Storage.prototype, name, (key) => (SESSION_KEYS.includes(String(key)) ? `changes the item ${String(key)} of the browser's storage` : undefined));
  if ('caches' in window) {
    report(CacheStorage.prototype, 'keys', () => "lists the browser's caches of the site");
    report(CacheStorage.prototype, 'match', () => "reads the browser's caches of the site");
    for (const name of ['open', 'delete'])
      report(CacheStorage.prototype, name, (cache) =>
        cache === OWN_CACHE ? undefined : `${name === 'open' ? 'opens' : 'deletes'} the cache ${String(cache)}`,
      );
  }
  return forbiddenUses;
};

/** Records the globals and the properties of shared objects. Returns functions that find new globals and changed properties. */
const watchGlobals = (): { readonly findGlobals: () => string[]; readonly findChanges: () => string[] } => {
  const SHARED_TARGETS =
    'Object Function Array String Number Boolean Symbol BigInt Promise Map Set WeakMap WeakSet Date RegExp JSON Math Reflect Proxy Error TypeError Intl URL URLSearchParams Request Response Headers FormData AbortController AbortSignal EventTarget Event CustomEvent MessageEvent Node Element HTMLElement HTMLInputElement HTMLFormElement HTMLAnchorElement HTMLScriptElement HTMLIFrameElement Document DocumentFragment History Storage Navigator XMLHttpRequest MutationObserver IntersectionObserver ResizeObserver CSSStyleSheet CustomElementRegistry Window console history navigator performance crypto customElements trustedTypes document'.split(
      ' ',
    );
  type Properties = Map<PropertyKey, PropertyDescriptor | undefined>;
  const readProperties = (target: object): Properties =>
    new Map(
      Reflect.ownKeys(target)
        // Ignore React's marker, which has a random name.
        .filter((key) => !String(key).startsWith('_reactListening'))
        .map((key) => [key, Reflect.getOwnPropertyDescriptor(target, key)]),
    );
  const targets = new Map<string, object>();
  for (const name of SHARED_TARGETS) {
    const value: unknown = Reflect.get(window, name);
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null) continue;
    targets.set(name, value);
    if (typeof value === 'function' && typeof value.prototype === 'object' && value.prototype !== null) targets.set(`${name}.prototype`, value.prototype);
  }
  const before = new Map([...targets].map(([name, target]) => [name, readProperties(target)]));
  const globalsBefore = readProperties(window);
  const isSame = (one: PropertyDescriptor | undefined, other: PropertyDescriptor | undefined): boolean =>
    one !== undefined && other !== undefined && Object.is(one.value, other.value) && one.get === other.get && one.set === other.set;

  const findChanges = (): string[] => {
    const changes: string[] = [];
    for (const [name, target] of targets) {
      const old = before.get(name);
      const now = readProperties(target);
      for (const [key, descriptor] of now) if (!isSame(old?.get(key), descriptor)) changes.push(`${name}.${String(key)}`);
      for (const key of old?.keys() ?? []) if (!now.has(key)) changes.push(`${name}.${String(key)}`);
    }
    for (const [key, descriptor] of readProperties(window)) {
      const old = globalsBefore.get(key);
      // Compare functions only: objects such as `window.event` change constantly.
      if (old !== undefined && typeof old.value === 'function' && !isSame(old, descriptor)) changes.push(`window.${String(key)}`);
    }
    for (const [name, target] of [
      ['window', window],
      ['document', document],
      ['body', document.body],
    ] as const) {
      for (const key in target) if (key.startsWith('on') && typeof Reflect.get(target, key) === 'function') changes.push(`${name}.${key}`);
    }
    return [...new Set(changes)];
  };

  const findGlobals = (): string[] => Reflect.ownKeys(window).flatMap((key) => (globalsBefore.has(key) || /^\d+$/.test(String(key)) ? [] : [String(key)]));
  return { findGlobals, findChanges };
};

const listSurroundings = (): string[] => [
  ...[...document.body.children].map((child) => `a ${child.localName} element${child.id === '' ? '' : ` #${child.id}`} in the body`),
  ...[document.documentElement, document.body].flatMap((element) =>
    [...element.attributes].map(({ name, value }) => `the attribute ${name}="${value}" of the ${element.localName} element`),
  ),
  ...[...document.adoptedStyleSheets].map(() => 'an adopted stylesheet'),
  ...[...document.querySelectorAll('head > style:not([data-rspack]), head > base, head > meta')].map(
    (element) => `a ${element.localName} element ${element.getAttribute('name') ?? element.getAttribute('property') ?? ''} in the head`,
  ),
];

const look = (): ReturnType<PageObserver['look']> => ({
  covered: [...document.querySelectorAll('#site a, #site button, #site summary')].flatMap((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const [centreX, centreY] = [x + width / 2, y + height / 2];
    const isSeen = width > 0 && height > 0 && centreX > 0 && centreY > 0 && centreX < innerWidth && centreY < innerHeight;
    if (!isSeen || element.closest('main, footer') !== null || getComputedStyle(element).visibility === 'hidden') return [];
    const top = document.elementFromPoint(centreX, centreY);
    return top === null || top.closest('main') === null ? [] : [(element.textContent ?? '').trim().slice(0, 40) || element.localName];
  }),
  hasPasswordField: document.querySelector('input[type=password]') !== null,
});

const describeShell = (): string[] => {
  const COMPARED_STYLES =
    'display visibility opacity position color backgroundColor backgroundImage fontFamily fontSize fontWeight lineHeight letterSpacing textTransform textAlign marginTop marginBottom paddingTop paddingLeft borderTopWidth borderBottomColor transform filter clipPath pointerEvents zIndex cursor overflowX userSelect boxShadow'.split(
      ' ',
    );
  const describeElement = (element: Element, name: string): string => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    return `${name} at ${[x, y, width, height].map(Math.round).join(' ')}: ${COMPARED_STYLES.map((property) => Reflect.get(style, property)).join('|')}`;
  };
  const elements = [...document.querySelectorAll('html, body, #site, header, header *, footer, footer *')].filter((element) => !element.closest('svg, main'));
  const counts = new Map<string, number>();
  const lines = elements.map((element) => {
    const region = element.closest('header, footer')?.localName ?? 'document';
    const name = `${region} ${element.localName}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return describeElement(element, `${name} ${counts.get(name)}`);
  });
  const header = document.querySelector('header');
  const box = header?.getBoundingClientRect();
  const top = box === undefined ? null : document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return [...lines, header?.contains(top) === true ? 'the header is on top' : 'something covers the header'];
};

const createNavigate =
  (pushState: History['pushState']): PageObserver['navigate'] =>
  (path) => {
    const state: unknown = history.state;
    const index = typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' ? state.idx : 0;
    pushState.call(history, { usr: null, key: `gate${performance.now()}`, idx: index + 1 }, '', path);
    // Makes the router follow the URL, as after Back or Forward, so that the page does not need a link to every route.
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  };

const createFocusCheck =
  (setTimeout: Window['setTimeout']): PageObserver['retainsFocus'] =>
  async () => {
    const link = document.querySelector<HTMLElement>('header a[href]');
    link?.focus();
    await new Promise((resolve) => setTimeout.call(window, resolve, 60));
    const hasFocus = document.activeElement === link;
    link?.blur();
    return link === null || hasFocus;
  };

/** Observes the page, and exposes the observer's functions as the global `__gate`. */
const observePage = (remotePath: string): void => {
  // Keep the browser's own functions, before the observer or a remote replaces them.
  const navigate = createNavigate(History.prototype.pushState);
  const retainsFocus = createFocusCheck(window.setTimeout);
  const isCalledByRemote = createCallerCheck(remotePath);
  const { violations, getLongestTask } = watchFaults();
  const listListeners = watchListeners(isCalledByRemote);
  const listTimers = watchTimers(isCalledByRemote);
  const forbiddenUses = watchForbiddenUses(isCalledByRemote);
  // Called last, so that the observer's own replacements are part of the baseline.
  const { findGlobals, findChanges } = watchGlobals();
  const observer: PageObserver = {
    record: () => ({
      globals: findGlobals(),
      changes: findChanges(),
      left: [...listTimers(), ...listListeners()],
      violations,
      forbiddenUses,
      longestTask: getLongestTask(),
      surroundings: listSurroundings(),
    }),
    look,
    describeShell,
    navigate,
    retainsFocus,
  };
  Object.defineProperty(window, '__gate', { value: observer, enumerable: false });
};

/** All functions that run in the page, under the names by which they call each other. They use nothing else from this module. */
const PAGE_FUNCTIONS = {
  createCallerCheck,
  watchListeners,
  watchTimers,
  watchFaults,
  watchForbiddenUses,
  watchGlobals,
  listSurroundings,
  look,
  describeShell,
  createNavigate,
  createFocusCheck,
  observePage,
};

/**
 * Creates the script that observes globals, prototypes, listeners, timers, policy violations and long tasks. The script runs before all other scripts on the
 * page. `remotePath` is the URL prefix of the remote's files.
 */
export const createObserverScript = (remotePath: string): string => {
  const functions = Object.entries(PAGE_FUNCTIONS).map(([name, code]) => `const ${name} = ${code.toString()};`);
  // Defines the helper with which the TypeScript compiler names functions.
  return `(() => { const __name = (value) => value; ${functions.join('\n')} observePage(${JSON.stringify(remotePath)}); })();`;
};
