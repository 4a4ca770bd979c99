import type { ApiError } from '@site/shared/contracts/api-error';
import type { Page } from '@site/shared/contracts/pagination';
import { type Result, success } from '@site/shared/domain/result';

/** Cards on one page of a list (issue 5). */
export const LIST_PAGE_SIZE = 12;

export interface ListPage<T> {
  readonly items: readonly T[];
  /** From 1. */
  readonly page: number;
  readonly pageCount: number;
}

/** `?page=2` → 2; anything that is no page number is the first page. */
export const readPageNumber = (url: string, parameter = 'page'): number => {
  const value = new URL(url).searchParams.get(parameter) ?? '';
  return /^[1-9]\d{0,5}$/.test(value) ? Number(value) : 1;
};

const countPages = (total: number, size: number): number => Math.max(1, Math.ceil(total / size));

/** One page of a list; a page after the last is the last, so that old links lead somewhere. */
export const listPage = <T>(items: readonly T[], wanted: number, size = LIST_PAGE_SIZE): ListPage<T> => {
  const pageCount = countPages(items.length, size);
  const page = Math.min(Math.max(1, wanted), pageCount);
  return { items: items.slice((page - 1) * size, page * size), page, pageCount };
};

/** The window of a list that is asked for, as a query carries it. */
export interface ListWindow {
  readonly limit: string;
  readonly offset: string;
}

interface Listed<T> {
  readonly items: readonly T[];
  /** Null from a server that sends whole lists. */
  readonly page: Page | null;
}

/** One page of a list as the server cuts it, or cut here from the whole list. Asks once more where the wanted page is after the last. */
export const getListPage = async <T>(
  wanted: number,
  ask: (window: ListWindow) => Promise<Result<Listed<T>, ApiError>>,
  size = LIST_PAGE_SIZE,
): Promise<Result<ListPage<T>, ApiError>> => {
  const answer = await ask({ limit: String(size), offset: String((wanted - 1) * size) });
  if (!answer.ok) return answer;
  const { items, page } = answer.value;
  if (page === null) return success(listPage(items, wanted, size));
  const pageCount = countPages(page.total, size);
  return wanted > pageCount ? getListPage(pageCount, ask, size) : success({ items, page: wanted, pageCount });
};
