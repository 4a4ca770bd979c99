import sharp from 'sharp';

/** Edge length of a region in image pixels. The image is a quarter of the page's size, so this is 64 px on the page. */
const REGION_POINTS = 16;

/**
 * Blur radius. Blurring hides differences in letter edges between machines, but not a missing element. Different font hinting changes colours by up to 27 of
 * 255 levels, whereas removing a footer link, the smallest element, changes them by 47.
 */
const BLUR_SIGMA = 2.5;
const COLOUR_LIMIT = 36;

/** At a WebP quality of 75 or more, no region of a reference differs from its screenshot. */
const WEBP = { quality: 80, effort: 6 };

/** Encodes a screenshot as a reference. WebP files are a quarter of the size of PNG files. */
export const encodeReference = (png: Buffer): Promise<Buffer> => sharp(png).webp(WEBP).toBuffer();

const decode = (image: Buffer) => sharp(image).removeAlpha().blur(BLUR_SIGMA).raw().toBuffer({ resolveWithObject: true });

/**
 * Returns the regions in which an image of a page differs from its reference, as "x,y (largest difference)" in image pixels. A limit for the whole page would
 * not notice a card missing from a long page.
 */
export const findDifferentRegions = async (actual: Buffer, reference: Buffer): Promise<string[]> => {
  const [left, right] = await Promise.all([decode(actual), decode(reference)]);
  const { width, height, channels } = left.info;
  if (width !== right.info.width || height !== right.info.height) return [`${width} × ${height} instead of ${right.info.width} × ${right.info.height} points`];
  const largestDifferences = new Map<string, number>();
  // `entries()` would create an array for each of a million values.
  for (let index = 0; index < left.data.length; index += 1) {
    const difference = Math.abs((left.data[index] ?? 0) - (right.data[index] ?? 0));
    if (difference <= COLOUR_LIMIT) continue;
    const point = Math.floor(index / channels);
    const start = (position: number): number => position - (position % REGION_POINTS);
    const region = `${start(point % width)},${start(Math.floor(point / width))}`;
    largestDifferences.set(region, Math.max(largestDifferences.get(region) ?? 0, difference));
  }
  return [...largestDifferences].map(([region, difference]) => `${region} (${difference})`);
};
