/** No table holds binary values. */
export type Cell = string | number | null;

/** The first value of each row is its rowid, and `columns` names the others. */
export interface RowCopies {
  columns: string[];
  rows: Cell[][];
}

const quoted = (name: string) => `"${name}"`;

/** Names each column by its position, because the rowid can have the same name as another column. */
export const copiedColumns = (columns: readonly string[], of = ''): string =>
  ['rowid', ...columns.map(quoted)].map((column, at) => `${of}${column} as "${at}"`).join(', ');

/** The placeholder takes the last rowid already read. */
export const readCopies = ({ table, columns, limit }: { table: string; columns: readonly string[]; limit: number }) =>
  `select ${copiedColumns(columns)} from ${quoted(table)} where rowid > ? order by rowid limit ${limit}`;

/** The placeholder takes the rows as JSON. Use `replaces` only for a database without triggers. */
export function insertCopies({
  table,
  columns,
  replaces = false,
}: {
  table: string;
  columns: readonly string[];
  replaces?: boolean;
}): string {
  const cells = ['rowid', ...columns].map((_, at) => `json_extract(value, '$[${at}]')`);
  const rows = `(rowid, ${columns.map(quoted).join(', ')}) select ${cells.join(', ')} from json_each(?)`;
  return replaces ? `replace into ${quoted(table)} ${rows}` : `insert into ${quoted(table)} ${rows}`;
}
