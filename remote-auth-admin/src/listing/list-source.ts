import type { ApiError } from '@site/shared/contracts/api-error';
import type { PageInfo } from '@site/shared/contracts/pagination';
import { failure, type Result, success } from '@site/shared/domain/result';
import type { LoaderFunctionArgs } from '@site/shared/router';
import { type ListOrder, type ListView, type NarrowedView, readListView } from './list-view.ts';

/** One page of a list, with its position. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly offset: number;
  /** Number of rows that match the search and the filter, on all pages. */
  readonly total: number;
  /** Row counts, ignoring the search and the filter: for all rows, and for each of the list's groups. */
  readonly counts: Readonly<Record<string, number>> & { readonly all: number };
}

export interface PageRange {
  readonly limit: string;
  readonly offset: string;
  readonly counts?: 'true';
}
type Response<Row> = Result<{ readonly items: readonly Row[]; readonly page: PageInfo | null }, ApiError>;

const toPage = <Row>(items: readonly Row[], page: PageInfo | null, { limit, offset }: PageRange): Page<Row> => {
  if (page !== null) return { rows: items, offset: page.offset, total: page.total, counts: { ...page.counts, all: page.counts?.all ?? page.total } };
  // A server that implements only the specification ignores the query and sends the full list.
  const start = Math.min(Number(offset), Math.max(0, items.length - 1));
  return { rows: items.slice(start, start + Number(limit)), offset: start, total: items.length, counts: { all: items.length } };
};

/** Loads one page, or the last page if the list no longer has that many pages. */
export const loadPage = async <Row>(size: number, page: number, call: (range: PageRange) => Promise<Response<Row>>): Promise<Result<Page<Row>, ApiError>> => {
  const range = (number: number): PageRange => ({ limit: String(size), offset: String((number - 1) * size), counts: 'true' });
  const response = await call(range(page));
  if (!response.ok) return response;
  const { items, page: position } = response.value;
  if (items.length > 0 || page === 1 || position === null) return success(toPage(items, position, range(page)));
  return loadPage(size, Math.max(1, Math.ceil(position.total / size)), call);
};

/** Maximum number of rows per response. */
const BATCH_SIZE = 200;

/** Loads all matching rows in batches, for "Select all", exports and ordering. Do not use it to display a list. */
export const loadAllRows = async <Row>(call: (range: PageRange) => Promise<Response<Row>>): Promise<Result<readonly Row[], ApiError>> => {
  const rows: Row[] = [];
  for (;;) {
    const response = await call({ limit: String(BATCH_SIZE), offset: String(rows.length) });
    if (!response.ok) return failure(response.error);
    const { items, page } = response.value;
    rows.push(...items);
    if (page === null || items.length === 0 || rows.length >= page.total) return success(rows);
  }
};

/** Maps the columns and filters of a list to the provider's query. */
export interface ListQueries<Sort extends string, Filter extends object, Narrowing extends object> {
  /** Sortable columns. */
  readonly sorts: Readonly<Record<string, Sort>>;
  /** Filters, keyed by their value in the URL. */
  readonly filters: Readonly<Record<string, Filter>>;
  /** Default sort order. */
  readonly order: ListOrder;
  /** Returns the query for the category and the period, for lists that can be limited to them. */
  readonly narrow?: (view: NarrowedView) => Narrowing;
}

export type ViewQuery<Sort extends string, Filter extends object, Narrowing extends object> = PageRange &
  Partial<Filter> &
  Partial<Narrowing> & { readonly q?: string; readonly sort?: Sort | `-${Sort}` };

/** Converts the category and the period to the provider's parameters for posts and events. */
export const narrowToDocuments = ({ category, since, until }: NarrowedView) => ({
  ...(category !== '' && { inCategory: category }),
  ...(since !== '' && { from: since }),
  ...(until !== '' && { to: until }),
});

/** Loads the rows of a list. */
export interface ListSource<Row> {
  readonly isSortable: (column: string) => boolean;
  /** Returns the sort order of a view, or the list's default order if the view has none. */
  readonly getOrder: (view: ListOrder) => ListOrder;
  readonly loadAll: (view: ListView) => Promise<Result<readonly Row[], ApiError>>;
  /** Loads the page that the request's URL describes. A newer navigation aborts the request. */
  readonly loader: (args: Pick<LoaderFunctionArgs, 'request'>) => Promise<Result<Page<Row>, ApiError>>;
}

export const createListSource = <Row, const Sort extends string, const Filter extends object, Narrowing extends object = object>(
  { sorts, filters, order, narrow }: ListQueries<Sort, Filter, Narrowing>,
  call: (query: ViewQuery<Sort, Filter, Narrowing>, signal?: AbortSignal) => Promise<Response<Row>>,
): ListSource<Row> => {
  const isSortable = (column: string): boolean => Object.hasOwn(sorts, column);
  const getOrder = ({ sort, isDescending }: ListOrder): ListOrder => (isSortable(sort) ? { sort, isDescending } : order);

  const toQuery = (view: ListView, range: PageRange): ViewQuery<Sort, Filter, Narrowing> => {
    const { sort, isDescending } = getOrder(view);
    const name = sorts[sort];
    const filter: Partial<Filter> = (Object.hasOwn(filters, view.filter) ? filters[view.filter] : undefined) ?? {};
    const narrowing: Partial<Narrowing> = narrow?.(view) ?? {};
    return {
      ...range,
      ...(view.search.trim() === '' ? {} : { q: view.search }),
      ...(name === undefined ? {} : { sort: isDescending ? (`-${name}` as const) : name }),
      ...filter,
      ...narrowing,
    };
  };
  return {
    isSortable,
    getOrder,
    loadAll: (view) => loadAllRows((range) => call(toQuery(view, range))),
    loader: ({ request }) => {
      const view = readListView(new URL(request.url).searchParams);
      return loadPage(view.size, view.page, (range) => call(toQuery(view, range), request.signal));
    },
  };
};
