import sharp, { type Sharp } from 'sharp';
import type { OutputFormat, Resize, Transformation } from './transformation.ts';

// libvips' own threads would take both cores from pending requests.
sharp.concurrency(1);
sharp.cache({ memory: 32 });

/** More than any supported camera produces; a file that claims more is rejected before it is decoded. */
export const PIXEL_LIMIT = 40e6;

export interface FocalPoint {
  readonly x: number;
  readonly y: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The largest rectangle of the requested aspect ratio, as close to the focal point as the edges allow. */
const cropAround = (source: Size, target: Size, focal: FocalPoint): { left: number; top: number; width: number; height: number } => {
  const scale = Math.min(source.width / target.width, source.height / target.height);
  const width = Math.max(1, Math.min(source.width, Math.round(target.width * scale)));
  const height = Math.max(1, Math.min(source.height, Math.round(target.height * scale)));
  const getOffset = (total: number, part: number, at: number): number => Math.round(Math.min(Math.max(total * at - part / 2, 0), total - part));
  return { left: getOffset(source.width, width, focal.x), top: getOffset(source.height, height, focal.y), width, height };
};

const maskRound = async (image: Sharp): Promise<Sharp> => {
  const { data, info } = await image.ensureAlpha().png().toBuffer({ resolveWithObject: true });
  const mask = Buffer.from(
    `<svg width="${info.width}" height="${info.height}"><ellipse cx="${info.width / 2}" cy="${info.height / 2}" rx="${info.width / 2}" ry="${info.height / 2}"/></svg>`,
  );
  return sharp(data).composite([{ input: mask, blend: 'dest-in' }]);
};

const applyStep = async (bytes: Buffer, step: Resize, focal: FocalPoint | null): Promise<Buffer> => {
  const { width, height } = step;
  const isCropped = (step.crop === 'fill' || step.crop === 'thumb') && width !== undefined && height !== undefined;
  let image = sharp(bytes, { limitInputPixels: PIXEL_LIMIT });
  if (isCropped) {
    const source = await image.metadata();
    if (focal !== null && step.gravity !== 'center') image = image.extract(cropAround(source, { width, height }, focal)).resize(width, height, { fit: 'fill' });
    else image = image.resize(width, height, { fit: 'cover', position: step.gravity === 'center' ? 'centre' : sharp.strategy.attention });
  } else if (width !== undefined || height !== undefined) {
    const fit = step.crop === 'scale' ? 'fill' : 'inside';
    image = image.resize({
      ...(width === undefined ? {} : { width }),
      ...(height === undefined ? {} : { height }),
      fit,
      withoutEnlargement: step.crop === 'limit',
    });
  }
  if (step.isRound) image = await maskRound(image);
  // Lossless and fast between the steps.
  return image.png({ compressionLevel: 1 }).toBuffer();
};

const encode = (image: Sharp, format: OutputFormat, quality: number | undefined): Sharp => {
  switch (format) {
    case 'webp':
      return image.webp({ quality: quality ?? 76, effort: 3 });
    case 'avif':
      return image.avif({ quality: quality ?? 55, effort: 2 });
    case 'png':
      return image.png({ compressionLevel: 8 });
    case 'jpg':
      return image.flatten({ background: '#ffffff' }).jpeg({ quality: quality ?? 80, mozjpeg: true });
    default:
      return format satisfies never;
  }
};

/** Renders one derived image. */
export const renderImage = async (original: Buffer, transformation: Transformation, format: OutputFormat, focal: FocalPoint | null): Promise<Buffer> => {
  let bytes = original;
  let point = focal;
  for (const step of transformation.steps) {
    bytes = await applyStep(bytes, step, point);
    // The focal point refers to the full image; after a crop the subject is near the centre.
    if (step.crop === 'fill' || step.crop === 'thumb') point = point === null ? null : { x: 0.5, y: 0.5 };
  }
  return encode(sharp(bytes, { limitInputPixels: PIXEL_LIMIT }), format, transformation.quality).toBuffer();
};
