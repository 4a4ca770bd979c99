/**
 * Adds functions that the pages call but older browsers lack: Chrome before 120, Firefox before 125 and Safari before 17.4, back to the oldest browsers that
 * the build supports (shared/build/base.ts). Newer browsers do not load this chunk.
 */

/** Adds members that are not enumerable, like the browser's own, so that `for … in` skips them. */
const add = (owner: object, members: Readonly<Record<string, unknown>>): void => {
  for (const [name, value] of Object.entries(members)) if (!(name in owner)) Object.defineProperty(owner, name, { value, configurable: true, writable: true });
};

function at<Item>(this: ArrayLike<Item>, index: number): Item | undefined {
  return this[index < 0 ? this.length + index : index];
}

function findLastIndex<Item>(this: readonly Item[], test: (item: Item, index: number, items: readonly Item[]) => unknown): number {
  let index = this.length - 1;
  while (index >= 0 && !test(this[index] as Item, index, this)) index -= 1;
  return index;
}

const canParse = (url: string, base?: string): boolean => {
  try {
    return new URL(url, base) instanceof URL;
  } catch {
    return false;
  }
};

/** Keeps the abort reason, which Chrome before 98 and Safari before 15.4 drop. */
const abortWith = (controller: AbortController, reason: unknown): void => {
  if (!('reason' in controller.signal)) Object.defineProperty(controller.signal, 'reason', { value: reason });
  controller.abort(reason);
};

const any = (signals: Iterable<AbortSignal>): AbortSignal => {
  const controller = new AbortController();
  for (const signal of signals) {
    const abort = () => abortWith(controller, signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  }
  return controller.signal;
};

const timeout = (milliseconds: number): AbortSignal => {
  const controller = new AbortController();
  setTimeout(() => abortWith(controller, new DOMException('The operation timed out.', 'TimeoutError')), milliseconds);
  return controller.signal;
};

/**
 * Simplified `Intl.Segmenter`. Treats a letter with its marks as one segment, but splits a joined emoji into its parts. Callers only use the positions of the
 * segments, to cut text between them.
 */
class Segmenter {
  segment(text: string): Iterable<{ readonly index: number }> {
    return text.matchAll(/\P{M}\p{M}*|\p{M}+/gu);
  }
}

/**
 * Reapplies style attributes. In Firefox before 108 and Safari before 15.4, which do not support `style-src-attr`, the policy blocks style attributes in the
 * HTML. Scripts may set the same styles.
 */
const applyStyleAttributes = (): void => {
  for (const element of document.querySelectorAll<HTMLElement>('[style]')) element.style.cssText = element.getAttribute('style') ?? '';
};

export const addMissingFeatures = (): void => {
  applyStyleAttributes();
  add(URL, { canParse });
  add(Intl, { Segmenter });
  add(AbortSignal, { any, timeout });
  add(Object, { hasOwn: (owner: object, name: PropertyKey): boolean => Object.getOwnPropertyDescriptor(owner, name) !== undefined });
  add(String.prototype, { at });
  add(Array.prototype, {
    at,
    findLastIndex,
    findLast<Item>(this: readonly Item[], test: (item: Item, index: number, items: readonly Item[]) => unknown): Item | undefined {
      return this[findLastIndex.call(this, test as never)];
    },
    toSorted<Item>(this: readonly Item[], compare?: (a: Item, b: Item) => number): Item[] {
      return [...this].sort(compare);
    },
  });
};
