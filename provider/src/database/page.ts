import type { ListQuery, PageInfo as PageRange } from '@site/shared/contracts/pagination';
import { foldText } from '@site/shared/domain/fold-text';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { UnauthorizedError } from '../domain/errors.ts';
import type { Staff } from '../domain/permissions.ts';
import { createPerRevision, type Visibility } from './per-revision.ts';
import type { Database } from './schema.ts';

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

/** A complete list that is too long to be in memory at once: read batch by batch, as fast as the client receives it. */
export class LongList<Item> {
  constructor(readonly readBatches: () => AsyncIterable<readonly Item[]>) {}

  map<Other>(change: (item: Item) => Other): LongList<Other> {
    const { readBatches } = this;
    return new LongList(async function* () {
      for await (const items of readBatches()) yield items.map(change);
    });
  }
}

/** Rows of a list, whatever its length. */
export interface RowList<Item> {
  map<Other>(change: (item: Item) => Other): Page<Other> | LongList<Other>;
}

interface SortRequest {
  readonly name: string;
  readonly isDescending: boolean;
}

/** Which rows of a list to read. */
export interface PageRequest {
  /** Without a session, only published rows are visible. */
  readonly visibility: Visibility;
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
  /** The caller asked for no limit: the response names its range only if rows are missing. */
  readonly isLimitImplied?: boolean;
}

/** Documents of a category, and those with a day from the first to the last one. */
export interface Narrowing {
  readonly inCategory?: string | undefined;
  /** YYYY-MM-DD, in Lagos. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export const isNarrowed = ({ inCategory, from, to }: Narrowing): boolean => inCategory !== undefined || from !== undefined || to !== undefined;

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

/** Of a list that only staff read, sent to a caller who asked for no limit. */
const STAFF_ROWS = 200;

/** For lists that only staff read: all texts are searched, and there is always a limit. */
export const toStaffPageRequest = (query: ParsedQuery, staff: Staff): PageRequest => ({
  ...toPageRequest({ ...query, scope: 'all' }, staff),
  limit: query.limit ?? STAFF_ROWS,
  isLimitImplied: query.limit === undefined,
});

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

/** Counts rows once per content revision. The key names the list and its conditions. */
export const readCounts = createPerRevision<Counts & { readonly all: number }>();

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

/** The number of rows of what follows `from`. */
export const countSql = async (db: Database, from: RawBuilder<unknown>): Promise<number> => {
  const { rows } = await sql<{ total: number | string }>`select count(*) as total from ${from}`.execute(db);
  return Number(rows[0]?.total ?? 0);
};

/** Counts only for a caller who asked for a page. */
export const toPage = async <Row>(
  rows: readonly Row[],
  { limit, offset, hasCounts, isLimitImplied = false }: PageRequest,
  count: () => Promise<number>,
  getCounts: () => Promise<Counts>,
): Promise<Page<Row>> => {
  if (limit === undefined || (isLimitImplied && offset === 0 && rows.length < limit)) return new Page(rows);
  return new Page(rows, { offset, total: await count(), ...(hasCounts && { counts: await getCounts() }) });
};

/** Rows of a list that is in memory at once; those of a longer one are read, mapped and sent in batches. */
const SHORT_LIST_ROWS = 200;
const BATCH_ROWS = 20;

interface ListQueries<Row> {
  /** The ids of the rows of the request, in its order, up to a number of rows. */
  readonly findIds: (limit: number) => Promise<readonly string[]>;
  /** The rows with these ids that the caller may (still) see, in any order. */
  readonly findRows: (ids: readonly string[]) => Promise<readonly Row[]>;
  readonly count: () => Promise<number>;
  readonly getCounts: () => Promise<Counts>;
}

/**
 * One page, or the complete list if the request has no limit. The order is that of the ids, which are read first: rows that change while a long list is sent are
 * neither repeated nor moved, and those that are no longer visible are omitted.
 */
export const listRows = async <Row extends { readonly id: string }>(
  request: PageRequest,
  { findIds, findRows, count, getCounts }: ListQueries<Row>,
): Promise<RowList<Row>> => {
  const read = async (batch: readonly string[]): Promise<Row[]> => {
    const rows = new Map((batch.length === 0 ? [] : await findRows(batch)).map((row) => [row.id, row]));
    return batch.flatMap((id) => rows.get(id) ?? []);
  };
  const first = await findIds(request.limit ?? SHORT_LIST_ROWS + 1);
  if (request.limit !== undefined || first.length <= SHORT_LIST_ROWS) return toPage(await read(first), request, count, getCounts);
  return new LongList(async function* () {
    const ids = await findIds(ALL_ROWS);
    for (let start = 0; start < ids.length; start += BATCH_ROWS) yield await read(ids.slice(start, start + BATCH_ROWS));
  });
};

/** The same for a list that is short enough to be searched, sorted and paginated in memory. */
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
  const found = rows.filter((row) => {
    const text = foldText(getTexts(row).join('\n'));
    return matches(row) && foldText(getTitle(row)).includes(search) && terms.every((term) => text.includes(term));
  });
  if (getKey !== undefined) {
    const sign = sort?.isDescending === true ? -1 : 1;
    found.sort((one, other) => (getKey(one) < getKey(other) ? -sign : getKey(one) > getKey(other) ? sign : 0));
  }
  return toPage(
    limit === undefined ? found : found.slice(offset, offset + limit),
    request,
    async () => found.length,
    async () => ({ all: rows.length }),
  );
};
