/** A cell that begins so would be run as a formula by a spreadsheet. */
const FORMULA_START = /^[=+\-@\t\r]/;

const cell = (text: string): string => `"${(FORMULA_START.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** A table as CSV (RFC 4180) that opens right in spreadsheets: every cell quoted, nothing run as a formula, and marked as UTF-8. */
export const toCsv = (rows: readonly (readonly string[])[]): string => `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
