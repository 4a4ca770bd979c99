const DEFAULT_SIZE = { width: 500, height: 300 } as const;

export interface ImageOptions {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** How the image fits the box. The default is `fill` if both sides are given, and otherwise `limit`, which keeps the aspect ratio and never enlarges. */
  readonly crop?: 'fill' | 'fit' | 'limit' | 'thumb' | undefined;
  readonly gravity?: 'face' | 'auto' | 'center' | undefined;
  readonly radius?: 'max' | number | undefined;
  /** `auto`: a format from the browser's `Accept` header, AVIF before WebP. */
  readonly format?: 'webp' | 'avif' | 'jpg' | 'auto' | undefined;
}

/** Link preview size that other sites crop least. */
export const LINK_PREVIEW_SIZE = { width: 1200, height: 630 } as const;

/** Matches URLs of the site's images, on this or another server, and of the image CDN whose URL syntax they use. */
const HOSTED_IMAGE_URL = /^(?:(?:https?:\/\/[^/]+)?\/img|https?:\/\/(?:[a-z0-9-]+\.)*cloudinary\.com\/(?:[^/?#]+\/)?image)\/upload\//i;

const TRANSFORMATION = /^(?:f|q|w|h|c|g|r|e|b|o|a|t|x|y|z|ar|bo|co|dpr|fl)_[^/,]+(?:,[a-z]+_[^/,]+)*\//;

const toTransformation = (options: ImageOptions): string => {
  const { width, height, gravity, radius, format = 'webp' } = options;
  const hasBothDimensions = width !== undefined && height !== undefined;
  const crop = options.crop ?? (hasBothDimensions ? 'fill' : 'limit');
  let parts = `f_${format},q_auto`;
  if (width !== undefined) parts += `,w_${width}`;
  if (height !== undefined) parts += `,h_${height}`;
  parts += `,c_${crop}`;
  if (gravity !== undefined) parts += `,g_${gravity}`;
  if (radius !== undefined) parts += `,r_${radius}`;
  return parts;
};

/**
 * Returns a function that creates the image's URL for other sizes. Returns null if the image is not on the image CDN (or our `/img`), or if its URL already has
 * a size. A page uses up to seven URLs of one image, so the given URL is parsed only once.
 */
export const createResize = (url: string): ((options: ImageOptions) => string) | null => {
  const prefix = HOSTED_IMAGE_URL.exec(url)?.[0];
  if (prefix === undefined) return null;
  const name = url.slice(prefix.length);
  return TRANSFORMATION.test(name) ? null : (options) => `${prefix}${toTransformation(options)}/${name}`;
};

export const isResizable = (url: string): boolean => createResize(url) !== null;

/**
 * Returns the URL of the image in another size and format (IMG-01 to IMG-03). URLs of other servers, and URLs that already have a size, are returned unchanged.
 */
export const imageUrl = (url: string, options: ImageOptions = DEFAULT_SIZE): string => createResize(url)?.(options) ?? url;
