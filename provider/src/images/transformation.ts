/** How one component of the path cuts and scales. */
export interface Resize {
  readonly width?: number;
  readonly height?: number;
  readonly crop: 'fill' | 'fit' | 'limit' | 'thumb' | 'scale';
  readonly gravity: 'auto' | 'face' | 'center';
  readonly isRound: boolean;
}

export type OutputFormat = 'webp' | 'avif' | 'jpg' | 'png';

/** What `/img/upload/<transformation>/…` asks for, in the grammar of image CDNs: `w_500,h_300,c_fill/f_webp,q_auto`. */
export interface Transformation {
  readonly steps: readonly Resize[];
  /** `auto` looks at what the browser accepts; undefined follows the file's ending. */
  readonly format: OutputFormat | 'auto' | undefined;
  /** 1 to 100; undefined is our own choice for the format. */
  readonly quality: number | undefined;
}

/** Only these widths are made, so that nobody fills the disk with a thousand sizes of one picture. */
export const WIDTHS: readonly number[] = [
  16, 32, 48, 64, 72, 96, 128, 160, 200, 240, 250, 256, 300, 320, 360, 400, 480, 500, 600, 640, 720, 750, 768, 800, 828, 960, 1000, 1024, 1080, 1200, 1280,
  1440, 1600, 1920,
];
/** Height for one width: square, video, picture and preview shapes, lying and standing. */
const SHAPES: readonly number[] = [1, 9 / 16, 16 / 9, 3 / 5, 5 / 8, 3 / 4, 4 / 3, 2 / 3, 3 / 2, 4 / 5, 5 / 4, 630 / 1200, 9 / 21, 1 / 2, 0.45, 1 / 3];
const QUALITIES: readonly number[] = [30, 40, 50, 60, 65, 70, 75, 80, 85, 90];
const CHAIN_LIMIT = 3;

const CROPS: Readonly<Record<string, Resize['crop']>> = { fill: 'fill', fit: 'fit', limit: 'limit', thumb: 'thumb', scale: 'scale' };
const GRAVITIES: Readonly<Record<string, Resize['gravity']>> = { auto: 'auto', face: 'face', faces: 'face', center: 'center' };
const FORMATS: Readonly<Record<string, OutputFormat | 'auto'>> = { auto: 'auto', webp: 'webp', avif: 'avif', jpg: 'jpg', jpeg: 'jpg', png: 'png' };
const AUTO_QUALITIES = ['auto', 'auto:eco', 'auto:good', 'auto:best', 'auto:low'];

/** One path segment that looks like `w_500` or `f_auto,q_auto`. */
export const isTransformation = (segment: string): boolean => /^[a-z]{1,3}_[\w:.]+(,[a-z]{1,3}_[\w:.]+)*$/.test(segment);

interface Draft {
  width?: number;
  height?: number;
  crop?: Resize['crop'];
  gravity?: Resize['gravity'];
  isRound?: boolean;
  format?: OutputFormat | 'auto';
  quality?: number;
}

const readWhole = (value: string): number | undefined => (/^\d{1,4}$/.test(value) ? Number(value) : undefined);

/** False when the part is not of our grammar. */
const readPart = (draft: Draft, name: string, value: string): boolean => {
  const keep = <Key extends keyof Draft>(key: Key, read: Draft[Key] | undefined): boolean => {
    if (read === undefined || draft[key] !== undefined) return false;
    draft[key] = read;
    return true;
  };
  switch (name) {
    case 'w':
      return keep('width', readWhole(value));
    case 'h':
      return keep('height', readWhole(value));
    case 'c':
      return keep('crop', CROPS[value]);
    case 'g':
      return keep('gravity', GRAVITIES[value]);
    case 'f':
      return keep('format', FORMATS[value]);
    case 'r':
      return keep('isRound', value === 'max' ? true : undefined);
    case 'q':
      if (AUTO_QUALITIES.includes(value)) return true;
      return QUALITIES.includes(Number(value)) && keep('quality', Number(value));
    default:
      return false;
  }
};

const isAllowedSize = ({ width, height }: Draft): boolean => {
  if (width === undefined) return height === undefined || WIDTHS.includes(height);
  if (!WIDTHS.includes(width)) return false;
  return height === undefined || SHAPES.some((shape) => Math.abs(height - width * shape) <= 1);
};

const toResize = (draft: Draft): Resize => ({
  ...(draft.width === undefined ? {} : { width: draft.width }),
  ...(draft.height === undefined ? {} : { height: draft.height }),
  crop: draft.crop ?? 'scale',
  gravity: draft.gravity ?? (draft.crop === 'thumb' ? 'face' : 'auto'),
  isRound: draft.isRound ?? false,
});

/** Null when the path asks for something that we do not make. */
export const parseTransformation = (segments: readonly string[]): Transformation | null => {
  if (segments.length > CHAIN_LIMIT) return null;
  const steps: Resize[] = [];
  let format: Transformation['format'];
  let quality: number | undefined;
  for (const segment of segments) {
    const draft: Draft = {};
    for (const part of segment.split(',')) {
      const [name = '', value = ''] = part.split(/_(.*)/s);
      if (!readPart(draft, name, value)) return null;
    }
    if (!isAllowedSize(draft)) return null;
    if (draft.width !== undefined || draft.height !== undefined || draft.isRound) steps.push(toResize(draft));
    format = draft.format ?? format;
    quality = draft.quality ?? quality;
  }
  return { steps, format, quality };
};

/** The same for every spelling of the same picture: name of the derived file. */
export const describeTransformation = ({ steps, quality }: Transformation): string => {
  const named = steps.map(({ width, height, crop, gravity, isRound }) => `${width ?? ''}x${height ?? ''}-${crop}-${gravity}${isRound ? '-round' : ''}`);
  return [...named, `q${quality ?? 'auto'}`].join('_');
};
