import type { ListDefinition } from './list-definition.ts';
import type { ListView } from './list-view.ts';
import { matchesWords } from './matches-words.ts';

const collator = new Intl.Collator('en', { numeric: true });

const compare = (first: string | number, second: string | number): number =>
  typeof first === 'number' && typeof second === 'number' ? first - second : collator.compare(String(first), String(second));

export interface ArrangedRows<Row> {
  /** All that search and filter keep, in order. */
  readonly found: readonly Row[];
  readonly shown: readonly Row[];
  readonly page: number;
  readonly pages: number;
  /** By which column, and which way, whether or not the address says so. */
  readonly order: { readonly sort: string; readonly isDown: boolean };
}

/** Searches, filters, sorts and cuts a list into pages. */
export const arrangeRows = <Row>(
  rows: readonly Row[],
  { columns, filters, wordsOf, order: ownOrder }: ListDefinition<Row>,
  view: ListView,
): ArrangedRows<Row> => {
  const filter = filters.find(({ value }) => value === view.filter);
  const asked = columns.find(({ key, sortBy }) => key === view.sort && sortBy !== undefined);
  const order = asked === undefined ? ownOrder : { sort: view.sort, isDown: view.isDown };
  const sortBy = columns.find(({ key }) => key === order.sort)?.sortBy;
  const found = rows.filter((row) => (filter?.keeps(row) ?? true) && matchesWords(view.search, wordsOf(row)));
  const sorted = sortBy === undefined ? found : found.toSorted((first, second) => compare(sortBy(first), sortBy(second)) * (order.isDown ? -1 : 1));
  const pages = Math.max(1, Math.ceil(sorted.length / view.size));
  const page = Math.min(view.page, pages);
  return { found: sorted, shown: sorted.slice((page - 1) * view.size, page * view.size), page, pages, order };
};
