import type { GalleryImage } from '@site/shared/contracts/gallery';
import type { HostServices } from '@site/shared/remote/host-services';
import { data, type LoaderFunctionArgs } from '@site/shared/router';
import { readGalleryAddress } from './gallery-address.ts';
import { getAlbums, getPhotoRow, PHOTOS_PER_PAGE, type PhotoRow } from './gallery-api.ts';

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

const galleryPage = ({ images, start, total, page }: PhotoRow, albums: readonly AlbumView[]): GalleryPageView => {
  const offset = (page - 1) * PHOTOS_PER_PAGE;
  const first = offset - start;
  const albumNames = new Map(albums.map((album) => [album.id, album.name]));
  return {
    photos: images.slice(first, first + PHOTOS_PER_PAGE).map((image) => photoView(image, albumNames)),
    offset,
    total,
    page,
    pageCount: Math.max(1, Math.ceil(total / PHOTOS_PER_PAGE)),
    before: images[first - 1]?._id ?? null,
    after: images[first + PHOTOS_PER_PAGE]?._id ?? null,
  };
};

export const galleryLoader =
  (services: HostServices) =>
  async ({ request }: LoaderFunctionArgs) => {
    const address = readGalleryAddress(new URL(request.url).searchParams);
    const [row, knownAlbums] = await Promise.all([getPhotoRow(services, address, request.signal), getAlbums(services, request.signal)]);
    const albums = knownAlbums.map(({ _id, name }) => ({ id: _id, name }));
    const filter = { albums, album: address.album };
    if (row.ok) return data<GalleryData>({ ...filter, state: 'loaded', view: galleryPage(row.value, albums) });
    // Only an album can be missing: all photos are always there, so a server that finds none of them has failed.
    if (row.error.kind === 'not-found' && address.album) return data<GalleryData>({ ...filter, state: 'missing' }, { status: 404 });
    return data<GalleryData>({ ...filter, state: 'failed' }, { status: 503 });
  };
