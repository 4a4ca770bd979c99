const DEFAULT_SIZE = { width: 500, height: 300 } as const;

export interface ImageOptions {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** How the image fits the box; `fill` when both sides are given, otherwise `limit`: its own aspect ratio, and never enlarged. */
  readonly crop?: 'fill' | 'fit' | 'limit' | 'thumb' | undefined;
  readonly gravity?: 'face' | 'auto' | 'center' | undefined;
  readonly radius?: 'max' | number | undefined;
  readonly format?: 'webp' | 'avif' | 'jpg' | undefined;
}

/** The size for link previews that other sites crop least. */
export const LINK_PREVIEW_SIZE = { width: 1200, height: 630 } as const;

/** Addresses of our own images, on this or another server, and of the image CDN whose URL syntax they use. */
const HOSTED = /^(?:(?:https?:\/\/[^/]+)?\/img|https?:\/\/(?:[a-z0-9-]+\.)*cloudinary\.com\/(?:[^/?#]+\/)?image)\/upload\//i;

const TRANSFORMATION = /^(?:f|q|w|h|c|g|r|e|b|o|a|t|x|y|z|ar|bo|co|dpr|fl)_[^/,]+(?:,[a-z]+_[^/,]+)*\//;

/** Whether the image can be requested in another size: it is on the image CDN (or our `/img`) and its address has no size yet. */
export const isResizable = (url: string): boolean => {
  const prefix = HOSTED.exec(url)?.[0];
  return prefix !== undefined && !TRANSFORMATION.test(url.slice(prefix.length));
};

/** The same image in another size and format (IMG-01 to IMG-03). Other addresses, and those that already have a size, are returned unchanged. */
export const imageUrl = (url: string, options: ImageOptions = DEFAULT_SIZE): string => {
  const prefix = HOSTED.exec(url)?.[0];
  if (prefix === undefined || !isResizable(url)) return url;
  const { width, height, gravity, radius, format = 'webp' } = options;
  const isBox = width !== undefined && height !== undefined;
  const crop = options.crop ?? (isBox ? 'fill' : 'limit');
  const parts = [
    `f_${format}`,
    'q_auto',
    width !== undefined && `w_${width}`,
    height !== undefined && `h_${height}`,
    `c_${crop}`,
    gravity !== undefined && `g_${gravity}`,
    radius !== undefined && `r_${radius}`,
  ].filter((part) => part !== false);
  return `${prefix}${parts.join(',')}/${url.slice(prefix.length)}`;
};
