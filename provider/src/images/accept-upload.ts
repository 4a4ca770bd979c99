import sharp from 'sharp';
import { createBoundedQueue } from '../http/bounded-queue.ts';
import { Refusal } from '../http/refusal.ts';
import { PIXEL_LIMIT } from './render-picture.ts';

/** A picture as it is kept: decoded, turned upright and encoded anew, so that nothing but pixels is left of the upload. */
export interface AcceptedPicture {
  readonly bytes: Buffer;
  readonly format: 'jpg' | 'webp';
  readonly width: number;
  readonly height: number;
}

/** Longest side that is kept; no screen of ours asks for more. */
const LONGEST_SIDE = 2560;
const SMALLEST_SIDE = 2;

// Only what `sniff` lets through may be decoded, whatever a file claims inside; SVG is left on for our own drawings.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer', 'VipsForeignLoadHeifBuffer', 'VipsForeignLoadSvgBuffer'],
});

const queue = createBoundedQueue(2, 20);

/** The type that the first bytes tell; names and claimed types are not asked. */
const sniff = (bytes: Buffer): 'jpeg' | 'png' | 'webp' | 'avif' | null => {
  if (bytes.length < 16) return null;
  if (bytes.readUIntBE(0, 3) === 0xffd8ff) return 'jpeg';
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png';
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp';
  if (bytes.toString('latin1', 4, 8) === 'ftyp' && /^avi[fs]$/.test(bytes.toString('latin1', 8, 12))) return 'avif';
  return null;
};

const refuse = (field: string, status: number, message: string): Refusal => new Refusal(status, message, { [field]: message });

const reencode = async (bytes: Buffer): Promise<AcceptedPicture> => {
  const source = sharp(bytes, { limitInputPixels: PIXEL_LIMIT, failOn: 'error', pages: 1 });
  const { hasAlpha } = await source.metadata();
  const upright = source.autoOrient().toColourspace('srgb').resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true });
  const encoded = hasAlpha ? upright.webp({ quality: 90, alphaQuality: 100, effort: 2 }) : upright.jpeg({ quality: 88 });
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  return { bytes: data, format: hasAlpha ? 'webp' : 'jpg', width: info.width, height: info.height };
};

/** Checks and re-encodes one uploaded picture; throws a refusal in words that staff understand. */
export const acceptUpload = async (field: string, bytes: Buffer): Promise<AcceptedPicture> => {
  if (sniff(bytes) === null) throw refuse(field, 415, 'Choose a picture: JPEG, PNG, WebP or AVIF.');
  let accepted: AcceptedPicture;
  try {
    accepted = await queue.run(() => reencode(bytes));
  } catch (reason) {
    if (reason instanceof Refusal) throw reason;
    const isTooLarge = typeof reason === 'object' && reason !== null && 'message' in reason && String(reason.message).includes('pixel limit');
    throw isTooLarge
      ? refuse(field, 413, 'The picture has too many pixels: 40 million at most.')
      : refuse(field, 422, 'The picture is damaged or not complete.');
  }
  if (accepted.width < SMALLEST_SIDE || accepted.height < SMALLEST_SIDE) throw refuse(field, 422, 'The picture is too small.');
  return accepted;
};
