import sharp from 'sharp';
import { SAMPLE_EVENTS } from '../events-content.ts';
import { SAMPLE_ALBUMS } from '../gallery-content.ts';
import { SAMPLE_POSTS } from '../posts-content.ts';
import { SAMPLE_PROGRAMS } from '../programs-content.ts';
import { type Artwork, drawArtwork, fitIntoSafeArea } from './artwork.ts';
import { clothDefinitions } from './cloth.ts';
import { OBJECT_BOX, OBJECTS } from './objects.ts';
import { BACKGROUND_SCENES, SCENE_BOX } from './places.ts';
import { type Box, getCrop, getCrops, getSafeArea } from './safe-area.ts';
import { SITE_IMAGES } from './site-images-content.ts';

const ARTWORKS: readonly Artwork[] = [
  ...Object.values(SITE_IMAGES),
  ...[...SAMPLE_POSTS, ...SAMPLE_EVENTS, ...SAMPLE_PROGRAMS].map(({ picture }) => picture),
  ...SAMPLE_POSTS.flatMap(({ figure }) => figure?.picture ?? []),
  ...SAMPLE_ALBUMS.flatMap(({ images }) => images.map(({ picture }) => picture)),
];

/** Returns by how many pixels the inner box extends beyond the outer one. The value is at most 0 if it is inside. */
const getOverflow = (inner: Box, outer: Box): number =>
  Math.max(
    outer.left - inner.left,
    outer.top - inner.top,
    inner.left + inner.width - outer.left - outer.width,
    inner.top + inner.height - outer.top - outer.height,
  );

const findHeads = (drawing: string): readonly Box[] =>
  [...drawing.matchAll(/translate\((\d+) (\d+)\) scale\(([\d.]+)\)/g)].map(([, x, y, scale]) => {
    const size = Number(scale);
    return { left: Number(x) - 38 * size, top: Number(y) - 112 * size, width: 76 * size, height: 82 * size };
  });

const CANVAS = 1200;

/** Measures the area that a drawing from `OBJECTS` or `BACKGROUND_SCENES` covers, without the parts that extend to the edges. */
const measure = async (drawing: string): Promise<Box> => {
  const inner = drawing.replaceAll(/<path d="M-900[^>]*>/g, '');
  const half = CANVAS / 2;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-${half} -${half} ${CANVAS} ${CANVAS}" width="${CANVAS}" height="${CANVAS}"><defs>${clothDefinitions(inner)}</defs>${inner}</svg>`;
  const { info } = await sharp(Buffer.from(svg)).trim({ threshold: 1 }).toBuffer({ resolveWithObject: true });
  return { left: -half - (info.trimOffsetLeft ?? 0), top: -half - (info.trimOffsetTop ?? 0), width: info.width, height: info.height };
};

describe('the safe area of a drawing', () => {
  it('accounts for the shapes of cards and heroes', () => {
    const ratios = (width: number, height: number) => [...new Set(getCrops({ width, height }).map(([ratio]) => Number(ratio.toFixed(2))))];
    expect(ratios(1600, 900)).toEqual([2.33, 2.4, 1.78, 1.33, 1, 0.75]);
    expect(ratios(1500, 1000)).toEqual([1.78, 1.33, 1, 0.75]);
    expect(ratios(1080, 1080)).toEqual([1]);
  });

  it('is inside every crop of pages', () => {
    for (const artwork of ARTWORKS) {
      for (const crop of getCrops(artwork)) expect(getOverflow(getSafeArea(artwork), getCrop(artwork, crop))).toBeLessThan(0.001);
    }
  });

  it.each([
    ...Object.entries(OBJECTS).map(([name, drawing]) => [name, drawing, OBJECT_BOX] as const),
    ...Object.entries(BACKGROUND_SCENES).map(([name, { drawing }]) => [name, drawing, SCENE_BOX] as const),
  ])('contains %s completely', async (_name, drawing, box) => {
    // Allow one pixel for anti-aliased edges.
    expect(getOverflow(await measure(drawing), box)).toBeLessThanOrEqual(1);
    for (const size of ARTWORKS) {
      const [scale, x, y] = fitIntoSafeArea(size, box);
      const fittedBox = { left: x + box.left * scale, top: y + box.top * scale, width: box.width * scale, height: box.height * scale };
      expect(getOverflow(fittedBox, getSafeArea(size))).toBeLessThan(0.001);
    }
  });

  it('contains every head in the samples and the page images', () => {
    const groups = ARTWORKS.filter(({ kind }) => kind === 'people');
    expect(groups.length).toBeGreaterThan(8);
    for (const artwork of groups) {
      const heads = findHeads(drawArtwork(artwork));
      expect(heads).toHaveLength(artwork.people ?? Number.NaN);
      for (const head of heads) expect(getOverflow(head, getSafeArea(artwork))).toBeLessThanOrEqual(0);
    }
  });
});
