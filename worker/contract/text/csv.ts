/** Spreadsheets read a text that begins with one of these characters as a formula. Some accept full-width ones too. */
const FORMULA = /^[\s\u00a0\ufeff]*[=+\-@|%＝＋－＠]/u;
const CONTROL = /^[\t\r\n]/;

/** Returns one line of CSV (RFC 4180). Every cell is quoted, and no cell can run as a formula. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  const isUnsafe = typeof value === 'string' && (FORMULA.test(text) || CONTROL.test(text));
  return `"${(isUnsafe ? `'${text}` : text).replaceAll('"', '""')}"`;
}
