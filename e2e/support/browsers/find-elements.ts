import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { queryAllByRole } from '@testing-library/dom';
import { type Driver, runInPage } from './driver.ts';

interface Step {
  /** A CSS selector, or one or more ARIA roles separated by spaces. */
  readonly css?: string;
  readonly role?: string;
  readonly name?: string | RegExp;
  readonly level?: number;
  readonly isFirst?: boolean;
}

/** Steps, starting with the outermost. Each step searches within the elements found by the previous step. */
export type Target = readonly Step[];

export interface FoundElement {
  readonly text: string;
  readonly value: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly isInView: boolean;
  readonly isFullyInView: boolean;
  readonly x: number;
  readonly y: number;
}

/** `focus` also selects the text of a field, so that typing replaces it. `choose` selects the option with this text. */
export type Action = { readonly kind: 'read' | 'scroll' | 'focus' } | { readonly kind: 'choose'; readonly option: string };

type SerialisedStep = Omit<Step, 'name'> & { readonly name?: string; readonly pattern?: readonly [source: string, flags: string] };

const serialiseStep = ({ name, ...step }: Step): SerialisedStep => {
  if (name instanceof RegExp) return { ...step, pattern: [name.source, name.flags] };
  return name === undefined ? step : { ...step, name };
};

declare global {
  interface Window {
    TestingLibraryDom?: { readonly queryAllByRole: typeof queryAllByRole };
  }
}

/** Returns null if the page has not loaded Testing Library yet. Otherwise performs the action on the first matching element. */
const findInPage = (steps: readonly SerialisedStep[], action: Action): readonly FoundElement[] | null => {
  const library = window.TestingLibraryDom;
  if (library === undefined) return null;
  let elements: HTMLElement[] = [document.documentElement];
  for (const { css, role, name, pattern, level, isFirst } of steps) {
    elements = elements.flatMap((container) => {
      if (css !== undefined)
        return [container, ...container.querySelectorAll<HTMLElement>('*')].filter((element) => element.matches(css) && element.getClientRects().length > 0);
      const nameOption = pattern === undefined ? name : new RegExp(pattern[0], pattern[1]);
      return (role ?? '').split(' ').flatMap((roleName) =>
        library.queryAllByRole(container, roleName, {
          ...(nameOption === undefined ? {} : { name: nameOption }),
          ...(level === undefined ? {} : { level }),
        }),
      );
    });
    if (isFirst) elements = elements.slice(0, 1);
  }

  const toFoundElement = (element: HTMLElement): FoundElement => {
    // Use the first line of a link that wraps, because a click between its lines would miss the link.
    const [box = element.getBoundingClientRect()] = element.getClientRects();
    const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
    const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const hitElement = right > left && bottom > top ? document.elementFromPoint(x, y) : null;
    return {
      text: (element.textContent ?? '').trim(),
      value: 'value' in element ? String(element.value) : '',
      attributes: Object.fromEntries([...element.attributes].map((attribute) => [attribute.name, attribute.value])),
      isInView: hitElement !== null && (element.contains(hitElement) || hitElement.contains(element)),
      isFullyInView: right - left >= box.width - 1 && bottom - top >= box.height - 1,
      x,
      y,
    };
  };

  const [element] = elements;
  if (element !== undefined) {
    if (action.kind === 'scroll' && !toFoundElement(element).isFullyInView) element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    if (action.kind === 'focus') {
      element.focus();
      if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) element.select();
    }
    if (action.kind === 'choose' && element instanceof HTMLSelectElement) {
      element.selectedIndex = [...element.options].findIndex(({ text }) => text === action.option);
      for (const type of ['input', 'change']) element.dispatchEvent(new Event(type, { bubbles: true }));
    }
  }
  return elements.map(toFoundElement);
};

const TESTING_LIBRARY = readFileSync(createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'), 'utf8');

/** Performs the action, and returns the elements on the current page that match the target. Throws while the page is navigating. */
export const findElements = async (driver: Driver, target: Target, action: Action): Promise<readonly FoundElement[]> => {
  const steps = target.map(serialiseStep);
  const elements = await runInPage(driver, findInPage, steps, action);
  if (elements !== null) return elements;
  // The library consists of statements, so wrap it in a function. The page's policy would block a script element.
  await driver.evaluate(`(() => { ${TESTING_LIBRARY} })()`);
  const found = await runInPage(driver, findInPage, steps, action);
  if (found === null) throw new Error('The page has navigated.');
  return found;
};
