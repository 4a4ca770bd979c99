import sharp from 'sharp';

/** Enough for its colours. */
const SIDE = 64;

/** What an image mostly looks like from afar, as `#rrggbb`. */
export const readDominantColor = async (image: Buffer): Promise<string> => {
  // Shrunk first: the pixels of a photo are counted in a millisecond then.
  const small = await sharp(image).resize(SIDE, SIDE, { fit: 'inside' }).flatten({ background: '#ffffff' }).png().toBuffer();
  const { dominant } = await sharp(small).stats();
  return `#${[dominant.r, dominant.g, dominant.b].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
};
