import type { ApiError } from '@site/shared/contracts/api-error';
import { type Album, type GalleryImage, listAlbumImagesPage, listAlbums, listPublishedImagesPage } from '@site/shared/contracts/gallery';
import { type Result, success } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';
import type { PageAddress } from '@site/shared/remote/remote-contract';
import { data, type LoaderFunctionArgs } from '@site/shared/router';
import { type GalleryParameters, galleryPath, readGalleryParameters } from './gallery-path.ts';

type Http = Pick<HostServices, 'http'>;

/** Maximum number of images that a page loads, however large the album is. */
const IMAGES_PER_PAGE = 36;

export interface ImageView {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly alt: string;
  readonly color: string | undefined;
  /** Size in pixels, 0 if unknown. */
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
  readonly images: readonly ImageView[];
  /** Index of the page's first image in the album, from 0. */
  readonly offset: number;
  readonly total: number;
  readonly page: number;
  readonly pageCount: number;
  /** Ids of the images just before and after this page, which the lightbox can step to. */
  readonly before: string | null;
  readonly after: string | null;
}

interface Filter {
  readonly albums: readonly AlbumView[];
  readonly album: string | null;
  readonly photo: string | null;
}

export type GalleryData = Filter &
  (
    | { readonly state: 'loaded'; readonly view: GalleryPageView /** Link-preview image of the open photo. */; readonly shareImage?: string }
    | { readonly state: 'failed' }
    | { readonly state: 'missing' }
  );

/** A slice of an album's images, or of all images. */
interface ImageSlice {
  readonly images: readonly GalleryImage[];
  /** Index of the slice's first image in the album, from 0. */
  readonly start: number;
  readonly total: number;
  /** Page number, from 1: the page with the requested image, or the last page if the requested page does not exist. */
  readonly page: number;
}

interface SliceQuery {
  readonly limit: string;
  readonly offset?: string;
  readonly at?: string;
}

/** Returns the query for a page's images and the images just before and after them. */
const getSliceQuery = (page: number): SliceQuery => {
  const first = (page - 1) * IMAGES_PER_PAGE;
  return { limit: String(IMAGES_PER_PAGE + (first === 0 ? 1 : 2)), offset: String(Math.max(0, first - 1)) };
};

const countPages = (total: number): number => Math.max(1, Math.ceil(total / IMAGES_PER_PAGE));
const getPageAt = (index: number): number => Math.floor(index / IMAGES_PER_PAGE) + 1;

/** Excludes hidden images, because the provider returns them to signed-in staff. */
const isPublic = (image: GalleryImage): boolean => image.published && image.url !== '';

/** Slices the full list, which servers without paging support return. */
const sliceFullList = (all: readonly GalleryImage[], { page, photo }: GalleryParameters): ImageSlice => {
  const images = all.filter(isPublic);
  const index = photo === null ? -1 : images.findIndex((image) => image._id === photo);
  return { images, start: 0, total: images.length, page: index < 0 ? Math.min(page, countPages(images.length)) : getPageAt(index) };
};

const getImages = async ({ http }: Http, parameters: GalleryParameters, signal: AbortSignal): Promise<Result<ImageSlice, ApiError>> => {
  const { album, photo } = parameters;
  const fetchSlice = (slice: SliceQuery) => {
    const query = { ...slice, status: 'published' as const };
    return album === null ? http.call(listPublishedImagesPage, { signal, query }) : http.call(listAlbumImagesPage, { signal, query, params: { id: album } });
  };

  let requestedPage = parameters.page;
  if (photo !== null) {
    const slice = await fetchSlice({ limit: '1', at: photo });
    if (!slice.ok) return slice;
    const { items, page } = slice.value;
    if (page === null) return success(sliceFullList(items, parameters));
    if (items[0]?._id === photo) requestedPage = getPageAt(page.offset);
  }
  for (;;) {
    const response = await fetchSlice(getSliceQuery(requestedPage));
    if (!response.ok) return response;
    const { items, page } = response.value;
    if (page === null) return success(sliceFullList(items, parameters));
    const lastPage = countPages(page.total);
    if (requestedPage <= lastPage) return success({ images: items.filter(isPublic), start: page.offset, total: page.total, page: requestedPage });
    requestedPage = lastPage;
  }
};

/** Returns no albums if the request fails. All images can still be shown, so no message is needed (GAL-06, X-12). */
const getAlbums = async ({ http }: Http, signal: AbortSignal): Promise<readonly Album[]> => {
  const response = await http.call(listAlbums, { signal, silent: true });
  return response.ok ? response.value : [];
};

const toImageView = (image: GalleryImage, albumNames: ReadonlyMap<string, string>): ImageView => ({
  id: image._id,
  title: image.title,
  url: image.url,
  alt: image.alt,
  color: image.color,
  width: image.width ?? 0,
  height: image.height ?? 0,
  createdAt: image.createdAt,
  albumName: albumNames.get(image.album?._id ?? '') ?? '',
});

const toPageView = ({ images, start, total, page }: ImageSlice, albums: readonly AlbumView[]): GalleryPageView => {
  const offset = (page - 1) * IMAGES_PER_PAGE;
  const first = offset - start;
  const albumNames = new Map(albums.map((album) => [album.id, album.name]));
  return {
    images: images.slice(first, first + IMAGES_PER_PAGE).map((image) => toImageView(image, albumNames)),
    offset,
    total,
    page,
    pageCount: countPages(total),
    before: images[first - 1]?._id ?? null,
    after: images[first + IMAGES_PER_PAGE]?._id ?? null,
  };
};

export const galleryLoader =
  (services: HostServices) =>
  async ({ request }: LoaderFunctionArgs) => {
    const parameters = readGalleryParameters(new URL(request.url).searchParams);
    const [slice, knownAlbums] = await Promise.all([getImages(services, parameters, request.signal), getAlbums(services, request.signal)]);
    const albums = knownAlbums.map(({ _id, name }) => ({ id: _id, name }));
    const filter = { albums, album: parameters.album, photo: parameters.photo };
    if (slice.ok) {
      const shareImage = slice.value.images.find(({ _id }) => _id === parameters.photo)?.shareImage;
      return data<GalleryData>({ ...filter, state: 'loaded', view: toPageView(slice.value, albums), ...(shareImage !== undefined && { shareImage }) });
    }
    // Only an album can be missing. A 404 for the full list is a server fault.
    if (slice.error.kind === 'not-found' && parameters.album) return data<GalleryData>({ ...filter, state: 'missing' }, { status: 404 });
    return data<GalleryData>({ ...filter, state: 'failed' }, { status: 503 });
  };

const toAddress = (path: string, images: readonly GalleryImage[]): PageAddress => {
  const [newest] = images;
  return newest === undefined ? { path } : { path, lastModified: newest.createdAt, images: images.map(({ url }) => url) };
};

export const getGalleryAddresses = async (services: Http, signal: AbortSignal): Promise<Result<readonly PageAddress[], ApiError>> => {
  const [albums, slice] = await Promise.all([
    services.http.call(listAlbums, { signal, silent: true }),
    services.http.call(listPublishedImagesPage, { signal, silent: true, query: { ...getSliceQuery(1), status: 'published' } }),
  ]);
  if (!albums.ok) return albums;
  if (!slice.ok) return slice;
  const images = slice.value.items.filter(isPublic);
  const albumAddresses = albums.value.map(({ _id }) =>
    toAddress(
      galleryPath({ album: _id }),
      images.filter(({ album }) => album?._id === _id),
    ),
  );
  return success([toAddress(galleryPath({}), images), ...albumAddresses]);
};
