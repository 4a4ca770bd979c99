import { type ContentField, type ContentKind, type ContentValues, checkContent, type FieldErrors } from '@site/shared/domain/content-kind';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import { sanitiseHtml } from './sanitise-html.ts';

type ColumnValue = string | number | null;
/** Stored values by the name of their column. */
export type Columns = Readonly<Record<string, ColumnValue>>;

/** The output of a kind's form schema; an absent field means that the stored value does not change. */
export type ContentForm = Readonly<Record<string, string | number | boolean | null | readonly string[] | undefined>>;

/** The column of every field; fields without one are mapped by functions. */
export type ColumnNames = Readonly<Record<string, string>>;

const toColumnValue = (field: ContentField | undefined, value: NonNullable<ContentForm[string]> | null): ColumnValue => {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return field?.format === 'rich-text' ? sanitiseHtml(String(value)) : value;
};

/** The stored columns overwritten by the fields of the form. */
export const mergeColumns = ({ fields }: ContentKind, names: ColumnNames, form: ContentForm, stored: Columns): Columns =>
  Object.fromEntries(
    Object.entries(names).map(([name, column]) => {
      const value = form[name];
      return [column, value === undefined ? (stored[column] ?? '') : toColumnValue(fields[name], value)];
    }),
  );

const toContentValues = (names: ColumnNames, columns: Columns): ContentValues =>
  Object.fromEntries(Object.entries(names).map(([name, column]) => [name, String(columns[column] ?? '')]));

export interface ContentOutcome {
  readonly names: ColumnNames;
  /** The columns to be stored. */
  readonly columns: Columns;
  readonly status: PublicationStatus;
  readonly publishAt: string | null;
  readonly hasImage: boolean;
  readonly now: Date;
}

/** The rules of a kind (NS-05), applied to the columns to be stored. */
export const checkColumns = (kind: ContentKind, { names, columns, ...outcome }: ContentOutcome): FieldErrors =>
  checkContent(kind, { values: toContentValues(names, columns), ...outcome });
