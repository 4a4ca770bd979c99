import type { Album, GalleryImage } from '@site/shared/contracts/gallery';
import { matchesWords } from '../listing/matches-words.ts';

/** In the address: which album is shown. */
export const ALL_ALBUMS = '';
export const NO_ALBUM = 'none';

export const isWithoutAlt = ({ alt }: GalleryImage): boolean => alt.trim() === '';

const passes = (image: GalleryImage, show: string): boolean => {
  switch (show) {
    case 'no-alt':
      return isWithoutAlt(image);
    case 'unpublished':
      return !image.published;
    case 'sample':
      return image.isSample;
    default:
      return true;
  }
};

/** In the order of their album; what it does not name comes first, as the provider does it. */
export const inOrder = (images: readonly GalleryImage[], order: readonly string[]): readonly GalleryImage[] => {
  const places = new Map(order.map((id, place) => [id, place]));
  return images.toSorted((first, second) => (places.get(first._id) ?? -1) - (places.get(second._id) ?? -1));
};

export const imagesOf = (images: readonly GalleryImage[], album: string): readonly GalleryImage[] => {
  if (album === ALL_ALBUMS) return images;
  return images.filter((image) => (image.album?._id ?? NO_ALBUM) === album);
};

export interface GalleryFilter {
  readonly album: string;
  readonly show: string;
  readonly search: string;
}

const SHOWS = [
  { value: '', label: 'All' },
  { value: 'no-alt', label: 'Without alt text' },
  { value: 'unpublished', label: 'Not on the site' },
  { value: 'sample', label: 'Samples' },
] as const;

/** The filters, each with how many of the pictures would be left. */
export const showFilters = (images: readonly GalleryImage[]) =>
  SHOWS.map((show) => ({ ...show, count: images.filter((image) => passes(image, show.value)).length }));

export const filterImages = (images: readonly GalleryImage[], albums: readonly Album[], { album, show, search }: GalleryFilter): readonly GalleryImage[] => {
  const names = new Map(albums.map(({ _id, name }) => [_id, name]));
  return imagesOf(images, album).filter(
    (image) => passes(image, show) && matchesWords(search, [image.title, image.alt, names.get(image.album?._id ?? '') ?? '']),
  );
};
