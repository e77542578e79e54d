/** A value of a copied row. No table holds binary values. */
export type Cell = string | number | null;

/** Rows of one table as a backup holds them. The first value of each row is its rowid; `columns` names the others. */
export interface RowCopies {
  columns: string[];
  rows: Cell[][];
}

const quoted = (name: string) => `"${name}"`;

/** The statement that reads up to `limit` rows after a rowid, in order: it has one placeholder for the rowid. */
export const readCopies = ({ table, columns, limit }: { table: string; columns: readonly string[]; limit: number }) =>
  `select rowid, ${columns.map(quoted).join(', ')} from ${quoted(table)} where rowid > ? order by rowid limit ${limit}`;

/** The statement that puts rows back under their rowids: it has one placeholder, for the rows as JSON. */
export function insertCopies({ table, columns }: { table: string; columns: readonly string[] }): string {
  const cells = ['rowid', ...columns].map((_, at) => `json_extract(value, '$[${at}]')`);
  return `insert into ${quoted(table)} (rowid, ${columns.map(quoted).join(', ')}) select ${cells.join(', ')}
    from json_each(?)`;
}
