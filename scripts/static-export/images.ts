/** Matches `/img/upload/<transformation>/v1/name.webp`, on this site or an image CDN. */
const RESIZED_IMAGE_URL = /^(.*\/upload\/)((?:[a-z]+_[^/,]+,)*[a-z]+_[^/,]+)\/(.*)$/;

/** Preferred maximum width of copied images: wide enough for a laptop, at a few dozen kilobytes. */
const PREFERRED_WIDTH = 960;

interface Size {
  readonly url: string;
  readonly width: number;
  readonly isCropped: boolean;
}

export const getImageKey = (url: string): string => url.replace(RESIZED_IMAGE_URL, '$1$3');

/** Returns the extension of images that pages request as WebP; undefined for other files, which stay unchanged. */
export const getImageExtension = (url: string): string | undefined => (/(?:^|[/,])f_webp,/.test(url) ? '.webp' : undefined);

const readSize = (url: string): Size => {
  const transformation = RESIZED_IMAGE_URL.exec(url)?.[2] ?? '';
  return { url, width: Number(/(?:^|,)w_(\d+)/.exec(transformation)?.[1] ?? 0), isCropped: /(?:^|,)h_\d/.test(transformation) };
};

/** Prefers uncropped images, which fit every page, then the largest width up to `PREFERRED_WIDTH`. */
const isBetterSize = (first: Size, second: Size): boolean => {
  if (first.isCropped !== second.isCropped) return second.isCropped;
  const isWithinPreferredWidth = first.width <= PREFERRED_WIDTH;
  if (isWithinPreferredWidth !== second.width <= PREFERRED_WIDTH) return isWithinPreferredWidth;
  return isWithinPreferredWidth ? first.width > second.width : first.width < second.width;
};

export const chooseSize = (urls: Iterable<string>): string | undefined => {
  let bestSize: Size | undefined;
  for (const url of urls) {
    const size = readSize(url);
    if (bestSize === undefined || isBetterSize(size, bestSize)) bestSize = size;
  }
  return bestSize?.url;
};

/**
 * Returns the image URLs in a `srcset`, which may contain commas but no spaces. Replaces the automatic image format with WebP, which every browser supports.
 */
export const readSrcset = (srcset: string): string[] =>
  srcset
    .split(/,\s+/)
    .flatMap((part) => part.trim().split(/\s+/).slice(0, 1))
    .filter((part) => part !== '')
    .map((url) => url.replace(/\/f_auto,(?=[^/]*\/)/, '/f_webp,'));
