/** Matches `/img/upload/<transformation>/v1/name.webp`, on this site or an image CDN. */
const RESIZED = /^(.*\/upload\/)((?:[a-z]+_[^/,]+,)*[a-z]+_[^/,]+)\/(.*)$/;

/** Sharp enough on a laptop, at a few dozen kilobytes. */
const MODEST_WIDTH = 960;

interface Size {
  readonly address: string;
  readonly width: number;
  readonly isCropped: boolean;
}

/** Key of an image, the same for all of its sizes. */
export const getImageKey = (address: string): string => address.replace(RESIZED, '$1$3');

/** Use WebP for every size that pages request; other files stay unchanged. */
export const getImageExtension = (address: string): string | undefined => (/(?:^|[/,])f_webp,/.test(address) ? '.webp' : undefined);

const readSize = (address: string): Size => {
  const transformation = RESIZED.exec(address)?.[2] ?? '';
  return { address, width: Number(/(?:^|,)w_(\d+)/.exec(transformation)?.[1] ?? 0), isCropped: /(?:^|,)h_\d/.test(transformation) };
};

/** An uncropped size works on every page; prefer the largest one of moderate size. */
const isBetter = (one: Size, other: Size): boolean => {
  if (one.isCropped !== other.isCropped) return other.isCropped;
  const isModest = one.width <= MODEST_WIDTH;
  if (isModest !== other.width <= MODEST_WIDTH) return isModest;
  return isModest ? one.width > other.width : one.width < other.width;
};

/** Chooses the one size that all pages of the export share. */
export const chooseSize = (addresses: Iterable<string>): string | undefined => {
  let best: Size | undefined;
  for (const address of addresses) {
    const size = readSize(address);
    if (best === undefined || isBetter(size, best)) best = size;
  }
  return best?.address;
};

/** URLs in a `srcset`. Image URLs contain commas but no spaces. Where a server would choose the format, the file uses one that every browser supports. */
export const readSrcset = (srcset: string): string[] =>
  srcset
    .split(/,\s+/)
    .flatMap((part) => part.trim().split(/\s+/).slice(0, 1))
    .filter((part) => part !== '')
    .map((address) => address.replace(/\/f_auto,(?=[^/]*\/)/, '/f_webp,'));
