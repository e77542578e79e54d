/**
 * The start of a text that a spreadsheet reads as a formula. It may follow blanks, and includes full-width forms,
 * because some spreadsheets convert them.
 */
const FORMULA = /^[\s\u00a0\ufeff]*[=+\-@|%＝＋－＠]/u;
const CONTROL = /^[\t\r\n]/;

/** Returns one line of a CSV file (RFC 4180). Every cell is quoted, and no cell can run as a formula. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  const isUnsafe = typeof value === 'string' && (FORMULA.test(text) || CONTROL.test(text));
  return `"${(isUnsafe ? `'${text}` : text).replaceAll('"', '""')}"`;
}
