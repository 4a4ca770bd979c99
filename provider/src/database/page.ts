import type { ListQuery, PageInfo as PageRange } from '@site/shared/contracts/pagination';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import { UnauthorizedError } from '../domain/errors.ts';
import type { Staff } from '../domain/permissions.ts';
import { foldText } from '../domain/text.ts';

/** Rows of a list, and which part of the list they are; the range is null when the caller asked for the complete list. */
export class Page<Item> {
  constructor(
    readonly items: readonly Item[],
    readonly range: PageRange | null = null,
  ) {}

  map<Other>(change: (item: Item) => Other): Page<Other> {
    return new Page(this.items.map(change), this.range);
  }
}

/** Which rows of a list to read. */
export interface PageRequest {
  readonly status: PublicationStatus | 'all';
  /** Folded text that the title must contain; '' for any. */
  readonly search: string;
  readonly offset: number;
  readonly limit: number | undefined;
}

/** without a session only what is published is visible. */
export const toPageRequest = (query: ListQuery, staff: Staff | null): PageRequest => {
  if (query.status !== undefined && query.status !== 'published' && staff === null) throw new UnauthorizedError();
  return {
    status: staff === null ? 'published' : (query.status ?? 'all'),
    search: foldText(query.q ?? ''),
    offset: query.offset ?? query.cursor ?? 0,
    limit: query.limit,
  };
};

/** SQL has no offset without a limit: more rows than any list has. */
const ALL_ROWS = 10_000_000;

export const getSqlLimit = ({ limit }: PageRequest): number => limit ?? ALL_ROWS;

/** For `like … escape '\\'`. */
export const toLikePattern = (search: string): string => `%${search.replace(/[\\%_]/g, '\\$&')}%`;

/** Counts only for a caller who asked for a page. */
export const toPage = async <Row>(rows: readonly Row[], { limit, offset }: PageRequest, count: () => Promise<number>): Promise<Page<Row>> =>
  limit === undefined ? new Page(rows) : new Page(rows, { offset, total: await count() });
