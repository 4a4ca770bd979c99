import type { ApiError } from '@site/shared/contracts/api-error';
import type { Result } from '@site/shared/domain/result';
import type { IconShape } from '@site/shared/ui/icon-shapes';
import type { ReactNode } from 'react';

export interface ListColumn<Row> {
  /** Its name in the address; the list's source says which columns can be sorted. */
  readonly key: string;
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  /** A date: the first press on its header sorts newest first, and its text never wraps. */
  readonly isDate?: true;
  /** What its two orders are called, where "A to Z" and "oldest first" are not: by rank. */
  readonly orders?: readonly [ascending: string, descending: string];
  /** A time of day, or a state: its text never wraps either. */
  readonly isUnbroken?: true;
  /** It may have an email address, which breaks anywhere: the table is no wider than a tablet. */
  readonly hasAddress?: true;
  /** Hidden in narrow tables. */
  readonly isMinor?: true;
}

export interface ListFilter {
  /** In the address; '' is the filter that shows everything. */
  readonly value: string;
  readonly label: string;
}

export interface BulkAction<Row> {
  readonly label: string;
  readonly icon: IconShape;
  /** Whether the action applies to a row; other selected rows do not change. */
  readonly appliesTo: (row: Row) => boolean;
  readonly run: (row: Row) => Promise<Result<unknown, ApiError>>;
  /** "3 posts published". */
  readonly done: (count: number) => string;
}

export interface Removal<Row> {
  readonly appliesTo: (row: Row) => boolean;
  readonly run: (row: Row) => Promise<Result<unknown, ApiError>>;
  readonly restore: (row: Row) => Promise<Result<unknown, ApiError>>;
}

/** A list that can be limited to a category and to some days. */
export interface ListNarrowing {
  readonly topics: 'posts' | 'events';
  /** The labels of the first and of the last day. */
  readonly days: readonly [since: string, until: string];
}

/** The names and the ids of a list's rows. */
export interface RowKind<Row> {
  readonly one: string;
  readonly many: string;
  readonly getId: (row: Row) => string;
}

/** The presentation of one kind of list. */
export interface ListDefinition<Row> extends RowKind<Row> {
  /** What a screen reader calls the row. */
  readonly getName: (row: Row) => string;
  /** The first names the row. */
  readonly columns: readonly [ListColumn<Row>, ...ListColumn<Row>[]];
  readonly filters: readonly ListFilter[];
  readonly narrowing?: ListNarrowing;
  /** Kinds of rows, one of which can be chosen together with a filter. */
  readonly kinds?: readonly ListFilter[];
}

export const formatCount = ({ one, many }: Pick<RowKind<never>, 'one' | 'many'>, count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
