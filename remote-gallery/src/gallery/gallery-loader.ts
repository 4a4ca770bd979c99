import type { GalleryImage } from '@site/shared/contracts/gallery';
import type { HostServices } from '@site/shared/host-services';
import { data, type LoaderFunctionArgs } from '@site/shared/router';
import { type GalleryAddress, readGalleryAddress } from './gallery-address.ts';
import { getAlbums, getImages } from './gallery-api.ts';

/** Photos on one page: no first view asks for more pictures than that, however long the album (issue 5). */
export const PHOTOS_PER_PAGE = 36;

export interface PhotoView {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly alt: string;
  /** In pixels, 0 when unknown. */
  readonly width: number;
  readonly height: number;
  readonly createdAt: string | null;
  readonly albumName: string;
}

export interface AlbumView {
  readonly id: string;
  readonly name: string;
}

export interface GalleryPageView {
  readonly photos: readonly PhotoView[];
  /** Position of the first photo of this page among all, from 0. */
  readonly offset: number;
  readonly total: number;
  readonly page: number;
  readonly pageCount: number;
  /** The photos before and after this page, which the lightbox steps on to. */
  readonly before: string | null;
  readonly after: string | null;
}

interface Filter {
  readonly albums: readonly AlbumView[];
  readonly album: string | null;
}

export type GalleryData = Filter &
  ({ readonly state: 'loaded'; readonly view: GalleryPageView } | { readonly state: 'failed' } | { readonly state: 'missing' });

const photoView = (image: GalleryImage, albumNames: ReadonlyMap<string, string>): PhotoView => ({
  id: image._id,
  title: image.title,
  url: image.url,
  alt: image.alt,
  width: image.width ?? 0,
  height: image.height ?? 0,
  createdAt: image.createdAt,
  albumName: albumNames.get(image.album?._id ?? '') ?? '',
});

/** The page that the address names, or the one on which its photo stands. */
const pageOf = (images: readonly GalleryImage[], { page, photo }: GalleryAddress, pageCount: number): number => {
  const position = photo === null ? -1 : images.findIndex((image) => image._id === photo);
  return position < 0 ? Math.min(page, pageCount) : Math.floor(position / PHOTOS_PER_PAGE) + 1;
};

const galleryPage = (images: readonly GalleryImage[], albums: readonly AlbumView[], address: GalleryAddress): GalleryPageView => {
  const pageCount = Math.max(1, Math.ceil(images.length / PHOTOS_PER_PAGE));
  const page = pageOf(images, address, pageCount);
  const offset = (page - 1) * PHOTOS_PER_PAGE;
  const albumNames = new Map(albums.map((album) => [album.id, album.name]));
  return {
    photos: images.slice(offset, offset + PHOTOS_PER_PAGE).map((image) => photoView(image, albumNames)),
    offset,
    total: images.length,
    page,
    pageCount,
    before: images[offset - 1]?._id ?? null,
    after: images[offset + PHOTOS_PER_PAGE]?._id ?? null,
  };
};

export const galleryLoader =
  (services: HostServices) =>
  async ({ request }: LoaderFunctionArgs) => {
    const address = readGalleryAddress(new URL(request.url).searchParams);
    const [images, knownAlbums] = await Promise.all([getImages(services, address.album, request.signal), getAlbums(services, request.signal)]);
    const albums = knownAlbums.map(({ _id, name }) => ({ id: _id, name }));
    const filter = { albums, album: address.album };
    if (images.ok) return data<GalleryData>({ ...filter, state: 'loaded', view: galleryPage(images.value, albums, address) });
    // Only an album can be missing: all photos are always there, so a server that finds none of them has failed.
    if (images.error.kind === 'not-found' && address.album) return data<GalleryData>({ ...filter, state: 'missing' }, { status: 404 });
    return data<GalleryData>({ ...filter, state: 'failed' }, { status: 503 });
  };
