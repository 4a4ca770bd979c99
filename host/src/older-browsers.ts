/**
 * The functions that the pages call and that Chrome before 120, Firefox before 125 and Safari before 17.4 lack, back to the oldest browsers that the build supports
 * (shared/build/base.ts). A chunk that newer browsers do not load.
 */

/** Like the browser's own: not enumerable, so that `for … in` does not find them. */
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

const canParse = (address: string, base?: string): boolean => {
  try {
    return new URL(address, base) instanceof URL;
  } catch {
    return false;
  }
};

/** Chrome before 98 and Safari before 15.4 forget the reason. */
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

/** A letter with its marks is one segment, and so is each part of a joined emoji. Texts are cut between segments, by nothing else than their positions. */
class Segmenter {
  segment(text: string): Iterable<{ readonly index: number }> {
    return text.matchAll(/\P{M}\p{M}*|\p{M}+/gu);
  }
}

/** Firefox before 108 and Safari before 15.4 do not know `style-src-attr`: the policy keeps the style attributes of the HTML from them. Scripts may set the same styles. */
const applyStyleAttributes = (): void => {
  for (const element of document.querySelectorAll<HTMLElement>('[style]')) element.style.cssText = element.getAttribute('style') ?? '';
};

/** Adds the functions that are missing, and applies what the policy has kept out. */
export const supplyMissing = (): void => {
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
    toSorted<Item>(this: readonly Item[], compare?: (one: Item, other: Item) => number): Item[] {
      return [...this].sort(compare);
    },
  });
};
