import type { ApiError } from '@site/shared/contracts/api-error';
import { type Album, listAlbums } from '@site/shared/contracts/gallery';
import { getLibraryImage, type LibraryImage, listLibraryImagesPage } from '@site/shared/contracts/media';
import { toLagosDay } from '@site/shared/domain/dates';
import { failure, type Result, success } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';
import type { LoaderFunctionArgs } from '@site/shared/router';
import { loadAllRows, loadPage, type Page } from '../listing/list-source.ts';
import { type PageView, readPageView, writePageView } from '../listing/list-view.ts';
import type { UrlStateFormat } from '../listing/use-url-state.ts';

/** State of the media library, as stored in the URL. '' shows everything. */
export interface MediaView extends PageView {
  readonly search: string;
  readonly filter: string;
  readonly album: string;
  /** Maximum number of days since the image was added. */
  readonly added: string;
  /** '' for newest first. */
  readonly sort: string;
  /** Id of the image whose dialog is open. */
  readonly image: string;
}

const PARAMS = { search: 'q', filter: 'show', album: 'album', added: 'added', sort: 'sort', image: 'image' } as const;
const KEYS = ['search', 'filter', 'album', 'added', 'sort', 'image'] as const;
const DEFAULT_SIZE = 50;

const readView = (params: URLSearchParams): MediaView => {
  const read = (key: (typeof KEYS)[number]): string => params.get(PARAMS[key]) ?? '';
  return {
    search: read('search'),
    filter: read('filter'),
    album: read('album'),
    added: read('added'),
    sort: read('sort'),
    image: read('image'),
    ...readPageView(params, DEFAULT_SIZE),
  };
};
const writeView = (view: MediaView): URLSearchParams => {
  const params = new URLSearchParams();
  for (const key of KEYS) if (view[key] !== '') params.set(PARAMS[key], view[key]);
  return writePageView(params, view, DEFAULT_SIZE);
};
export const MEDIA_VIEW_FORMAT: UrlStateFormat<MediaView> = { read: readView, write: writeView };

export const getMediaPath = (view: MediaView): string => {
  const query = writeView(view).toString();
  return query === '' ? '/admin/media' : `/admin/media?${query}`;
};

/** URL parameters that the loader depends on. Opening or closing an image sends no request. */
export const MEDIA_VIEW_PARAMS = ['q', 'show', 'album', 'added', 'sort', 'size', 'page'] as const;

const FILTERS = { 'no-alt': { missing: 'alt' }, unused: { use: 'none' } } as const;
const isFilter = (name: string): name is keyof typeof FILTERS => Object.hasOwn(FILTERS, name);

/** Periods since an image was added. The value in the URL is the number of days. */
export const ADDED_PERIODS: readonly { readonly value: string; readonly label: string }[] = [
  { value: '7', label: 'In the last 7 days' },
  { value: '30', label: 'In the last 30 days' },
  { value: '365', label: 'In the last year' },
];

/** Sort orders other than newest first. The provider uses the same values. */
export const ORDERS = [
  { value: 'createdAt', label: 'Oldest first' },
  { value: '-bytes', label: 'Largest file first' },
  { value: 'alt', label: 'Alt text, A to Z' },
  { value: '-alt', label: 'Alt text, Z to A' },
] as const;

const DAY_MS = 24 * 60 * 60 * 1000;

const toSort = (name: string) => ORDERS.flatMap(({ value }) => (value === name ? [{ sort: value }] : []))[0];

const toQuery = ({ search, filter, album, added, sort }: MediaView) => ({
  ...(search.trim() === '' ? {} : { q: search }),
  ...(isFilter(filter) ? FILTERS[filter] : {}),
  ...(album === '' ? {} : { album }),
  ...(ADDED_PERIODS.some(({ value }) => value === added) ? { since: toLagosDay(new Date(Date.now() - Number(added) * DAY_MS)) } : {}),
  ...toSort(sort),
});

/** Loads all matching images for the export. */
export const loadAllLibraryImages = ({ http }: Pick<HostServices, 'http'>, view: MediaView) =>
  loadAllRows((range) => http.call(listLibraryImagesPage, { query: { ...toQuery(view), ...range } }));

export interface MediaContent {
  readonly page: Page<LibraryImage>;
  readonly albums: readonly Album[];
  /** The image whose dialog is open, if the image is not on the page. */
  readonly linkedImage: LibraryImage | undefined;
}
export type MediaData = Result<MediaContent, ApiError>;

export const mediaLoader =
  ({ http }: Pick<HostServices, 'http'>) =>
  async ({ request: { url, signal } }: Pick<LoaderFunctionArgs, 'request'>): Promise<MediaData> => {
    const view = readView(new URL(url).searchParams);
    const [page, albums] = await Promise.all([
      loadPage(view.size, view.page, (range) => http.call(listLibraryImagesPage, { query: { ...toQuery(view), ...range }, signal })),
      http.call(listAlbums, { signal, silent: true }),
    ]);
    if (!page.ok) return failure(page.error);
    const isOnPage = view.image === '' || page.value.rows.some(({ _id }) => _id === view.image);
    const linkedImage = isOnPage ? undefined : await http.call(getLibraryImage, { params: { id: view.image }, signal, silent: true });
    return success({ page: page.value, albums: albums.ok ? albums.value : [], linkedImage: linkedImage?.ok ? linkedImage.value : undefined });
  };
