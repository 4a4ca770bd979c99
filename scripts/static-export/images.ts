/** `/img/upload/<transformation>/v1/name.webp`, of this site or of an image CDN. */
const RESIZED = /^(.*\/upload\/)((?:[a-z]+_[^/,]+,)*[a-z]+_[^/,]+)\/(.*)$/;

/** Sharp enough on a laptop, and a few dozen kilobytes. */
const MODEST_WIDTH = 960;

interface Size {
  readonly address: string;
  readonly width: number;
  readonly isCropped: boolean;
}

/** The image itself, however large pages show it: the same for all sizes of one image. */
export const getImageKey = (address: string): string => address.replace(RESIZED, '$1$3');

/** WebP in every size that pages ask for; anything else is as it is. */
export const getImageExtension = (address: string): string | undefined => (/(?:^|[/,])f_webp,/.test(address) ? '.webp' : undefined);

const readSize = (address: string): Size => {
  const transformation = RESIZED.exec(address)?.[2] ?? '';
  return { address, width: Number(/(?:^|,)w_(\d+)/.exec(transformation)?.[1] ?? 0), isCropped: /(?:^|,)h_\d/.test(transformation) };
};

/** A size that has all of the image serves every page; of those the largest modest one. */
const isBetter = (one: Size, other: Size): boolean => {
  if (one.isCropped !== other.isCropped) return other.isCropped;
  const isModest = one.width <= MODEST_WIDTH;
  if (isModest !== other.width <= MODEST_WIDTH) return isModest;
  return isModest ? one.width > other.width : one.width < other.width;
};

/** Of all sizes in which pages offer an image, the one that all of them share in the export. */
export const chooseSize = (addresses: Iterable<string>): string | undefined => {
  let best: Size | undefined;
  for (const address of addresses) {
    const size = readSize(address);
    if (best === undefined || isBetter(size, best)) best = size;
  }
  return best?.address;
};

/** The addresses in a `srcset`. Those of images have no spaces, but commas. Where a server would choose the format, a file has one that every browser shows. */
export const readSrcset = (srcset: string): string[] =>
  srcset
    .split(/,\s+/)
    .flatMap((part) => part.trim().split(/\s+/).slice(0, 1))
    .filter((part) => part !== '')
    .map((address) => address.replace(/\/f_auto,(?=[^/]*\/)/, '/f_webp,'));
