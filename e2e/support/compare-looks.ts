import sharp from 'sharp';

/** Edge of a region in pixels of the image: 64 px of the page at a quarter of its size. */
const REGION_POINTS = 16;

/**
 * Blur radius: letters that another machine renders with different edges look alike, while a missing element still shows. With other hinting, colours of the
 * same page differ by up to 27 of 255; without one link of the footer, its smallest element, they differ by 47.
 */
const BLUR_SIGMA = 2.5;
const COLOUR_LIMIT = 36;

/** With a quality of at least 75, no region of a reference differs from its screenshot. */
const WEBP = { quality: 80, effort: 6 };

/** Encodes a screenshot as a reference: WebP, a quarter of the size of PNG. */
export const encodeReference = (png: Buffer): Promise<Buffer> => sharp(png).webp(WEBP).toBuffer();

const decode = (image: Buffer) => sharp(image).removeAlpha().blur(BLUR_SIGMA).raw().toBuffer({ resolveWithObject: true });

/**
 * Regions in which an image of a page differs from its reference, as "x,y (largest difference)" in pixels of the image. A limit for the share of a full page
 * would miss a card that is missing from a long page.
 */
export const findDifferentRegions = async (actual: Buffer, reference: Buffer): Promise<string[]> => {
  const [left, right] = await Promise.all([decode(actual), decode(reference)]);
  const { width, height, channels } = left.info;
  if (width !== right.info.width || height !== right.info.height) return [`${width} × ${height} instead of ${right.info.width} × ${right.info.height} points`];
  const largest = new Map<string, number>();
  // Not `entries()`, which would create an array for each of a million values.
  for (let index = 0; index < left.data.length; index += 1) {
    const difference = Math.abs((left.data[index] ?? 0) - (right.data[index] ?? 0));
    if (difference <= COLOUR_LIMIT) continue;
    const point = Math.floor(index / channels);
    const start = (position: number): number => position - (position % REGION_POINTS);
    const region = `${start(point % width)},${start(Math.floor(point / width))}`;
    largest.set(region, Math.max(largest.get(region) ?? 0, difference));
  }
  return [...largest].map(([region, difference]) => `${region} (${difference})`);
};
