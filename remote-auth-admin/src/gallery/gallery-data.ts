import type { ApiError } from '@site/shared/contracts/api-error';
import { type Album, type GalleryImage, getImage, listAlbums, listImagesPage } from '@site/shared/contracts/gallery';
import { failure, type Result, success } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';
import type { LoaderFunctionArgs } from '@site/shared/router';
import { loadAllRows, loadPage, type Page } from '../listing/list-source.ts';
import { type PageView, readPageView, writePageView } from '../listing/list-view.ts';
import type { UrlStateFormat } from '../listing/use-url-state.ts';

/** Values of `album` in the URL that are not album ids. */
export const ALL_ALBUMS = '';
export const NO_ALBUM = 'none';
/** Value of `image` in the URL that selects the first image of the page. */
export const FIRST_IMAGE = 'first';

/** State of the gallery, as stored in the URL. */
export interface GalleryView extends PageView {
  readonly album: string;
  /** '' shows everything. */
  readonly filter: string;
  readonly search: string;
  /** Id of the image whose dialog is open; '' if there is none. */
  readonly image: string;
}

const PARAMS = { album: 'album', filter: 'show', search: 'q', image: 'image' } as const;
const KEYS = ['album', 'filter', 'search', 'image'] as const;
const DEFAULT_SIZE = 50;

const readView = (params: URLSearchParams): GalleryView => {
  const read = (key: (typeof KEYS)[number]): string => params.get(PARAMS[key]) ?? '';
  return { album: read('album'), filter: read('filter'), search: read('search'), image: read('image'), ...readPageView(params, DEFAULT_SIZE) };
};
const writeView = (view: GalleryView): URLSearchParams => {
  const params = new URLSearchParams();
  for (const key of KEYS) if (view[key] !== '') params.set(PARAMS[key], view[key]);
  return writePageView(params, view, DEFAULT_SIZE);
};
export const GALLERY_VIEW_FORMAT: UrlStateFormat<GalleryView> = { read: readView, write: writeView };

export const getGalleryPath = (view: GalleryView): string => {
  const query = writeView(view).toString();
  return query === '' ? '/admin/gallery' : `/admin/gallery?${query}`;
};

const FILTERS = { 'no-alt': { missing: 'alt' }, unpublished: { status: 'draft' }, sample: { sample: 'true' } } as const;
const isFilter = (name: string): name is keyof typeof FILTERS => Object.hasOwn(FILTERS, name);

const toQuery = ({ album, filter, search }: Pick<GalleryView, 'album' | 'filter' | 'search'>) => ({
  status: 'all' as const,
  scope: 'all' as const,
  ...(album === ALL_ALBUMS ? {} : { album }),
  ...(search.trim() === '' ? {} : { q: search }),
  ...(isFilter(filter) ? FILTERS[filter] : {}),
});

/** Loads all matching images, for "Select all" and for the order of an album. */
export const loadAllImages = ({ http }: Pick<HostServices, 'http'>, view: Pick<GalleryView, 'album' | 'filter' | 'search'>) =>
  loadAllRows((range) => http.call(listImagesPage, { query: { ...toQuery(view), ...range } }));

export interface GalleryContent {
  readonly page: Page<GalleryImage>;
  readonly albums: readonly Album[];
  /** The image selected in the URL, if it is not on the page. */
  readonly linkedImage: GalleryImage | undefined;
}
export type GalleryData = Result<GalleryContent, ApiError>;

export const galleryLoader =
  ({ http }: Pick<HostServices, 'http'>) =>
  async ({ request: { url, signal } }: Pick<LoaderFunctionArgs, 'request'>): Promise<GalleryData> => {
    const view = readView(new URL(url).searchParams);
    const [page, albums] = await Promise.all([
      loadPage(view.size, view.page, (range) => http.call(listImagesPage, { query: { ...toQuery(view), ...range }, signal })),
      http.call(listAlbums, { signal, silent: true }),
    ]);
    if (!page.ok) return failure(page.error);
    if (!albums.ok) return failure(albums.error);
    const isOnPage = view.image === '' || view.image === FIRST_IMAGE || page.value.rows.some(({ _id }) => _id === view.image);
    const linkedImage = isOnPage ? undefined : await http.call(getImage, { params: { id: view.image }, signal, silent: true });
    return success({ page: page.value, albums: albums.value, linkedImage: linkedImage?.ok ? linkedImage.value : undefined });
  };

/** URL parameters that the loader depends on. Opening or closing an image does not reload the list. */
export const GALLERY_VIEW_PARAMS = ['album', 'show', 'q', 'size', 'page'] as const;
