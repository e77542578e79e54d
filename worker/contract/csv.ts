/** What a spreadsheet takes for a formula, behind any blanks; full-width forms count, some spreadsheets fold them. */
const FORMULA = /^[\s\u00a0\ufeff]*[=+\-@|%＝＋－＠]/u;
const CONTROL = /^[\t\r\n]/;

/** One line of a CSV file (RFC 4180): every cell quoted, and none that a spreadsheet would run as a formula. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  const isUnsafe = typeof value === 'string' && (FORMULA.test(text) || CONTROL.test(text));
  return `"${(isUnsafe ? `'${text}` : text).replaceAll('"', '""')}"`;
}
