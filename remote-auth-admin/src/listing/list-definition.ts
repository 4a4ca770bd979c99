import type { ApiError } from '@site/shared/contracts/api-error';
import type { Result } from '@site/shared/domain/result';
import type { IconShape } from '@site/shared/ui/icon-shapes';
import type { ReactNode } from 'react';

export interface ListColumn<Row> {
  /** Name of the column in the URL. `ListSource` decides which columns are sortable. */
  readonly key: string;
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  /** Whether the column contains dates, which never wrap. The first click on its header sorts newest first. */
  readonly isDate?: true;
  /** Labels of the two sort orders, if neither "A to Z" nor "oldest first" fits, for example for roles. */
  readonly orders?: readonly [ascending: string, descending: string];
  /** Whether the column's text, for example a time or a status, never wraps. */
  readonly isNonWrapping?: true;
  /** Whether the column may contain an email address, which may break anywhere, so that the table fits on a tablet. */
  readonly hasEmail?: true;
  /** Whether the column is hidden in narrow tables. */
  readonly isSecondary?: true;
}

export interface ListFilter {
  /** Value in the URL; '' shows everything. */
  readonly value: string;
  readonly label: string;
}

export interface BulkAction<Row> {
  readonly label: string;
  readonly icon: IconShape;
  /** Whether the action applies to a row. Selected rows to which it does not apply stay unchanged. */
  readonly appliesTo: (row: Row) => boolean;
  readonly run: (row: Row) => Promise<Result<unknown, ApiError>>;
  /** Returns the message, for example "3 posts published". */
  readonly done: (count: number) => string;
}

export interface Removal<Row> {
  readonly appliesTo: (row: Row) => boolean;
  readonly run: (row: Row) => Promise<Result<unknown, ApiError>>;
  readonly restore: (row: Row) => Promise<Result<unknown, ApiError>>;
}

/** Settings of a list that can be limited to a category and a period. */
export interface ListNarrowing {
  readonly topics: 'posts' | 'events';
  /** Labels of the fields for the first day and the last day. */
  readonly days: readonly [since: string, until: string];
}

/** The singular and plural names of a list's rows, and their ids. */
export interface RowKind<Row> {
  readonly one: string;
  readonly many: string;
  readonly getId: (row: Row) => string;
}

/** Defines how a list is displayed. */
export interface ListDefinition<Row> extends RowKind<Row> {
  /** Returns the row's name for screen readers. */
  readonly getName: (row: Row) => string;
  /** The first column identifies the row. */
  readonly columns: readonly [ListColumn<Row>, ...ListColumn<Row>[]];
  readonly filters: readonly ListFilter[];
  readonly narrowing?: ListNarrowing;
  /** Kinds of rows. Users can choose one in addition to a filter. */
  readonly kinds?: readonly ListFilter[];
}

export const formatCount = ({ one, many }: Pick<RowKind<never>, 'one' | 'many'>, count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
