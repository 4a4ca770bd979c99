import type { StubInput } from '@site/shared/testing/host-services-stub';

export interface ServedList<Row> {
  /** Returns the text that is searched. */
  readonly text?: (row: Row) => string;
  /** Whether a row matches the query's filters. */
  readonly matches?: (row: Row, query: Readonly<Record<string, string | undefined>>) => boolean;
  readonly sorts?: Readonly<Record<string, (row: Row) => string>>;
  /** Returns the row counts, ignoring the search and the filters. */
  readonly counts?: (rows: readonly Row[]) => Readonly<Record<string, number>>;
}

/** Creates a response that sorts, filters and pages the rows as the provider does. */
export const serveList =
  <Row>(rows: readonly Row[], { text = () => '', matches = () => true, sorts = {}, counts = () => ({}) }: ServedList<Row> = {}) =>
  ({ query: given }: StubInput) => {
    const query: Readonly<Record<string, string | undefined>> = Object.fromEntries(Object.entries(given ?? {}));
    const { q = '', sort = '', limit = '', offset = '0' } = query;
    const terms = q.toLowerCase().split(/\s+/);
    const matchingRows = rows.filter((row) => terms.every((term) => text(row).toLowerCase().includes(term)) && matches(row, query));
    const getKey = sorts[sort.replace('-', '')];
    const sortedRows =
      getKey === undefined ? matchingRows : matchingRows.toSorted((one, other) => getKey(one).localeCompare(getKey(other), 'en', { numeric: true }));
    if (sort.startsWith('-') && getKey !== undefined) sortedRows.reverse();
    const start = Number(offset);
    return {
      items: sortedRows.slice(start, start + Number(limit)),
      page: { offset: start, total: matchingRows.length, ...(query.counts === 'true' && { counts: { all: rows.length, ...counts(rows) } }) },
    };
  };
