import type { ListQuery, PageInfo as PageRange } from '@site/shared/contracts/pagination';
import { foldText } from '@site/shared/domain/fold-text';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { UnauthorizedError } from '../domain/errors.ts';
import type { Staff } from '../domain/permissions.ts';
import { isEmbedded } from './connection.ts';
import { createRevisionCache, type Visibility } from './revision-cache.ts';
import type { Database } from './schema/tables.ts';

/** One page of a list. The range is null if the caller requested the complete list. */
export class Page<Item> {
  constructor(
    readonly items: readonly Item[],
    readonly range: PageRange | null = null,
  ) {}

  map<Other>(change: (item: Item) => Other): Page<Other> {
    return new Page(this.items.map(change), this.range);
  }
}

/** A complete list that is too long for memory. The list is read in batches, as fast as the client receives them. */
export class LongList<Item> {
  constructor(readonly readBatches: () => AsyncIterable<readonly Item[]>) {}

  map<Other>(change: (item: Item) => Other): LongList<Other> {
    const { readBatches } = this;
    return new LongList(async function* () {
      for await (const items of readBatches()) yield items.map(change);
    });
  }
}

export interface RowList<Item> {
  map<Other>(change: (item: Item) => Other): Page<Other> | LongList<Other>;
}

interface SortRequest {
  readonly name: string;
  readonly isDescending: boolean;
}

export interface PageRequest {
  /** Anonymous requests see only published rows. */
  readonly visibility: Visibility;
  readonly status: PublicationStatus | 'all';
  /** Folded text that the title must contain. '' matches every title. */
  readonly search: string;
  /** Folded terms. Each term must occur in at least one text of the row. */
  readonly terms: readonly string[];
  readonly sort: SortRequest | undefined;
  readonly hasCounts: boolean;
  readonly offset: number;
  readonly limit: number | undefined;
  /** Whether the server chose the limit. If so, the response states its range only if the list has more rows. */
  readonly isLimitImplied?: boolean;
}

