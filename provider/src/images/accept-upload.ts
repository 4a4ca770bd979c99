import sharp from 'sharp';
import { DomainError, FileTooLargeError, UnsupportedFileError, ValidationError } from '../domain/errors.ts';
import { createJobQueue } from '../limits/heavy-jobs.ts';
import { PIXEL_LIMIT, readDominantColor } from './render-image.ts';

export interface UploadedFile {
  readonly field: string;
  readonly bytes: Buffer;
}

/** An image that is ready for storage: decoded, rotated upright and re-encoded, so that nothing but pixels remains of the upload. */
export interface AcceptedImage {
  readonly bytes: Buffer;
  readonly format: 'jpg' | 'webp';
  readonly width: number;
  readonly height: number;
  readonly color: string;
}

/** Maximum width and height of a stored image in pixels. No page requests a larger size. */
const MAX_SIDE_PX = 2560;
const MIN_SIDE_PX = 2;

// Allow sharp to decode only the formats that `detectFormat` accepts. SVG stays enabled for this project's own drawings.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer', 'VipsForeignLoadHeifBuffer', 'VipsForeignLoadSvgBuffer'],
});

/** All uploads share one key, so they are decoded in order of arrival. */
const queue = createJobQueue({ slots: 2, slotsPerKey: 2, waiting: 20, waitingPerKey: 20 });

/** Detects the format from the first bytes, because file names and declared types cannot be trusted. */
const detectFormat = (bytes: Buffer): 'jpeg' | 'png' | 'webp' | 'avif' | null => {
  if (bytes.length < 16) return null;
  if (bytes.readUIntBE(0, 3) === 0xffd8ff) return 'jpeg';
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png';
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp';
  if (bytes.toString('latin1', 4, 8) === 'ftyp' && /^avi[fs]$/.test(bytes.toString('latin1', 8, 12))) return 'avif';
  return null;
};

const reencode = async (bytes: Buffer): Promise<AcceptedImage> => {
  const source = sharp(bytes, { limitInputPixels: PIXEL_LIMIT, failOn: 'error', pages: 1 });
  const { hasAlpha } = await source.metadata();
  const uprightImage = source.autoOrient().toColourspace('srgb').resize(MAX_SIDE_PX, MAX_SIDE_PX, { fit: 'inside', withoutEnlargement: true });
  const encodedImage = hasAlpha ? uprightImage.webp({ quality: 90, alphaQuality: 100, effort: 2 }) : uprightImage.jpeg({ quality: 88 });
  const { data, info } = await encodedImage.toBuffer({ resolveWithObject: true });
  return { bytes: data, format: hasAlpha ? 'webp' : 'jpg', width: info.width, height: info.height, color: await readDominantColor(data) };
};

const toUploadError = (field: string, reason: unknown): DomainError => {
  if (reason instanceof DomainError) return reason;
  const exceedsPixelLimit = reason instanceof Error && reason.message.includes('pixel limit');
  if (exceedsPixelLimit) return new FileTooLargeError(field, 'The photo has too many pixels: 40 million at most.');
  return createInvalidFileError(field, 'The photo is damaged or incomplete.');
};

const createInvalidFileError = (field: string, message: string): ValidationError => new ValidationError({ [field]: message }, message);

/** Checks and re-encodes an uploaded image. Throws an error with a message for staff. */
export const acceptUpload = async (field: string, bytes: Buffer): Promise<AcceptedImage> => {
  if (detectFormat(bytes) === null) throw new UnsupportedFileError(field, 'Choose a photo: JPEG, PNG, WebP or AVIF.');
  let acceptedImage: AcceptedImage;
  try {
    acceptedImage = await queue.run('uploads', () => reencode(bytes));
  } catch (reason) {
    throw toUploadError(field, reason);
  }
  if (acceptedImage.width < MIN_SIDE_PX || acceptedImage.height < MIN_SIDE_PX) throw createInvalidFileError(field, 'The photo is too small.');
  return acceptedImage;
};
