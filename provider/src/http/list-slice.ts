import type { ListQuery, Page } from '@site/shared/contracts/pagination';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import type { Staff } from '../auth/staff.ts';
import { foldWords } from '../database/derived-columns.ts';
import { unauthorized } from './refusal.ts';

/** Rows of a list, and which part of it they are; null for a list that nobody asked to cut. */
export class ListSlice<Item> {
  constructor(
    readonly items: readonly Item[],
    readonly page: Page | null = null,
  ) {}

  map<Other>(change: (item: Item) => Other): ListSlice<Other> {
    return new ListSlice(this.items.map(change), this.page);
  }
}

/** Everything that a list's query says about which rows come back. */
export interface ListWindow {
  readonly status: PublicationStatus | 'all';
  /** Folded words that the title must hold; '' for any. */
  readonly words: string;
  readonly offset: number;
  readonly limit: number | undefined;
}

/** without a session there is nothing but what is published. */
export const toWindow = (query: ListQuery, staff: Staff | null): ListWindow => {
  if (query.status !== undefined && query.status !== 'published' && staff === null) throw unauthorized();
  return {
    status: staff === null ? 'published' : (query.status ?? 'all'),
    words: foldWords(query.q ?? ''),
    offset: query.offset ?? query.cursor ?? 0,
    limit: query.limit,
  };
};

/** More rows than any list has: SQL knows no offset without a limit. */
const ALL_ROWS = 10_000_000;

export const sqlLimit = ({ limit }: ListWindow): number => limit ?? ALL_ROWS;

/** The pattern of `like` for text that holds the words; its escape character is a backslash. */
export const likePattern = (words: string): string => `%${words.replace(/[\\%_]/g, '\\$&')}%`;

/** Counts only where the caller wants to know. */
export const toSlice = async <Row>(rows: readonly Row[], { limit, offset }: ListWindow, count: () => Promise<number>): Promise<ListSlice<Row>> =>
  limit === undefined ? new ListSlice(rows) : new ListSlice(rows, { offset, total: await count() });
