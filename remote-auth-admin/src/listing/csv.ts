/** Matches the start of a cell that a spreadsheet would run as a formula. Some spreadsheets ignore spaces and accept full-width signs. */
const FORMULA_START = /^(?:\s*[=+\-@＝＋－＠]|[\t\r])/;

const cell = (text: string): string => `"${(FORMULA_START.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** Converts a table to CSV (RFC 4180). Quotes every cell, neutralises formulas, and marks the file as UTF-8, so that spreadsheets open it correctly. */
export const toCsv = (rows: readonly (readonly string[])[]): string => `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;

/** Downloads text as a file. */
export const downloadText = (text: string, fileName: string, type: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
};
