import { isDay } from '@site/shared/domain/dates';
import type { UrlStateFormat } from './use-url-state.ts';

export const PAGE_SIZES = [25, 50, 100] as const;
const [DEFAULT_SIZE] = PAGE_SIZES;

/** Page number and page size of a list, as stored in the URL. */
export interface PageView {
  readonly size: number;
  /** Page number, starting at 1. */
  readonly page: number;
}

export interface ListOrder {
  /** Key of a column. */
  readonly sort: string;
  readonly isDescending: boolean;
}

/** Category name, kind, and first and last day (YYYY-MM-DD). '' means no limit. */
export interface NarrowedView {
  readonly category: string;
  readonly kind: string;
  readonly since: string;
  readonly until: string;
}

/** State of a list, as stored in the URL. `sort` is '' for the list's default order. */
export interface ListView extends PageView, ListOrder, NarrowedView {
  readonly search: string;
  /** '' shows everything. */
  readonly filter: string;
}

/** Reads the page from URL parameters. Replaces invalid values with the defaults. */
export const readPageView = (params: URLSearchParams, defaultSize: number): PageView => ({
  size: PAGE_SIZES.find((size) => String(size) === params.get('size')) ?? defaultSize,
  page: /^[1-9]\d{0,4}$/.test(params.get('page') ?? '') ? Number(params.get('page')) : 1,
});

export const writePageView = (params: URLSearchParams, { size, page }: PageView, defaultSize: number): URLSearchParams => {
  if (size !== defaultSize) params.set('size', String(size));
  if (page > 1) params.set('page', String(page));
  return params;
};

export const readListView = (params: URLSearchParams): ListView => {
  const sort = params.get('sort') ?? '';
  const readDay = (name: 'since' | 'until'): string => {
    const day = params.get(name) ?? '';
    return isDay(day) ? day : '';
  };
  return {
    search: params.get('q') ?? '',
    filter: params.get('show') ?? '',
    category: params.get('category') ?? '',
    kind: params.get('kind') ?? '',
    since: readDay('since'),
    until: readDay('until'),
    sort: sort.replace(/^-/, ''),
    isDescending: sort.startsWith('-'),
    ...readPageView(params, DEFAULT_SIZE),
  };
};

/** Returns the query for a view, without default values. */
export const writeListView = (view: ListView): URLSearchParams => {
  const { search, filter, category, kind, since, until, sort, isDescending } = view;
  const params = new URLSearchParams();
  if (search !== '') params.set('q', search);
  if (filter !== '') params.set('show', filter);
  for (const [name, value] of Object.entries({ category, kind, since, until })) if (value !== '') params.set(name, value);
  if (sort !== '') params.set('sort', `${isDescending ? '-' : ''}${sort}`);
  return writePageView(params, view, DEFAULT_SIZE);
};

export const NOT_NARROWED: NarrowedView = { category: '', kind: '', since: '', until: '' };
export const isNarrowed = ({ category, kind, since, until }: NarrowedView): boolean => `${category}${kind}${since}${until}` !== '';

export const LIST_VIEW_FORMAT: UrlStateFormat<ListView> = { read: readListView, write: writeListView };
/** URL parameters that the loader depends on. */
export const LIST_VIEW_PARAMS = ['q', 'show', 'category', 'kind', 'since', 'until', 'sort', 'size', 'page'] as const;
