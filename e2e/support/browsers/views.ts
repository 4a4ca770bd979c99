import { writeFile } from 'node:fs/promises';
import { test } from '@playwright/test';
import pixelmatch from 'pixelmatch';
import sharp from 'sharp';
import { type Driver, runInPage } from './driver.ts';
import { watchFaults } from './faults.ts';
import { waitUntil } from './until.ts';
import type { Visitor } from './visitor.ts';

const MAX_PIXELS = 0.03;
const COLOUR_THRESHOLD = 0.1;
const MAX_BOX_PX = 8;

interface Box {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface ViewCapture {
  readonly image: Buffer;
  readonly boxes: readonly Box[];
}

/** What to compare between two views. `boxes` ignores pixels, because engines draw the edges of letters differently. */
type Comparison = 'pixels' | 'boxes';

interface Stylesheets {
  /** Stylesheets whose file has not arrived, or whose temporary `media` attribute makes them wait for other stylesheets. */
  readonly loading: readonly string[];
  /** Stylesheets that are linked in the page and have arrived, but are missing from `document.styleSheets`. */
  readonly lost: readonly string[];
}

const findMissingStylesheets = (): Stylesheets => {
  const owners = new Set([...document.styleSheets].map(({ ownerNode }) => ownerNode));
  const isWaiting = ({ media }: HTMLLinkElement): boolean => !['', 'all'].includes(media);
  const isLoading = (link: HTMLLinkElement): boolean => isWaiting(link) || performance.getEntriesByName(link.href).length === 0;
  const missing = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter((link) => isWaiting(link) || !owners.has(link));
  return {
    loading: missing.filter(isLoading).map(({ href }) => href),
    lost: missing.filter((link) => !isLoading(link)).map(({ href }) => href),
  };
};

const isDrawn = (): boolean => {
  const isOnScreen = ({ left, right, top, bottom, width }: DOMRect): boolean => width > 0 && left < innerWidth && right > 0 && top < innerHeight && bottom > 0;
  return (
    document.readyState === 'complete' &&
    document.fonts.status === 'loaded' &&
    [...document.images].every((image) => image.complete || !isOnScreen(image.getBoundingClientRect()))
  );
};

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

const compareBoxes = (actual: readonly Box[], expected: readonly Box[]): readonly string[] => {
  if (actual.length !== expected.length) return [`${actual.length} boxes instead of ${expected.length}`];
  return expected.flatMap((box, index) => {
    const actualBox = actual[index];
    const sides = ['x', 'y', 'width', 'height'] as const;
    const isNear = actualBox !== undefined && actualBox.name === box.name && sides.every((side) => Math.abs(actualBox[side] - box[side]) <= MAX_BOX_PX);
    return isNear ? [] : [`${JSON.stringify(actualBox)} instead of ${JSON.stringify(box)}`];
  });
};

const decode = (png: Buffer) => sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });

const comparePixels = async (actual: Buffer, expected: Buffer): Promise<number> => {
  const [actualPixels, expectedPixels] = await Promise.all([decode(actual), decode(expected)]);
  const { width, height } = expectedPixels.info;
  if (actualPixels.info.width !== width || actualPixels.info.height !== height) return 1;
  return pixelmatch(actualPixels.data, expectedPixels.data, undefined, width, height, { threshold: COLOUR_THRESHOLD }) / (width * height);
};

const waitUntilDrawn = (driver: Driver): Promise<void> =>
  waitUntil(
    'fonts and images of the first screen',
    () => runInPage(driver, isDrawn),
    (value) => value,
  );

const scrollToTop = async (driver: Driver): Promise<void> => {
  await waitUntilDrawn(driver);
  await runInPage(driver, () => scrollTo(0, 0));
};

/** Lays out lines as in Chrome 90, which uses whole pixels for line heights and does not support `text-wrap` (Chrome 114). */
const layOutLinesLikeChrome90 = (): void => {
  const elements = [...document.querySelectorAll<HTMLElement>('body *')].filter(({ style }) => style !== undefined);
  // Read all values before changing any, because nested elements would inherit the changes.
  const heights = elements.map((element) => Math.floor(Number.parseFloat(getComputedStyle(element).lineHeight)));
  for (const [index, { style }] of elements.entries()) {
    style.setProperty('line-height', `${heights[index]}px`);
    style.setProperty('text-wrap', 'wrap');
  }
};

export const captureView = async (driver: Driver, { hasOlderLines = false } = {}): Promise<ViewCapture> => {
  await scrollToTop(driver);
  if (hasOlderLines) await runInPage(driver, layOutLinesLikeChrome90);
  return { image: await driver.screenshot(), boxes: await runInPage(driver, findBoxes) };
};

interface ViewCheck {
  /** Reference captures from the current Chromium, by page path. Pages without a capture are not compared. */
  readonly captures?: ReadonlyMap<string, ViewCapture>;
  readonly comparison?: Comparison;
}

export const createViewChecker = ({ driver, site, waitUntilAlive }: Visitor, { captures, comparison }: ViewCheck = {}) => {
  const collectFaults = watchFaults(site);
  const compare = async (path: string): Promise<readonly string[]> => {
    const capture = captures?.get(path);
    if (capture === undefined) return [];
    await scrollToTop(driver);
    if (comparison === 'boxes') return compareBoxes(await runInPage(driver, findBoxes), capture.boxes);
    const image = await driver.screenshot();
    const share = await comparePixels(image, capture.image);
    if (share <= MAX_PIXELS) return [];
    for (const [name, png] of Object.entries({ actual: image, expected: capture.image }))
      await writeFile(test.info().outputPath(`${encodeURIComponent(path)}-${name}.png`), png);
    return [`${(share * 100).toFixed(1)}% of the first screen differ`];
  };
  const problems: string[] = [];
  let views = 0;
  let viewsWithLoss = 0;
  return {
    problems,
    getSummary: (): string => `${viewsWithLoss} of ${views} views had lost stylesheets`,
    check: async (view: string, path: string): Promise<void> => {
      await waitUntilAlive();
      await waitUntilDrawn(driver);
      await waitUntil(
        'stylesheets that load',
        () => runInPage(driver, findMissingStylesheets),
        ({ loading }) => loading.length === 0,
      );
      const { lost } = await runInPage(driver, findMissingStylesheets);
      views += 1;
      if (lost.length > 0) viewsWithLoss += 1;
      const viewProblems = [...lost.map((href) => `lost ${href}`), ...(await compare(path)), ...(await driver.takeProblems()), ...collectFaults()];
      problems.push(...viewProblems.map((problem) => `${view} ${path}: ${problem}`));
    },
  };
};

export type ViewChecker = ReturnType<typeof createViewChecker>;
