/** `line` is counted from 1. */
interface CsvLine {
  line: number;
  cells: string[];
}

const CELL = /"((?:[^"]|"")*)"|([^",\r\n]*)/y;
/** The apostrophe that keeps a spreadsheet from running a cell as a formula. */
const GUARD = /^'(?=[\s\u00a0]*[=+\-@|%＝＋－＠\t\r\n])/u;

/** Reads CSV (RFC 4180) whose lines end with CRLF or LF. Skips empty lines, and removes the apostrophes of `GUARD`. */
export function readCsv(file: string): CsvLine[] | { line: number; problem: string } {
  const text = file.replace(/^\ufeff/, '');
  const lines: CsvLine[] = [];
  let [at, line, cells]: [number, number, string[]] = [0, 1, []];
  let startedAt = 1;
  while (at <= text.length) {
    CELL.lastIndex = at;
    const [whole = '', quoted, plain = ''] = CELL.exec(text) ?? [];
    if (text[at] === '"' && quoted === undefined) return { line, problem: 'A quotation mark isn’t closed.' };
    cells.push((quoted?.replaceAll('""', '"') ?? plain).replace(GUARD, ''));
    line += whole.split('\n').length - 1;
    at += whole.length;
    if (text[at] === ',') {
      at += 1;
      continue;
    }
    const [end] = /^(?:\r?\n|$)/.exec(text.slice(at, at + 2)) ?? [];
    if (end === undefined)
      return { line, problem: 'There’s a quotation mark inside a cell. Put the whole cell in quotation marks.' };
    if (cells.some((cell) => cell.trim() !== '')) lines.push({ line: startedAt, cells });
    line += 1;
    [cells, startedAt] = [[], line];
    at += end === '' ? 1 : end.length;
  }
  return lines;
}
