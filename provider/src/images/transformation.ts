/** How an image is scaled. With a width only, its aspect ratio is preserved and the image is never enlarged. With a height, the image is cropped to exactly that box. */
export interface Resize {
  readonly width: number;
  readonly height: number | undefined;
  readonly isRound: boolean;
}

export type OutputFormat = 'webp' | 'avif' | 'jpg' | 'png';

/** The transformation of `/img/upload/<transformation>/…`, in the grammar of image CDNs: `w_500,h_300,c_fill/f_webp,q_auto`. */
export interface Transformation {
  readonly resize: Resize | null;
  /** `auto` negotiates by the `Accept` header; undefined follows the file extension. */
  readonly format: OutputFormat | 'auto' | undefined;
}

/** Widths of whole images that pages request. Only these and the boxes below are rendered, so that a client cannot fill the disk with a thousand sizes of one image. */
const WIDTHS: readonly number[] = [160, 320, 480, 640, 720, 800, 960, 1080, 1280, 1600];
/** Boxes that pages request, by width: avatars and portraits, photos of the gallery, program cards, program pages, and link previews with their preview in the editor. */
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
/** Width of team portraits. */
const ROUND_WIDTH = 400;

/** Returns every size that is rendered, as a transformation: `w_160`, `w_72,h_72`, and `…,r_max` for round ones. */
export const listSizes = (): string[] => [
  ...WIDTHS.map((width) => `w_${width}`),
  ...[...BOXES].flatMap(([width, heights]) => heights.map((height) => `w_${width},h_${height}`)),
  `w_${ROUND_WIDTH},h_${ROUND_WIDTH},r_max`,
];

const CHAIN_LIMIT = 3;

const CROPS = ['fill', 'thumb', 'fit', 'limit', 'scale'] as const;
const BOX_CROPS: readonly string[] = ['fill', 'thumb'];
/** All of these use the focal point that staff have chosen, otherwise the most eye-catching part. */
const GRAVITIES: readonly string[] = ['auto', 'face', 'faces', 'center'];
const FORMATS: Readonly<Record<string, OutputFormat | 'auto'>> = { auto: 'auto', webp: 'webp', avif: 'avif', jpg: 'jpg', jpeg: 'jpg', png: 'png' };
/** Accepted but ignored, because each further quality would be a further file of every size. */
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

/** Returns false if the part is outside the grammar or was given before. */
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

/** Returns null if no page requests that size. */
const toResize = ({ width = 0, height, crop, isRound = false }: Draft): Resize | null => {
  if (height === undefined) return WIDTHS.includes(width) && !isRound ? { width, height, isRound } : null;
  const isCropped = crop === undefined || BOX_CROPS.includes(crop);
  const isListed = BOXES.get(width)?.includes(height) === true && (!isRound || width === ROUND_WIDTH);
  return isCropped && isListed ? { width, height, isRound } : null;
};

/** Whether a size is rendered in a format. PNG is for transparent corners only, and a full photo as AVIF takes seconds. */
export const isAvailable = (resize: Resize | null, format: Transformation['format']): boolean =>
  (format !== 'png' || resize?.isRound === true) && (format !== 'avif' || resize !== null);

/** Returns null for a transformation that is not supported, or that no page requests. */
export const parseTransformation = (segments: readonly string[]): Transformation | null => {
  if (segments.length > CHAIN_LIMIT) return null;
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
    const wanted = toResize(draft);
    // A chain of sizes would multiply the number of sizes.
    if (wanted === null || resize !== null) return null;
    resize = wanted;
  }
  return isAvailable(resize, format) ? { resize, format } : null;
};

/** Returns the name of the derived file, which is the same for every spelling of one transformation. */
export const describeTransformation = ({ resize }: Transformation): string => {
  if (resize === null) return 'full';
  const size = resize.height === undefined ? `w${resize.width}` : `${resize.width}x${resize.height}`;
  return resize.isRound ? `${size}-round` : size;
};
