import type { ListQuery, PageInfo as PageRange } from '@site/shared/contracts/pagination';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { UnauthorizedError } from '../domain/errors.ts';
import type { Staff } from '../domain/permissions.ts';
import { foldText } from '../domain/text.ts';

/** One page of a list; the range is null when the caller requested the complete list. */
export class Page<Item> {
  constructor(
    readonly items: readonly Item[],
    readonly range: PageRange | null = null,
  ) {}

  map<Other>(change: (item: Item) => Other): Page<Other> {
    return new Page(this.items.map(change), this.range);
  }
}

interface SortRequest {
  readonly name: string;
  readonly isDescending: boolean;
}

/** Which rows of a list to read. */
export interface PageRequest {
  /** Without a session, only published rows are visible. */
  readonly visibility: 'published' | 'all';
  readonly status: PublicationStatus | 'all';
  /** Folded text that the title must contain; '' for any. */
  readonly search: string;
  /** Folded terms, each of which must occur in some text of a row. */
  readonly terms: readonly string[];
  /** Undefined for the default order of the list. */
  readonly sort: SortRequest | undefined;
  readonly hasCounts: boolean;
  readonly offset: number;
  readonly limit: number | undefined;
}

/** A query of any list, as its schema parses it. */
type ParsedQuery = Pick<ListQuery, 'limit' | 'offset' | 'cursor' | 'q' | 'counts'> &
  Partial<Pick<ListQuery, 'status' | 'scope'>> & { readonly sort?: string | undefined };

const toTerms = (text: string): readonly string[] =>
  foldText(text)
    .split(/\s+/)
    .filter((term) => term !== '');

/** X-08: without a session, only published rows are visible. */
export const toPageRequest = (query: ParsedQuery, staff: Staff | null): PageRequest => {
  const { status, scope, q = '', sort, limit, offset, cursor, counts } = query;
  if (status !== undefined && status !== 'published' && staff === null) throw new UnauthorizedError();
  const isTitleSearch = scope !== 'all';
  return {
    visibility: staff === null ? 'published' : 'all',
    status: staff === null ? 'published' : (status ?? 'all'),
    search: isTitleSearch ? foldText(q) : '',
    terms: isTitleSearch ? [] : toTerms(q),
    sort: sort === undefined ? undefined : { name: sort.replace('-', ''), isDescending: sort.startsWith('-') },
    hasCounts: counts === 'true',
    offset: offset ?? cursor ?? 0,
    limit,
  };
};

/** Everything that is published. */
export const PUBLISHED: Omit<PageRequest, 'offset' | 'limit'> = {
  visibility: 'published',
  status: 'published',
  search: '',
  terms: [],
  sort: undefined,
  hasCounts: false,
};

/** SQL has no offset without a limit; larger than any list. */
const ALL_ROWS = 10_000_000;

export const getSqlLimit = ({ limit }: PageRequest): number => limit ?? ALL_ROWS;

/** For `like … escape '\\'`. */
export const toLikePattern = (search: string): string => `%${search.replace(/[\\%_]/g, '\\$&')}%`;

/** Whether the row contains every term; `text` is a column of folded texts. */
export const containsTerms = (text: RawBuilder<unknown>, terms: readonly string[]): RawBuilder<SqlBool> =>
  terms.length === 0
    ? sql<SqlBool>`1 = 1`
    : sql<SqlBool>`(${sql.join(
        terms.map((term) => sql`${text} like ${toLikePattern(term)} escape '\\'`),
        sql` and `,
      )})`;

/** The `order by` of a request that names one of the sorts; undefined for the default order of the list. */
export const toSqlOrder = (sorts: Readonly<Record<string, RawBuilder<unknown>>>, { sort }: PageRequest): RawBuilder<unknown> | undefined => {
  const expression = sort === undefined ? undefined : sorts[sort.name];
  return expression === undefined ? undefined : sql`${expression} ${sql.raw(sort?.isDescending === true ? 'desc' : 'asc')}`;
};

type Counts = Readonly<Record<string, number>>;

/** How many rows a query selects, and how many of them fulfil each condition. */
export const countRows = async <DB, Table extends keyof DB>(
  query: SelectQueryBuilder<DB, Table, object>,
  conditions: Readonly<Record<string, RawBuilder<SqlBool>>> = {},
): Promise<Counts & { readonly all: number }> => {
  const groups = Object.entries(conditions).map(([name, condition]) => sql<number | string | null>`sum(case when ${condition} then 1 else 0 end)`.as(name));
  const row: Readonly<Record<string, unknown>> = await query.select([sql<number | string>`count(*)`.as('all'), ...groups]).executeTakeFirstOrThrow();
  const counts = Object.fromEntries(Object.entries(row).map(([name, count]) => [name, Number(count ?? 0)]));
  return { ...counts, all: counts.all ?? 0 };
};

/** Counts only for a caller who asked for a page. */
export const toPage = async <Row>(
  rows: readonly Row[],
  { limit, offset, hasCounts }: PageRequest,
  count: () => Promise<number>,
  getCounts: () => Promise<Counts>,
): Promise<Page<Row>> =>
  limit === undefined ? new Page(rows) : new Page(rows, { offset, total: await count(), ...(hasCounts && { counts: await getCounts() }) });

/** The same for a list that is short enough to be searched, sorted and paginated in memory. */
export const paginateRows = <Row>(
  rows: readonly Row[],
  { search, terms, sort, limit, offset, hasCounts }: PageRequest,
  options: {
    readonly getTitle: (row: Row) => string;
    readonly getTexts: (row: Row) => readonly string[];
    readonly sorts: Readonly<Record<string, (row: Row) => string>>;
    readonly matches: (row: Row) => boolean;
  },
): Page<Row> => {
  const { getTitle, getTexts, sorts, matches } = options;
  const getKey = sort === undefined ? undefined : sorts[sort.name];
  const found = rows.filter((row) => {
    const text = foldText(getTexts(row).join('\n'));
    return matches(row) && foldText(getTitle(row)).includes(search) && terms.every((term) => text.includes(term));
  });
  if (getKey !== undefined) {
    const sign = sort?.isDescending === true ? -1 : 1;
    found.sort((one, other) => (getKey(one) < getKey(other) ? -sign : getKey(one) > getKey(other) ? sign : 0));
  }
  return limit === undefined
    ? new Page(found)
    : new Page(found.slice(offset, offset + limit), { offset, total: found.length, ...(hasCounts && { counts: { all: rows.length } }) });
};
