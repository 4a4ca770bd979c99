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
  /** A time of day: its text never wraps either. */
  readonly isUnbroken?: true;
  /** Hidden where a table has little room. */
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
  /** Rows that it changes; the others of the selection stay as they are. */
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

/** What the rows of a list are called, and how they are told apart. */
export interface RowKind<Row> {
  readonly one: string;
  readonly many: string;
  readonly getId: (row: Row) => string;
}

/** How one kind of list is shown. */
export interface ListDefinition<Row> extends RowKind<Row> {
  /** What a screen reader calls the row. */
  readonly getName: (row: Row) => string;
  /** The first names the row. */
  readonly columns: readonly [ListColumn<Row>, ...ListColumn<Row>[]];
  readonly filters: readonly ListFilter[];
}

export const formatCount = ({ one, many }: Pick<RowKind<never>, 'one' | 'many'>, count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
