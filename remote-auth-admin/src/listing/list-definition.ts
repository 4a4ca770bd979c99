import type { ApiError } from '@site/shared/contracts/api-error';
import type { Result } from '@site/shared/domain/result';
import type { IconShape } from '@site/shared/ui/icon-shapes';
import type { ReactNode } from 'react';

export interface ListColumn<Row> {
  /** Its name in the address. */
  readonly key: string;
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  /** What its rows are ordered by; a column without it cannot be sorted. */
  readonly sortBy?: (row: Row) => string | number;
  /** A day: the first press on its header orders from the newest, and it is never broken. */
  readonly startsDown?: true;
  /** A time of day: never broken either. */
  readonly isUnbroken?: true;
  /** Left out where a table has little room. */
  readonly isMinor?: true;
}

export interface ListFilter<Row> {
  /** '' is the filter that shows everything. */
  readonly value: string;
  readonly label: string;
  readonly keeps: (row: Row) => boolean;
}

export interface BulkAction<Row> {
  readonly label: string;
  readonly icon: IconShape;
  /** Rows that it has something to do for; the others of the selection are left alone. */
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

/** What one kind of list is made of. */
export interface ListDefinition<Row> {
  readonly one: string;
  readonly many: string;
  readonly idOf: (row: Row) => string;
  /** What a screen reader calls the row. */
  readonly nameOf: (row: Row) => string;
  /** What the search looks through. */
  readonly wordsOf: (row: Row) => readonly string[];
  /** The first names the row. */
  readonly columns: readonly [ListColumn<Row>, ...ListColumn<Row>[]];
  readonly filters: readonly ListFilter<Row>[];
  /** How the rows stand until somebody presses a header. */
  readonly order: { readonly sort: string; readonly isDown: boolean };
}

export const countOf = ({ one, many }: Pick<ListDefinition<never>, 'one' | 'many'>, count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
