import type { Site } from '../site-test.ts';
import { type Driver, type Key, runInPage } from './driver.ts';
import { type Action, type FoundElement, findElements, type Target } from './find-elements.ts';
import type { OtherSites } from './other-sites.ts';
import { waitUntil } from './until.ts';

export const byRole = (role: string, name?: string | RegExp): Target => [name === undefined ? { role } : { role, name }];
export const byCss = (css: string): Target => [{ css }];
export const within = (outer: Target, inner: Target): Target => [...outer, ...inner];
export const firstOf = (target: Target): Target => target.map((step, index) => (index === target.length - 1 ? { ...step, isFirst: true } : step));
export const heading = (level: number, name?: string | RegExp): Target => [{ role: 'heading', level, ...(name === undefined ? {} : { name }) }];

interface VisitorOptions {
  readonly hasScript: boolean;
  readonly hasStyles: boolean;
}

/** Simulates a visitor to a site in any browser. All pages in a visit share one profile. */
export const createVisitor = (
  driver: Driver,
  site: Site,
  otherSites: OtherSites,
  { hasScript, hasStyles }: VisitorOptions = { hasScript: true, hasStyles: true },
) => {
  const find = (target: Target, action: Action = { kind: 'read' }): Promise<readonly FoundElement[]> => findElements(driver, target, action);
  const describeTarget = (target: Target): string => target.map(({ css, role, name }) => css ?? `${role} ${name ?? ''}`.trim()).join(' > ');

  const expectVisible = (target: Target, isTrue: (element: FoundElement) => boolean = () => true): Promise<void> =>
    waitUntil(
      describeTarget(target),
      () => find(target),
      (elements) => elements.length === 1 && elements.every(isTrue),
    );

  const waitUntilAlive = async (): Promise<void> => {
    if (!hasScript) return;
    await waitUntil(
      'a page that its script has taken over',
      () => runInPage(driver, () => 'alive' in document.documentElement.dataset),
      (isAlive) => isAlive,
    );
  };

  const focus = async (target: Target): Promise<void> => {
    await expectVisible(target);
    await find(target, { kind: 'focus' });
  };

  return {
    driver,
    site,
    hasScript,
    hasStyles,
    see: expectVisible,
    waitUntilAlive,
    open: async (path: string): Promise<void> => {
      await driver.open(`${site.url}${path}`);
      await waitUntilAlive();
    },
    read: async (target: Target): Promise<FoundElement> => {
      await expectVisible(target);
      const [element] = await find(target);
      if (element === undefined) throw new Error(`${describeTarget(target)} has just disappeared.`);
      return element;
    },
    seeNo: (target: Target): Promise<void> =>
      waitUntil(
        `no ${describeTarget(target)}`,
        () => find(target),
        ({ length }) => length === 0,
      ),
    /** Scrolls to the element, waits until it stops moving, and clicks its centre. */
    click: async (target: Target): Promise<void> => {
      let before: FoundElement | undefined;
      await waitUntil(
        `${describeTarget(target)} to click`,
        () => find(target, { kind: 'scroll' }),
        ([element, ...others]) => {
          const isReady = others.length === 0 && element !== undefined && element.isInView && element.x === before?.x && element.y === before?.y;
          before = element;
          return isReady;
        },
      );
      if (before !== undefined) await driver.clickAt(before.x, before.y);
    },
    fill: async (target: Target, text: string): Promise<void> => {
      await focus(target);
      await driver.type(text);
    },
    choose: async (target: Target, option: string): Promise<void> => {
      await expectVisible(target);
      await find(target, { kind: 'choose', option });
    },
    press: (key: Key): Promise<void> => driver.press(key),
    goBack: (): Promise<void> => runInPage(driver, () => history.back()),
    goForward: (): Promise<void> => runInPage(driver, () => history.forward()),
    seePath: (expected: RegExp): Promise<void> =>
      waitUntil(
        `the path ${expected}`,
        () => runInPage(driver, () => location.pathname + location.search),
        (path) => expected.test(path),
      ),
    seeRequest: (url: string, count = 1): Promise<void> =>
      waitUntil(
        `${count} requests of ${url}`,
        async () => otherSites.requested.filter((requested) => requested === url).length,
        (requests) => requests >= count,
      ),
  };
};

export type Visitor = ReturnType<typeof createVisitor>;
