import { type ContentField, type ContentFields, type ContentKind, type ContentValues, checkContent, type FieldErrors } from '@site/shared/domain/content-kind';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import { isMarkup } from '@site/shared/domain/strip-markup';
import { sanitiseHtml } from './sanitise-html.ts';
import { getLead } from './text.ts';

type ColumnValue = string | number | null;
export type Columns = Readonly<Record<string, ColumnValue>>;

/** Output of a kind's form schema. If a field is absent, the stored value does not change. */
export type ContentForm = Readonly<Record<string, string | number | boolean | null | readonly string[] | Readonly<Record<string, string>> | undefined>>;

/** Column names, keyed by field name. Fields without a column are converted by functions. */
export type ColumnNames = Readonly<Record<string, string>>;

type SnakeCase<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Tail>}`
  : '';

type StoredValue<Field> = Field extends { readonly format: 'number' } ? number | null : string;

/** A row with one column per field, named in snake case: `endTime` is stored in `end_time`. */
export type FieldColumns<Fields extends ContentFields> = { readonly [Name in keyof Fields & string as SnakeCase<Name>]: StoredValue<Fields[Name]> };
type StoredFields<Fields extends ContentFields> = { readonly [Name in keyof Fields]: StoredValue<Fields[Name]> };

const toColumnName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns a row that contains the values in columns named in snake case. */
export const toRow = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [toColumnName(name), value])) as {
    readonly [Name in keyof Values & string as SnakeCase<Name>]: Values[Name];
  };

export const getColumnNames = ({ fields, image }: ContentKind): ColumnNames => ({
  ...Object.fromEntries(Object.keys(fields).map((name) => [name, toColumnName(name)])),
  [image.altField]: 'picture_alt',
});

/** Creates a function that reads a row's fields by their contract names. Create only one per kind, because lists read many rows. */
export const createFieldReader = <Fields extends ContentFields>({ fields }: ContentKind<Fields>) => {
  const columnNames = Object.keys(fields).map((name) => [name, toColumnName(name)] as const);
  return (row: FieldColumns<Fields>): StoredFields<Fields> => {
    const columns: Readonly<Record<string, unknown>> = row;
    // TypeScript infers too general a type for computed keys; `FieldColumns` has the type of each value.
    return Object.fromEntries(columnNames.map(([name, column]) => [name, columns[column]])) as StoredFields<Fields>;
  };
};

/** Creates a function that returns the shortened fields of a row for list summaries. */
export const createSummary = ({ fields }: ContentKind) => {
  const summaryFields = Object.entries(fields).flatMap(([name, { inSummary }]) =>
    inSummary === undefined ? [] : [[name, toColumnName(name), inSummary] as const],
  );
  return (row: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
    Object.fromEntries(summaryFields.map(([name, column, part]) => [name, part === 'beginning' ? getLead(String(row[column] ?? '')) : '']));
};

const toColumnValue = (field: ContentField | undefined, value: NonNullable<ContentForm[string]> | null): ColumnValue => {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  if (field?.format !== 'rich-text') return value;
  const text = String(value);
  return field.acceptsPlainText === true && !isMarkup(text) ? text.replace(/\r\n?/g, '\n').trim() : sanitiseHtml(text);
};

const getEmptyValue = (field: ContentField | undefined): ColumnValue => (field?.format === 'number' ? null : '');

export const mergeColumns = ({ fields }: ContentKind, names: ColumnNames, form: ContentForm, storedColumns: Columns): Columns =>
  Object.fromEntries(
    Object.entries(names).map(([name, column]) => {
      const value = form[name];
      return [column, value === undefined ? (storedColumns[column] ?? getEmptyValue(fields[name])) : toColumnValue(fields[name], value)];
    }),
  );

const toContentValues = (names: ColumnNames, columns: Columns): ContentValues =>
  Object.fromEntries(Object.entries(names).map(([name, column]) => [name, String(columns[column] ?? '')]));

export interface ContentOutcome {
  readonly names: ColumnNames;
  readonly columns: Columns;
  readonly status: PublicationStatus;
  readonly publishAt: string | null;
  readonly unpublishAt?: string | null;
  readonly hasImage: boolean;
  readonly isDecorative: boolean;
  readonly now: Date;
}

export const checkColumns = (kind: ContentKind, { names, columns, ...outcome }: ContentOutcome): FieldErrors =>
  checkContent(kind, { values: toContentValues(names, columns), ...outcome });
