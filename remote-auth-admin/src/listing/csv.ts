/** A cell that begins so would be run as a formula by a spreadsheet, some of which ignore spaces and read full-width signs like the others. */
const FORMULA_START = /^(?:\s*[=+\-@＝＋－＠]|[\t\r])/;

const cell = (text: string): string => `"${(FORMULA_START.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** A table as CSV (RFC 4180) that opens right in spreadsheets: every cell quoted, nothing run as a formula, and marked as UTF-8. */
export const toCsv = (rows: readonly (readonly string[])[]): string => `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;

/** Lets the browser save a text as a file. */
export const downloadText = (text: string, fileName: string, type: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
};
