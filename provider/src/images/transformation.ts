/** How one component of the path crops and scales. */
export interface Resize {
  readonly width?: number;
  readonly height?: number;
  readonly crop: 'fill' | 'fit' | 'limit' | 'thumb' | 'scale';
  readonly gravity: 'auto' | 'face' | 'center';
  readonly isRound: boolean;
}

export type OutputFormat = 'webp' | 'avif' | 'jpg' | 'png';

/** The transformation of `/img/upload/<transformation>/…`, in the grammar of image CDNs: `w_500,h_300,c_fill/f_webp,q_auto`. */
export interface Transformation {
  readonly steps: readonly Resize[];
  /** `auto` negotiates by the `Accept` header; undefined follows the file extension. */
  readonly format: OutputFormat | 'auto' | undefined;
  /** 1 to 100; undefined is the default of the format. */
  readonly quality: number | undefined;
}

/** Only these widths are rendered, so that a client cannot fill the disk with a thousand sizes of one image. */
const WIDTHS: readonly number[] = [
  16, 32, 48, 64, 72, 96, 128, 160, 200, 240, 250, 256, 300, 320, 360, 400, 480, 500, 600, 640, 720, 750, 768, 800, 828, 960, 1000, 1024, 1080, 1200, 1280,
  1440, 1600, 1920,
];
/** Height per width: square, video, photo and preview aspect ratios, landscape and portrait. */
const ASPECT_RATIOS: readonly number[] = [1, 9 / 16, 16 / 9, 3 / 5, 5 / 8, 3 / 4, 4 / 3, 2 / 3, 3 / 2, 4 / 5, 5 / 4, 630 / 1200, 9 / 21, 1 / 2, 0.45, 1 / 3];
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

const readInteger = (value: string): number | undefined => (/^\d{1,4}$/.test(value) ? Number(value) : undefined);

/** False when the part is outside the grammar. */
const readPart = (draft: Draft, name: string, value: string): boolean => {
  const set = <Key extends keyof Draft>(key: Key, read: Draft[Key] | undefined): boolean => {
    if (read === undefined || draft[key] !== undefined) return false;
    draft[key] = read;
    return true;
  };
  switch (name) {
    case 'w':
      return set('width', readInteger(value));
    case 'h':
      return set('height', readInteger(value));
    case 'c':
      return set('crop', CROPS[value]);
    case 'g':
      return set('gravity', GRAVITIES[value]);
    case 'f':
      return set('format', FORMATS[value]);
    case 'r':
      return set('isRound', value === 'max' ? true : undefined);
    case 'q':
      if (AUTO_QUALITIES.includes(value)) return true;
      return QUALITIES.includes(Number(value)) && set('quality', Number(value));
    default:
      return false;
  }
};

const isAllowedSize = ({ width, height }: Draft): boolean => {
  if (width === undefined) return height === undefined || WIDTHS.includes(height);
  if (!WIDTHS.includes(width)) return false;
  return height === undefined || ASPECT_RATIOS.some((ratio) => Math.abs(height - width * ratio) <= 1);
};

const toResize = (draft: Draft): Resize => ({
  ...(draft.width === undefined ? {} : { width: draft.width }),
  ...(draft.height === undefined ? {} : { height: draft.height }),
  crop: draft.crop ?? 'scale',
  gravity: draft.gravity ?? (draft.crop === 'thumb' ? 'face' : 'auto'),
  isRound: draft.isRound ?? false,
});

/** Null for a transformation that is not supported. */
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

/** The name of the derived file: the same for every spelling of one transformation. */
export const describeTransformation = ({ steps, quality }: Transformation): string => {
  const named = steps.map(({ width, height, crop, gravity, isRound }) => `${width ?? ''}x${height ?? ''}-${crop}-${gravity}${isRound ? '-round' : ''}`);
  return [...named, `q${quality ?? 'auto'}`].join('_');
};