export interface ListFilters {
  readonly inCategory?: string | undefined;
  /** First and last day in Lagos time, YYYY-MM-DD, both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export const hasFilters = ({ inCategory, from, to }: ListFilters): boolean => inCategory !== undefined || from !== undefined || to !== undefined;

type ParsedQuery = Pick<ListQuery, 'limit' | 'offset' | 'cursor' | 'q' | 'counts'> &
  Partial<Pick<ListQuery, 'status' | 'scope'>> & { readonly sort?: string | undefined };

const toTerms = (text: string): readonly string[] =>
  foldText(text)
    .split(/\s+/)
    .filter((term) => term !== '');

/** Converts a parsed query. X-08: anonymous requests see only published rows. */
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

const DEFAULT_STAFF_LIMIT = 200;

/** Converts the query of a staff-only list, which searches all texts and always has a limit. */
export const toStaffPageRequest = (query: ParsedQuery, staff: Staff): PageRequest => ({
  ...toPageRequest({ ...query, scope: 'all' }, staff),
  limit: query.limit ?? DEFAULT_STAFF_LIMIT,
  isLimitImplied: query.limit === undefined,
});

export const PUBLISHED_REQUEST: Omit<PageRequest, 'offset' | 'limit'> = {
  visibility: 'published',
  status: 'published',
  search: '',
  terms: [],
  sort: undefined,
  hasCounts: false,
};

/** Limit for requests that have none. Larger than any list. Needed because SQLite does not accept an offset without a limit. */
const ALL_ROWS = 10_000_000;

export const getSqlLimit = ({ limit }: PageRequest): number => limit ?? ALL_ROWS;

const toLikePattern = (search: string): string => `%${search.replace(/[\\%_]/g, '\\$&')}%`;

/** Whether a row contains every term. `text` is a column of folded texts. */
export const containsTerms = (text: RawBuilder<unknown>, terms: readonly string[]): RawBuilder<SqlBool> =>
  terms.length === 0
    ? sql<SqlBool>`1 = 1`
    : sql<SqlBool>`(${sql.join(
        terms.map((term) => sql`${text} like ${toLikePattern(term)} escape '\\'`),
        sql` and `,
      )})`;

export const toSqlOrder = (sorts: Readonly<Record<string, RawBuilder<unknown>>>, { sort }: PageRequest): RawBuilder<unknown> | undefined => {
  const expression = sort === undefined ? undefined : sorts[sort.name];
  return expression === undefined ? undefined : sql`${expression} ${sql.raw(sort?.isDescending === true ? 'desc' : 'asc')}`;
};

type Counts = Readonly<Record<string, number>>;

/** Counts rows once per content revision. The key identifies the list and its conditions. */
export const readCounts = createRevisionCache<Counts & { readonly all: number }>();

/** Counts all rows of a query and the rows that match each condition. */
export const countRows = async <DB, Table extends keyof DB>(
  query: SelectQueryBuilder<DB, Table, object>,
  conditions: Readonly<Record<string, RawBuilder<SqlBool>>> = {},
): Promise<Counts & { readonly all: number }> => {
  const groups = Object.entries(conditions).map(([name, condition]) => sql<number | string | null>`sum(case when ${condition} then 1 else 0 end)`.as(name));
  const row: Readonly<Record<string, unknown>> = await query.select([sql<number | string>`count(*)`.as('all'), ...groups]).executeTakeFirstOrThrow();
  const counts = Object.fromEntries(Object.entries(row).map(([name, count]) => [name, Number(count ?? 0)]));
  return { ...counts, all: counts.all ?? 0 };
};

export const countSql = async (db: Database, from: RawBuilder<unknown>): Promise<number> => {
  const { rows } = await sql<{ total: number | string }>`select count(*) as total from ${from}`.execute(db);
  return Number(rows[0]?.total ?? 0);
};

/** Builds a page. Counts rows only if the caller requested a single page. */
export const toPage = async <Row>(
  rows: readonly Row[],
  { limit, offset, hasCounts, isLimitImplied = false }: PageRequest,
  count: () => Promise<number>,
  getCounts: () => Promise<Counts>,
): Promise<Page<Row>> => {
  if (limit === undefined || (isLimitImplied && offset === 0 && rows.length < limit)) return new Page(rows);
  return new Page(rows, { offset, total: await count(), ...(hasCounts && { counts: await getCounts() }) });
};

/** Maximum length of a list that is kept in memory. A longer list is read, mapped and sent in batches. */
const MAX_ROWS_IN_MEMORY = 200;
const BATCH_ROWS = 20;

/**
 * Reads the ids that a query selects, in its order. SQLite returns them as one text: 50,000 take it 7 ms, during which it blocks the provider, and 33 ms as
 * rows (2026-12-03).
 */
export const readIds = async <DB, Table extends keyof DB>(db: Database, ids: SelectQueryBuilder<DB, Table, { id: string }>): Promise<readonly string[]> => {
  if (!isEmbedded(db)) return (await ids.execute()).map(({ id }) => id);
  const { rows } = await sql<{ ids: string | null }>`select group_concat(id) as ids from ${ids}`.execute(db);
  return rows[0]?.ids?.split(',') ?? [];
};

interface ListQueries<Row> {
  readonly findIds: (limit: number) => Promise<readonly string[]>;
  /** May return rows in any order, and may omit rows that are no longer visible to the caller. */
  readonly findRows: (ids: readonly string[]) => Promise<readonly Row[]>;
  readonly count: () => Promise<number>;
  readonly getCounts: () => Promise<Counts>;
}

/**
 * Lists one page, or the complete list if the request has no limit. Reads the ids first, which fixes the order. While a long list is being sent, rows that
 * change are neither repeated nor moved, and rows that become invisible are omitted.
 */
export const listRows = async <Row extends { readonly id: string }>(
  request: PageRequest,
  { findIds, findRows, count, getCounts }: ListQueries<Row>,
): Promise<RowList<Row>> => {
  const read = async (batch: readonly string[]): Promise<Row[]> => {
    const rows = new Map((batch.length === 0 ? [] : await findRows(batch)).map((row) => [row.id, row]));
    return batch.flatMap((id) => rows.get(id) ?? []);
  };
  const first = await findIds(request.limit ?? MAX_ROWS_IN_MEMORY + 1);
  if (request.limit !== undefined || first.length <= MAX_ROWS_IN_MEMORY) return toPage(await read(first), request, count, getCounts);
  return new LongList(async function* () {
    const ids = await findIds(ALL_ROWS);
    for (let start = 0; start < ids.length; start += BATCH_ROWS) yield await read(ids.slice(start, start + BATCH_ROWS));
  });
};

export const paginateRows = async <Row>(
  rows: readonly Row[],
  request: PageRequest,
  options: {
    readonly getTitle: (row: Row) => string;
    readonly getTexts: (row: Row) => readonly string[];
    readonly sorts: Readonly<Record<string, (row: Row) => string>>;
    readonly matches: (row: Row) => boolean;
  },
): Promise<Page<Row>> => {
  const { search, terms, sort, limit, offset } = request;
  const { getTitle, getTexts, sorts, matches } = options;
  const getKey = sort === undefined ? undefined : sorts[sort.name];
  const matchingRows = rows.filter((row) => {
    const text = foldText(getTexts(row).join('\n'));
    return matches(row) && foldText(getTitle(row)).includes(search) && terms.every((term) => text.includes(term));
  });
  if (getKey !== undefined) {
    const sign = sort?.isDescending === true ? -1 : 1;
    matchingRows.sort((a, b) => (getKey(a) < getKey(b) ? -sign : getKey(a) > getKey(b) ? sign : 0));
  }
  return toPage(
    limit === undefined ? matchingRows : matchingRows.slice(offset, offset + limit),
    request,
    async () => matchingRows.length,
    async () => ({ all: rows.length }),
  );
};
