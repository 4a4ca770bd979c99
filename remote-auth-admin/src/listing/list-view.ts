/** What of a list is shown, as it stands in the address. */
export interface ListView {
  readonly search: string;
  /** '' is the filter that shows everything. */
  readonly filter: string;
  /** Name of a column; '' is the list's own order. */
  readonly sort: string;
  readonly isDown: boolean;
  readonly size: number;
  /** From 1. */
  readonly page: number;
}

export const PAGE_SIZES = [25, 50, 100] as const;
const [FIRST_SIZE] = PAGE_SIZES;

const readPage = (text: string | null): number => (/^[1-9]\d{0,4}$/.test(text ?? '') ? Number(text) : 1);

/** Reads an address; what it does not understand is as if it did not stand there. */
export const readListView = (params: URLSearchParams): ListView => {
  const sort = params.get('sort') ?? '';
  return {
    search: params.get('q') ?? '',
    filter: params.get('show') ?? '',
    sort: sort.replace(/^-/, ''),
    isDown: sort.startsWith('-'),
    size: PAGE_SIZES.find((size) => String(size) === params.get('size')) ?? FIRST_SIZE,
    page: readPage(params.get('page')),
  };
};

/** The shortest address of a view. */
export const writeListView = ({ search, filter, sort, isDown, size, page }: ListView): URLSearchParams => {
  const params = new URLSearchParams();
  if (search !== '') params.set('q', search);
  if (filter !== '') params.set('show', filter);
  if (sort !== '') params.set('sort', `${isDown ? '-' : ''}${sort}`);
  if (size !== FIRST_SIZE) params.set('size', String(size));
  if (page > 1) params.set('page', String(page));
  return params;
};
