import { COPIED_ROWS, ROOM_TABLES, type RoomRefill, type RoomTable } from '../contract/staff/room-copies.ts';
import { log, traceOf } from '../http/log.ts';
import { type Cell, insertCopies, readCopies, type RowCopies } from '../http/database/row-copies.ts';

/** Rows of one table. `next` is where the next page starts, or null on the last page, which has no rows. */
export interface RoomPage extends RowCopies {
  table: RoomTable;
  next: { table: RoomTable; after: number } | null;
}

export function copyRows(sql: SqlStorage, from: { table: RoomTable; after: number }): RoomPage {
  const tables = ROOM_TABLES.slice(ROOM_TABLES.indexOf(from.table));
  for (const [at, table] of tables.entries()) {
    const columns = columnsOf(sql, table);
    const after = at === 0 ? from.after : 0;
    const rows = [
      ...sql
        .exec<Record<string, SqlStorageValue>>(readCopies({ table, columns, limit: COPIED_ROWS }), after)
        .raw<Cell[]>(),
    ];
    if (rows.length > 0) return { table, columns, rows, next: { table, after: Number(rows.at(-1)![0]) } };
  }
  return { table: from.table, columns: [], rows: [], next: null };
}

/** Inserts all rows with their rowids, or none. Returns false if the table refuses the rows. */
export function refillRows(storage: DurableObjectStorage, { begins, table, columns, rows }: RoomRefill): boolean {
  try {
    storage.transactionSync(() => {
      const { sql } = storage;
      if (begins) for (const each of ROOM_TABLES) sql.exec(`delete from "${each}"`);
      if (rows.length > 0) sql.exec(insertCopies({ table, columns }), JSON.stringify(rows));
    });
    return true;
  } catch (error) {
    log('warn', 'rows of a backup were not restored', { table, error: traceOf(error) });
    return false;
  }
}

const columnsOf = (sql: SqlStorage, table: string) =>
  [...sql.exec<{ name: string }>('select name from pragma_table_info(?) order by cid', table)].map(({ name }) => name);
