import type { ApiError } from '@site/shared/contracts/api-error';
import { type Album, type GalleryImage, listAlbumImages, listAlbums, listImages } from '@site/shared/contracts/gallery';
import { failure, type Result, success } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';
import type { LoaderFunctionArgs } from '@site/shared/router';
import { ALL_ALBUMS, NO_ALBUM } from './gallery-filter.ts';

export interface GalleryContent {
  readonly images: readonly GalleryImage[];
  readonly albums: readonly Album[];
  /** Ids of the pictures of the chosen album as visitors see them one after the other; empty while none is chosen. */
  readonly order: readonly string[];
}
export type GalleryData = Result<GalleryContent, ApiError>;

const albumOf = (url: string | URL): string => new URL(url).searchParams.get('album') ?? ALL_ALBUMS;

/** All pictures, unpublished ones included, and all albums: the screen filters by itself. */
export const galleryLoader =
  ({ http }: Pick<HostServices, 'http'>) =>
  async ({ request: { url, signal } }: Pick<LoaderFunctionArgs, 'request'>): Promise<GalleryData> => {
    const id = albumOf(url);
    const hasOrder = id !== ALL_ALBUMS && id !== NO_ALBUM;
    const [images, albums, ordered] = await Promise.all([
      http.call(listImages, { query: { status: 'all' }, signal }),
      http.call(listAlbums, { signal, silent: true }),
      hasOrder ? http.call(listAlbumImages, { params: { id }, signal, silent: true }) : null,
    ]);
    if (!images.ok) return failure(images.error);
    if (!albums.ok) return failure(albums.error);
    const order = ordered?.ok ? ordered.value.map(({ _id }) => _id) : [];
    return success({ images: images.value, albums: albums.value, order });
  };

/** Another album brings its order with it; search, filters and the open picture ask for nothing. */
export const isGalleryStale = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: {
  currentUrl: URL;
  nextUrl: URL;
  defaultShouldRevalidate: boolean;
}): boolean => (currentUrl.search === nextUrl.search ? defaultShouldRevalidate : albumOf(currentUrl) !== albumOf(nextUrl));
