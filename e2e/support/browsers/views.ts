import { writeFile } from 'node:fs/promises';
import { test } from '@playwright/test';
import pixelmatch from 'pixelmatch';
import sharp from 'sharp';
import { type Driver, runInPage } from './driver.ts';
import { watchFaults } from './faults.ts';
import { until } from './until.ts';
import type { Visitor } from './visitor.ts';

/** Maximum share of the first screen's pixels that may differ from the current Chromium. */
const MAX_PIXELS = 0.03;
/** Colours that differ by less count as the same. */
const COLOUR_THRESHOLD = 0.1;
/** Maximum distance of a box from its position in the current Chromium. */
const MAX_BOX_PX = 8;

interface Box {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Look of a page's first screen in the current Chromium. */
export interface Look {
  readonly image: Buffer;
  readonly boxes: readonly Box[];
}

/** Features that are compared: other engines draw letters with different edges. */
type Comparison = 'pixels' | 'boxes';

interface Stylesheets {
  /** Their file has not arrived, or they still have the medium with which they wait for the others. */
  readonly loading: readonly string[];
  /** Their file has arrived and their link is in the page, but the browser has no sheet for it. */
  readonly lost: readonly string[];
}

/** Stylesheets of the page that the browser does not apply. */
const findMissingStylesheets = (): Stylesheets => {
  const owners = new Set([...document.styleSheets].map(({ ownerNode }) => ownerNode));
  const waits = ({ media }: HTMLLinkElement): boolean => !['', 'all'].includes(media);
  const isLoading = (link: HTMLLinkElement): boolean => waits(link) || performance.getEntriesByName(link.href).length === 0;
  const missing = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter((link) => waits(link) || !owners.has(link));
  return {
    loading: missing.filter(isLoading).map(({ href }) => href),
    lost: missing.filter((link) => !isLoading(link)).map(({ href }) => href),
  };
};

/** Waits for the fonts and the images of the first screen. */
const isDrawn = (): boolean => {
  const isOnScreen = ({ left, right, top, bottom, width }: DOMRect): boolean => width > 0 && left < innerWidth && right > 0 && top < innerHeight && bottom > 0;
  return (
    document.readyState === 'complete' &&
    document.fonts.status === 'loaded' &&
    [...document.images].every((image) => image.complete || !isOnScreen(image.getBoundingClientRect()))
  );
};

/** Landmarks, headings and cards, clipped to the first screen. */
const findBoxes = (): readonly Box[] => {
  const elements = [...document.querySelectorAll('header, main, footer, h1, h2, h3, article, main li')];
  // Older browsers do not support `:has`.
  return elements.flatMap((element) => {
    if (element.localName === 'li' && element.querySelector('h3, img') === null) return [];
    const box = element.getBoundingClientRect();
    if (box.width === 0 || box.height === 0 || box.top >= innerHeight || box.bottom <= 0) return [];
    const bottom = Math.min(box.bottom, innerHeight);
    const name = `${element.localName} “${(element.textContent ?? '').trim().slice(0, 30)}”`;
    return [{ name, x: Math.round(box.left), y: Math.round(box.top), width: Math.round(box.width), height: Math.round(bottom - box.top) }];
  });
};

/** Boxes that are in another position. */
const compareBoxes = (actual: readonly Box[], expected: readonly Box[]): readonly string[] => {
  if (actual.length !== expected.length) return [`${actual.length} boxes instead of ${expected.length}`];
  return expected.flatMap((box, index) => {
    const other = actual[index];
    const sides = ['x', 'y', 'width', 'height'] as const;
    const isNear = other !== undefined && other.name === box.name && sides.every((side) => Math.abs(other[side] - box[side]) <= MAX_BOX_PX);
    return isNear ? [] : [`${JSON.stringify(other)} instead of ${JSON.stringify(box)}`];
  });
};

const decode = (png: Buffer) => sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });

/** Share of the pixels that differ. */
const comparePixels = async (actual: Buffer, expected: Buffer): Promise<number> => {
  const [one, other] = await Promise.all([decode(actual), decode(expected)]);
  const { width, height } = other.info;
  if (one.info.width !== width || one.info.height !== height) return 1;
  return pixelmatch(one.data, other.data, undefined, width, height, { threshold: COLOUR_THRESHOLD }) / (width * height);
};

const waitUntilDrawn = (driver: Driver): Promise<void> =>
  until(
    'fonts and images of the first screen',
    () => runInPage(driver, isDrawn),
    (value) => value,
  );

const showTop = async (driver: Driver): Promise<void> => {
  await waitUntilDrawn(driver);
  await runInPage(driver, () => scrollTo(0, 0));
};

/** Lays out lines like Chrome 90, which uses whole pixels for their heights and does not support `text-wrap` (Chrome 114). */
const layOutOlderLines = (): void => {
  const elements = [...document.querySelectorAll<HTMLElement>('body *')].filter(({ style }) => style !== undefined);
  // Read all values before changing any, because nested elements would inherit the change.
  const heights = elements.map((element) => Math.floor(Number.parseFloat(getComputedStyle(element).lineHeight)));
  for (const [index, { style }] of elements.entries()) {
    style.setProperty('line-height', `${heights[index]}px`);
    style.setProperty('text-wrap', 'wrap');
  }
};

export const takeLook = async (driver: Driver, { hasOlderLines = false } = {}): Promise<Look> => {
  await showTop(driver);
  if (hasOlderLines) await runInPage(driver, layOutOlderLines);
  return { image: await driver.screenshot(), boxes: await runInPage(driver, findBoxes) };
};

interface ViewCheck {
  /** Looks of pages in the current Chromium; pages without one are not compared. */
  readonly looks?: ReadonlyMap<string, Look>;
  readonly comparison?: Comparison;
}

/** Collects the problems of each view of a visit. */
export const createViewChecker = ({ driver, site, waitUntilAlive }: Visitor, { looks, comparison }: ViewCheck = {}) => {
  const takeFaults = watchFaults(site);
  const compare = async (path: string): Promise<readonly string[]> => {
    const look = looks?.get(path);
    if (look === undefined) return [];
    await showTop(driver);
    if (comparison === 'boxes') return compareBoxes(await runInPage(driver, findBoxes), look.boxes);
    const image = await driver.screenshot();
    const share = await comparePixels(image, look.image);
    if (share <= MAX_PIXELS) return [];
    for (const [name, png] of Object.entries({ actual: image, expected: look.image }))
      await writeFile(test.info().outputPath(`${encodeURIComponent(path)}-${name}.png`), png);
    return [`${(share * 100).toFixed(1)}% of the first screen differ`];
  };
  const problems: string[] = [];
  let views = 0;
  let viewsWithLoss = 0;
  return {
    problems,
    getSummary: (): string => `${viewsWithLoss} of ${views} views had lost stylesheets`,
    /** Examines the open page in all respects that a test can see. */
    check: async (view: string, path: string): Promise<void> => {
      await waitUntilAlive();
      await waitUntilDrawn(driver);
      await until(
        'stylesheets that load',
        () => runInPage(driver, findMissingStylesheets),
        ({ loading }) => loading.length === 0,
      );
      const { lost } = await runInPage(driver, findMissingStylesheets);
      views += 1;
      if (lost.length > 0) viewsWithLoss += 1;
      const found = [...lost.map((href) => `lost ${href}`), ...(await compare(path)), ...(await driver.takeProblems()), ...takeFaults()];
      problems.push(...found.map((problem) => `${view} ${path}: ${problem}`));
    },
  };
};

export type ViewChecker = ReturnType<typeof createViewChecker>;
