const DEFAULT_SIZE = { width: 500, height: 300 } as const;

export interface ImageOptions {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** How the image fits the box; `fill` when both sides are given, otherwise `limit`: its own aspect ratio, and never enlarged. */
  readonly crop?: 'fill' | 'fit' | 'limit' | 'thumb' | undefined;
  readonly gravity?: 'face' | 'auto' | 'center' | undefined;
  readonly radius?: 'max' | number | undefined;
  /** `auto`: what the browser's `Accept` header names, AVIF before WebP. */
  readonly format?: 'webp' | 'avif' | 'jpg' | 'auto' | undefined;
}

/** The size for link previews that other sites crop least. */
export const LINK_PREVIEW_SIZE = { width: 1200, height: 630 } as const;

/** Addresses of our own images, on this or another server, and of the image CDN whose URL syntax they use. */
const HOSTED = /^(?:(?:https?:\/\/[^/]+)?\/img|https?:\/\/(?:[a-z0-9-]+\.)*cloudinary\.com\/(?:[^/?#]+\/)?image)\/upload\//i;

const TRANSFORMATION = /^(?:f|q|w|h|c|g|r|e|b|o|a|t|x|y|z|ar|bo|co|dpr|fl)_[^/,]+(?:,[a-z]+_[^/,]+)*\//;

/** The part of an address that asks for a size and format. */
const toTransformation = (options: ImageOptions): string => {
  const { width, height, gravity, radius, format = 'webp' } = options;
  const isBox = width !== undefined && height !== undefined;
  const crop = options.crop ?? (isBox ? 'fill' : 'limit');
  let parts = `f_${format},q_auto`;
  if (width !== undefined) parts += `,w_${width}`;
  if (height !== undefined) parts += `,h_${height}`;
  parts += `,c_${crop}`;
  if (gravity !== undefined) parts += `,g_${gravity}`;
  if (radius !== undefined) parts += `,r_${radius}`;
  return parts;
};

/**
 * Returns the addresses of the image in other sizes, or null when it cannot be requested in another size: it is not on the image CDN (or our `/img`), or its address has a size.
 * An image of a page has up to seven addresses, so that the given one is read only once.
 */
export const createResize = (url: string): ((options: ImageOptions) => string) | null => {
  const prefix = HOSTED.exec(url)?.[0];
  if (prefix === undefined) return null;
  const name = url.slice(prefix.length);
  return TRANSFORMATION.test(name) ? null : (options) => `${prefix}${toTransformation(options)}/${name}`;
};

/** Whether the image can be requested in another size: it is on the image CDN (or our `/img`) and its address has no size yet. */
export const isResizable = (url: string): boolean => createResize(url) !== null;

/** The same image in another size and format (IMG-01 to IMG-03). Other addresses, and those that already have a size, are returned unchanged. */
export const imageUrl = (url: string, options: ImageOptions = DEFAULT_SIZE): string => createResize(url)?.(options) ?? url;
