/** Cards on one page of a list (issue 5). */
export const LIST_PAGE_SIZE = 12;

export interface ListPage<T> {
  readonly items: readonly T[];
  /** From 1. */
  readonly page: number;
  readonly pageCount: number;
}

/** `?page=2` → 2; anything that is no page number is the first page. */
export const readPageNumber = (url: string): number => {
  const value = new URL(url).searchParams.get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(value) ? Number(value) : 1;
};

/** One page of a list; a page after the last is the last, so that old links lead somewhere. */
export const listPage = <T>(items: readonly T[], wanted: number, size = LIST_PAGE_SIZE): ListPage<T> => {
  const pageCount = Math.max(1, Math.ceil(items.length / size));
  const page = Math.min(Math.max(1, wanted), pageCount);
  return { items: items.slice((page - 1) * size, page * size), page, pageCount };
};
