import type { ApiError } from '@site/shared/contracts/api-error';
import { type Album, type GalleryImage, listAlbums, pageAlbumImages, pagePublishedImages } from '@site/shared/contracts/gallery';
import { type Result, success } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';
import type { GalleryAddress } from './gallery-address.ts';

type Http = Pick<HostServices, 'http'>;

/** Photos on one page: no first view asks for more images than that, however long the album (issue 5). */
export const PHOTOS_PER_PAGE = 36;

/** Photos in a row, out of all that an album has (or all albums, X-16). */
export interface PhotoRow {
  readonly images: readonly GalleryImage[];
  /** Position of the first of them among all, from 0. */
  readonly start: number;
  readonly total: number;
  /** The page that the address asks for, from 1: the one on which its photo stands, or the last one when there are not so many. */
  readonly page: number;
}

interface WindowQuery {
  readonly limit: string;
  readonly offset?: string;
  readonly at?: string;
}

/** A page with the photos just before and after it, to which the lightbox steps on. */
const windowOf = (page: number): WindowQuery => {
  const first = (page - 1) * PHOTOS_PER_PAGE;
  return { limit: String(PHOTOS_PER_PAGE + (first === 0 ? 1 : 2)), offset: String(Math.max(0, first - 1)) };
};

const countPages = (total: number): number => Math.max(1, Math.ceil(total / PHOTOS_PER_PAGE));
const pageAt = (position: number): number => Math.floor(position / PHOTOS_PER_PAGE) + 1;

/** Hidden photos are left out here too: staff with a token may get them from the provider. */
const isShown = (image: GalleryImage): boolean => image.published && image.url !== '';

/** From a server that sends whole lists. */
const wholeRow = (all: readonly GalleryImage[], { page, photo }: GalleryAddress): PhotoRow => {
  const images = all.filter(isShown);
  const position = photo === null ? -1 : images.findIndex((image) => image._id === photo);
  return { images, start: 0, total: images.length, page: position < 0 ? Math.min(page, countPages(images.length)) : pageAt(position) };
};

/** The photos of the page that the address names, with those around it. */
export const getPhotoRow = async ({ http }: Http, address: GalleryAddress, signal: AbortSignal): Promise<Result<PhotoRow, ApiError>> => {
  const { album, photo } = address;
  const ask = (window: WindowQuery) => {
    const query = { ...window, status: 'published' as const };
    return album === null ? http.call(pagePublishedImages, { signal, query }) : http.call(pageAlbumImages, { signal, query, params: { id: album } });
  };

  let wanted = address.page;
  if (photo !== null) {
    const found = await ask({ limit: '1', at: photo });
    if (!found.ok) return found;
    const { items, page } = found.value;
    if (page === null) return success(wholeRow(items, address));
    if (items[0]?._id === photo) wanted = pageAt(page.offset);
  }
  for (;;) {
    const answer = await ask(windowOf(wanted));
    if (!answer.ok) return answer;
    const { items, page } = answer.value;
    if (page === null) return success(wholeRow(items, address));
    const last = countPages(page.total);
    if (wanted <= last) return success({ images: items.filter(isShown), start: page.offset, total: page.total, page: wanted });
    wanted = last;
  }
};

/** The albums, or none when they cannot be had: without them all photos can still be seen, so nothing is said (GAL-06, X-12). */
export const getAlbums = async ({ http }: Http, signal: AbortSignal): Promise<readonly Album[]> => {
  const answer = await http.call(listAlbums, { signal, silent: true });
  return answer.ok ? answer.value : [];
};
