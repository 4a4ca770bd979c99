/**
 * How an image is scaled. With only a width, the aspect ratio is preserved and the image is never enlarged. With a height, the image is cropped to exactly
 * that box.
 */
export interface Resize {
  readonly width: number;
  readonly height: number | undefined;
  readonly isRound: boolean;
}

export type OutputFormat = 'webp' | 'avif' | 'jpg' | 'png';

/** Transformation in `/img/upload/<transformation>/…`, in the syntax of image CDNs: `w_500,h_300,c_fill/f_webp,q_auto`. */
export interface Transformation {
  readonly resize: Resize | null;
  /** `auto` negotiates the format with the `Accept` header. Undefined uses the format of the file extension. */
  readonly format: OutputFormat | 'auto' | undefined;
}

/**
 * Widths in which pages request uncropped images. Only these widths and the boxes below are rendered, so that clients cannot fill the disk with arbitrary
 * sizes.
 */
const WIDTHS: readonly number[] = [160, 320, 480, 640, 720, 800, 960, 1080, 1280, 1600];
/**
 * Boxes that pages request, as width and possible heights: avatars and portraits, gallery photos, program cards, program pages, and link previews on social
 * networks and in the editor.
 */
const BOXES: ReadonlyMap<number, readonly number[]> = new Map([
  [72, [72]],
  [96, [96]],
  [128, [128]],
  [160, [160]],
  [200, [200]],
  [300, [300]],
  [320, [320, 192, 200]],
  [400, [400]],
  [480, [480, 300]],
  [500, [300]],
  [640, [640, 336, 400]],
  [720, [450]],
  [750, [450]],
  [960, [960, 600]],
  [1000, [600]],
  [1080, [1080]],
  [1200, [630]],
  [1280, [800]],
  [1600, [1000]],
]);
const ROUND_IMAGE_WIDTH = 400;

/** Returns every available size as a transformation: `w_160`, `w_72,h_72`, and `…,r_max` for round images. */
export const listSizes = (): string[] => [
  ...WIDTHS.map((width) => `w_${width}`),
  ...[...BOXES].flatMap(([width, heights]) => heights.map((height) => `w_${width},h_${height}`)),
  `w_${ROUND_IMAGE_WIDTH},h_${ROUND_IMAGE_WIDTH},r_max`,
];

const MAX_CHAIN_LENGTH = 3;

const CROPS = ['fill', 'thumb', 'fit', 'limit', 'scale'] as const;
const BOX_CROPS: readonly string[] = ['fill', 'thumb'];
/** Accepted values for `g_…`. All of them use the focal point that staff have chosen, or else the most eye-catching part. */
const GRAVITIES: readonly string[] = ['auto', 'face', 'faces', 'center'];
const FORMATS: Readonly<Record<string, OutputFormat | 'auto'>> = { auto: 'auto', webp: 'webp', avif: 'avif', jpg: 'jpg', jpeg: 'jpg', png: 'png' };
/** Quality values are accepted but ignored, because each value would need a separate file for every size. */
const QUALITY = /^(?:auto(?::(?:eco|good|best|low))?|30|40|50|60|65|70|75|80|85|90)$/;

/** Whether a path segment looks like `w_500` or `f_auto,q_auto`. */
export const isTransformation = (segment: string): boolean => /^[a-z]{1,3}_[\w:.]+(,[a-z]{1,3}_[\w:.]+)*$/.test(segment);

interface Draft {
  width?: number;
  height?: number;
  crop?: (typeof CROPS)[number];
  isRound?: boolean;
  format?: OutputFormat | 'auto';
}

const readInteger = (value: string): number | undefined => (/^\d{1,4}$/.test(value) ? Number(value) : undefined);

/** Reads one part of a transformation. Returns false if the part is repeated or invalid. */
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
      return set(
        'crop',
        CROPS.find((crop) => crop === value),
      );
    case 'g':
      return GRAVITIES.includes(value);
    case 'f':
      return set('format', FORMATS[value]);
    case 'r':
      return set('isRound', value === 'max' ? true : undefined);
    case 'q':
      return QUALITY.test(value);
    default:
      return false;
  }
};

const toResize = ({ width = 0, height, crop, isRound = false }: Draft): Resize | null => {
  if (height === undefined) return WIDTHS.includes(width) && !isRound ? { width, height, isRound } : null;
  const isCropped = crop === undefined || BOX_CROPS.includes(crop);
  const isAllowedBox = BOXES.get(width)?.includes(height) === true && (!isRound || width === ROUND_IMAGE_WIDTH);
  return isCropped && isAllowedBox ? { width, height, isRound } : null;
};

/**
 * Whether a size is available in a format. PNG is only for round images, which have transparent corners. Encoding a full-size photo as AVIF would take seconds.
 */
export const isAvailable = (resize: Resize | null, format: Transformation['format']): boolean =>
  (format !== 'png' || resize?.isRound === true) && (format !== 'avif' || resize !== null);

/** Returns null for a transformation that is not supported or that no page requests. */
export const parseTransformation = (segments: readonly string[]): Transformation | null => {
  if (segments.length > MAX_CHAIN_LENGTH) return null;
  let resize: Resize | null = null;
  let format: Transformation['format'];
  for (const segment of segments) {
    const draft: Draft = {};
    for (const part of segment.split(',')) {
      const [name = '', value = ''] = part.split(/_(.*)/s);
      if (!readPart(draft, name, value)) return null;
    }
    format = draft.format ?? format;
    if (draft.width === undefined && draft.height === undefined && draft.isRound === undefined) continue;
    const parsedResize = toResize(draft);
    // Chained sizes would multiply the number of possible sizes.
    if (parsedResize === null || resize !== null) return null;
    resize = parsedResize;
  }
  return isAvailable(resize, format) ? { resize, format } : null;
};

/** Returns the name of the derived file, without its extension. The name is the same for every spelling of a transformation. */
export const describeTransformation = ({ resize }: Transformation): string => {
  if (resize === null) return 'full';
  const size = resize.height === undefined ? `w${resize.width}` : `${resize.width}x${resize.height}`;
  return resize.isRound ? `${size}-round` : size;
};
