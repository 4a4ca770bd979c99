import type { ApiError } from '@site/shared/contracts/api-error';
import type { PageInfo } from '@site/shared/contracts/pagination';
import { type Result, success } from '@site/shared/domain/result';

const LIST_PAGE_SIZE = 12;

export interface Page<T> {
  readonly items: readonly T[];
  readonly page: number;
  readonly pageCount: number;
}

/** Reads `?page=2` as 2. Returns 1 for an invalid page number. */
export const readPageNumber = (url: string, parameter = 'page'): number => {
  const value = new URL(url).searchParams.get(parameter) ?? '';
  return /^[1-9]\d{0,5}$/.test(value) ? Number(value) : 1;
};

const countPages = (total: number, size: number): number => Math.max(1, Math.ceil(total / size));

/** Returns one page. A page number beyond the last page selects the last page, so that old links still work. */
export const paginate = <T>(items: readonly T[], requestedPage: number, size = LIST_PAGE_SIZE): Page<T> => {
  const pageCount = countPages(items.length, size);
  const page = Math.min(Math.max(1, requestedPage), pageCount);
  return { items: items.slice((page - 1) * size, page * size), page, pageCount };
};

export interface PageQuery {
  readonly limit: string;
  readonly offset: string;
}

interface ListResponse<T> {
  readonly items: readonly T[];
  /** Null if the server returned the full list. */
  readonly page: PageInfo | null;
}

/** Fetches one page, or takes it from a full list. Fetches again if the requested page is beyond the last page. */
export const getListPage = async <T>(
  requestedPage: number,
  fetchPage: (query: PageQuery) => Promise<Result<ListResponse<T>, ApiError>>,
  size = LIST_PAGE_SIZE,
): Promise<Result<Page<T>, ApiError>> => {
  const response = await fetchPage({ limit: String(size), offset: String((requestedPage - 1) * size) });
  if (!response.ok) return response;
  const { items, page } = response.value;
  if (page === null) return success(paginate(items, requestedPage, size));
  const pageCount = countPages(page.total, size);
  return requestedPage > pageCount ? getListPage(pageCount, fetchPage, size) : success({ items, page: requestedPage, pageCount });
};
