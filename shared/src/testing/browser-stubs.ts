/** Stubs of features that jsdom lacks: media queries, intersection, scrolling, fonts and modal dialogs. Reset after every test. */

const mediaQueries = new Map<string, boolean>();
const mediaLists = new Set<{ readonly query: string; readonly target: EventTarget }>();

export const setMediaQuery = (query: string, matches: boolean): void => {
  mediaQueries.set(query, matches);
  for (const list of mediaLists) if (list.query === query) list.target.dispatchEvent(new Event('change'));
};

const matchMedia = (query: string): MediaQueryList => {
  const target = new EventTarget();
  mediaLists.add({ query, target });
  const list = {
    media: query,
    onchange: null,
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
    addListener: (listener: EventListener | null) => target.addEventListener('change', listener),
    removeListener: (listener: EventListener | null) => target.removeEventListener('change', listener),
    dispatchEvent: target.dispatchEvent.bind(target),
  };
  Object.defineProperty(list, 'matches', { get: () => mediaQueries.get(query) ?? false });
  // The line above defines `matches`, but the type checker does not know that.
  return list as unknown as MediaQueryList;
};

class IntersectionObserverStub {
  static readonly all = new Set<IntersectionObserverStub>();
  readonly root = null;
  readonly rootMargin = '0px';
  readonly thresholds = [0];
  readonly elements = new Set<Element>();
  constructor(readonly callback: (entries: readonly object[], observer: unknown) => void) {
    IntersectionObserverStub.all.add(this);
  }
  observe(element: Element): void {
    this.elements.add(element);
  }
  unobserve(element: Element): void {
    this.elements.delete(element);
  }
  disconnect(): void {
    this.elements.clear();
    IntersectionObserverStub.all.delete(this);
  }
  takeRecords(): [] {
    return [];
  }
}

/** Scrolls an element into (or out of) view for every observer that watches it. Wrap the call in `act`. */
export const intersect = (element: Element, isIntersecting = true): void => {
  for (const observer of IntersectionObserverStub.all) {
    if (observer.elements.has(element)) observer.callback([{ target: element, isIntersecting, intersectionRatio: isIntersecting ? 1 : 0 }], observer);
  }
};

class ResizeObserverStub {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** Scrolls the page and dispatches the event. Wrap the call in `act`. */
export const scrollPageTo = (top: number): void => {
  Object.defineProperty(window, 'scrollY', { value: top, configurable: true, writable: true });
  window.dispatchEvent(new Event('scroll'));
};

/** Calls to `window.scrollTo`, latest last. They also set the page's `scrollY`. */
export const scrollCalls: ScrollToOptions[] = [];

const scrollTo = (first?: number | ScrollToOptions, second?: number): void => {
  const options = typeof first === 'object' ? first : { left: first ?? 0, top: second ?? 0 };
  scrollCalls.push(options);
  scrollPageTo(options.top ?? 0);
};

const openersByDialog = new WeakMap<HTMLDialogElement, HTMLElement>();

const closeOnEscape = (event: KeyboardEvent): void => {
  if (event.key !== 'Escape' || event.defaultPrevented) return;
  const dialog = [...document.querySelectorAll<HTMLDialogElement>('dialog[open][data-modal]')].at(-1);
  if (dialog?.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close();
};

const createCanvasContext = (): object => new Proxy<Record<PropertyKey, unknown>>({}, { get: (target, name) => (name in target ? target[name] : () => {}) });

export const installBrowserStubs = (): void => {
  window.matchMedia = matchMedia;
  window.scrollTo = scrollTo;
  Element.prototype.scrollIntoView = () => {};
  Element.prototype.scrollTo = () => {};
  Object.assign(globalThis, { IntersectionObserver: IntersectionObserverStub, ResizeObserver: ResizeObserverStub });
  HTMLDialogElement.prototype.show = function show() {
    this.open = true;
  };
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
    this.dataset.modal = '';
    if (document.activeElement instanceof HTMLElement) openersByDialog.set(this, document.activeElement);
    this.querySelector<HTMLElement>('[autofocus], button, a[href], input, select, textarea')?.focus();
  };
  HTMLDialogElement.prototype.close = function close(value?: string) {
    if (!this.open) return;
    this.open = false;
    delete this.dataset.modal;
    if (value !== undefined) this.returnValue = value;
    // Browsers restore the focus only if the dialog is still in the page.
    if (this.isConnected) openersByDialog.get(this)?.focus();
    this.dispatchEvent(new Event('close'));
  };
  document.addEventListener('keydown', closeOnEscape);
  Object.assign(HTMLCanvasElement.prototype, { getContext: () => createCanvasContext() });
  Object.assign(document, { fonts: { load: () => Promise.resolve([]) } });
  HTMLMediaElement.prototype.play = () => Promise.resolve();
  HTMLMediaElement.prototype.pause = () => {};
};

export const resetBrowserStubs = (): void => {
  mediaQueries.clear();
  mediaLists.clear();
  IntersectionObserverStub.all.clear();
  scrollCalls.length = 0;
  Object.defineProperty(window, 'scrollY', { value: 0, configurable: true, writable: true });
};
