const VALUE_LIMIT = 2000;
/** Columns that are derived from other columns or record when a row was written. */
const IGNORED_COLUMNS = ['search_text', 'search_key', 'search_body', 'derived_from', 'updated_at', 'created_at', 'decided_at'];
/** Columns whose values are hidden. `q` is a search query, which often contains part of a name that an erasure could not find. */
const SECRET_COLUMN = /hash|secret|token|salt|_key$|credential|password|^q$/;

type Row = Readonly<Record<string, unknown>>;
export type AuditValues = Record<string, string>;

export const toAuditText = (column: string, value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (SECRET_COLUMN.test(column)) return '(hidden)';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.length > VALUE_LIMIT ? `${text.slice(0, VALUE_LIMIT)}…` : text;
};

export const listChanges = (before: Row, after: Row): { readonly fields: string[]; readonly before: AuditValues; readonly after: AuditValues } => {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (column) => !IGNORED_COLUMNS.includes(column) && (before[column] ?? null) !== (after[column] ?? null),
  );
  const pick = (row: Row): AuditValues =>
    Object.fromEntries(fields.filter((column) => toAuditText(column, row[column]) !== '').map((column) => [column, toAuditText(column, row[column])]));
  return { fields, before: pick(before), after: pick(after) };
};
