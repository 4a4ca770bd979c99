import { SAMPLE_EVENTS } from '../events-content.ts';
import { SAMPLE_ALBUMS } from '../gallery-content.ts';
import { SAMPLE_POSTS } from '../posts-content.ts';
import { SAMPLE_PROGRAMS } from '../programs-content.ts';
import { type Artwork, drawArtwork } from './artwork.ts';
import { type Box, getCrop, getCrops, getSafeArea } from './safe-area.ts';
import { SITE_IMAGES } from './site-images-content.ts';

const ARTWORKS: readonly Artwork[] = [
  ...Object.values(SITE_IMAGES),
  ...[...SAMPLE_POSTS, ...SAMPLE_EVENTS, ...SAMPLE_PROGRAMS].map(({ picture }) => picture),
  ...SAMPLE_POSTS.flatMap(({ figure }) => figure?.picture ?? []),
  ...SAMPLE_ALBUMS.flatMap(({ images }) => images.map(({ picture }) => picture)),
];

/** The part of the outer box that the inner one does not leave, in pixels; 0 or less when it is inside. */
const getOverflow = (inner: Box, outer: Box): number =>
  Math.max(
    outer.left - inner.left,
    outer.top - inner.top,
    inner.left + inner.width - outer.left - outer.width,
    inner.top + inner.height - outer.top - outer.height,
  );

/** Heads with their scarfs, of a drawing. */
const findHeads = (drawing: string): readonly Box[] =>
  [...drawing.matchAll(/translate\((\d+) (\d+)\) scale\(([\d.]+)\)/g)].map(([, x, y, scale]) => {
    const size = Number(scale);
    return { left: Number(x) - 38 * size, top: Number(y) - 112 * size, width: 76 * size, height: 82 * size };
  });

describe('the safe area of a drawing', () => {
  it('expects the shapes of cards and heroes', () => {
    const ratios = (width: number, height: number) => [...new Set(getCrops({ width, height }).map(([ratio]) => Number(ratio.toFixed(2))))];
    expect(ratios(1600, 900)).toEqual([2.33, 2.4, 1.78, 1.33, 1, 0.75]);
    expect(ratios(1500, 1000)).toEqual([1.78, 1.33, 1, 0.75]);
    expect(ratios(1080, 1080)).toEqual([1]);
  });

  it('is inside of every crop of pages', () => {
    for (const artwork of ARTWORKS) {
      for (const crop of getCrops(artwork)) expect(getOverflow(getSafeArea(artwork), getCrop(artwork, crop))).toBeLessThan(0.001);
    }
  });

  it('holds every head of the samples and of the pages', () => {
    const groups = ARTWORKS.filter(({ kind }) => kind === 'people');
    expect(groups.length).toBeGreaterThan(8);
    for (const artwork of groups) {
      const heads = findHeads(drawArtwork(artwork));
      expect(heads).toHaveLength(artwork.people ?? Number.NaN);
      for (const head of heads) expect(getOverflow(head, getSafeArea(artwork))).toBeLessThanOrEqual(0);
    }
  });
});
