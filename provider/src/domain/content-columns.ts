import { type ContentField, type ContentFields, type ContentKind, type ContentValues, checkContent, type FieldErrors } from '@site/shared/domain/content-kind';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import { isMarkup } from '@site/shared/domain/strip-markup';
import { sanitiseHtml } from './sanitise-html.ts';
import { getLead } from './text.ts';

type ColumnValue = string | number | null;
/** Stored values by column name. */
export type Columns = Readonly<Record<string, ColumnValue>>;

/** The output of a kind's form schema. An absent field leaves the stored value unchanged. */
export type ContentForm = Readonly<Record<string, string | number | boolean | null | readonly string[] | Readonly<Record<string, string>> | undefined>>;

/** The column of every field. Functions map the fields without a column. */
export type ColumnNames = Readonly<Record<string, string>>;

type SnakeCase<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Tail>}`
  : '';

type StoredValue<Field> = Field extends { readonly format: 'number' } ? number | null : string;

/** A row that stores every field in the column of its name in snake case, for example `endTime` in `end_time`. */
export type FieldColumns<Fields extends ContentFields> = { readonly [Name in keyof Fields & string as SnakeCase<Name>]: StoredValue<Fields[Name]> };
type StoredFields<Fields extends ContentFields> = { readonly [Name in keyof Fields]: StoredValue<Fields[Name]> };

const toColumnName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns the columns of a kind whose rows are `FieldColumns`. */
export const getColumnNames = ({ fields, image }: ContentKind): ColumnNames => ({
  ...Object.fromEntries(Object.keys(fields).map((name) => [name, toColumnName(name)])),
  [image.altField]: 'picture_alt',
});

/** Creates a function that reads the fields of a kind's rows by the contract's names. It is created once for each kind, because lists read many rows. */
export const createFieldReader = <Fields extends ContentFields>({ fields }: ContentKind<Fields>) => {
  const columnNames = Object.keys(fields).map((name) => [name, toColumnName(name)] as const);
  return (row: FieldColumns<Fields>): StoredFields<Fields> => {
    const columns: Readonly<Record<string, unknown>> = row;
    // Computed keys lose their names in the type; `FieldColumns` has the type of each value.
    return Object.fromEntries(columnNames.map(([name, column]) => [name, columns[column]])) as StoredFields<Fields>;
  };
};

/** Creates a function that returns the shortened fields of a row for the summaries of a list. */
export const createSummary = ({ fields }: ContentKind) => {
  const shortened = Object.entries(fields).flatMap(([name, { inSummary }]) =>
    inSummary === undefined ? [] : [[name, toColumnName(name), inSummary] as const],
  );
  return (row: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
    Object.fromEntries(shortened.map(([name, column, part]) => [name, part === 'beginning' ? getLead(String(row[column] ?? '')) : '']));
};

const toColumnValue = (field: ContentField | undefined, value: NonNullable<ContentForm[string]> | null): ColumnValue => {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  if (field?.format !== 'rich-text') return value;
  const text = String(value);
  return field.acceptsPlainText === true && !isMarkup(text) ? text.replace(/\r\n?/g, '\n').trim() : sanitiseHtml(text);
};

const getEmptyValue = (field: ContentField | undefined): ColumnValue => (field?.format === 'number' ? null : '');

/** Returns the stored columns, overwritten by the fields of the form. */
export const mergeColumns = ({ fields }: ContentKind, names: ColumnNames, form: ContentForm, stored: Columns): Columns =>
  Object.fromEntries(
    Object.entries(names).map(([name, column]) => {
      const value = form[name];
      return [column, value === undefined ? (stored[column] ?? getEmptyValue(fields[name])) : toColumnValue(fields[name], value)];
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
  readonly unpublishAt?: string | null;
  readonly hasImage: boolean;
  readonly isDecorative: boolean;
  readonly now: Date;
}

/** Applies the rules of a kind (NS-05) to the columns to be stored. */
export const checkColumns = (kind: ContentKind, { names, columns, ...outcome }: ContentOutcome): FieldErrors =>
  checkContent(kind, { values: toContentValues(names, columns), ...outcome });
