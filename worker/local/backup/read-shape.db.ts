import type { Database } from './places.ts';

export interface Made {
  type: string;
  name: string;
  sql: string;
}

/** A foreign key. Each pair is a column of this table and the column of the parent to which it refers. */
export interface Reference {
  parent: string;
  pairs: [own: string, theirs: string][];
}

export interface TableShape {
  name: string;
  columns: string[];
  references: Reference[];
}

export interface Shape {
  /** The statements that create everything: tables first, parents before children, triggers last. */
  schema: Made[];
  tables: TableShape[];
}

const OWN = `m.name not glob 'sqlite_*' and m.name not glob '_cf_*' and not exists (select 1 from sqlite_master i
  where i.sql like 'create virtual table%' and m.type = 'table' and m.name glob i.name || '_*')`;

/** SQL that lists everything in a database except the internal tables of SQLite, D1 and search indexes. */
export const SCHEMA = `select type, name, sql from sqlite_master m where sql is not null and ${OWN} order by name`;

const ofTables = (pragma: string, columns: string) =>
  `select m.name, ${columns} from sqlite_master m join ${pragma}(m.name) p where m.type = 'table' and ${OWN}`;
const COLUMNS = `${ofTables('pragma_table_info', 'p.name')} order by m.name, p.cid`;
const REFERENCES = `${ofTables('pragma_foreign_key_list', `p.id, p."table", p."from", coalesce(p."to", 'id')`)}
  order by m.name, p.id, p.seq`;

const isVirtual = ({ sql }: Made) => /^create virtual table/i.test(sql);
export const isTable = (made: Made) => made.type === 'table' && !isVirtual(made);

/** Created after the tables, in this order. Triggers come last, so that restored rows do not fire them. */
const ORDER = [
  ({ type }: Made) => type === 'index',
  isVirtual,
  ({ type }: Made) => type === 'view',
  ({ type }: Made) => type === 'trigger',
] as const;

export async function readShape(database: Database): Promise<Shape> {
  const rows = await database.prepare(SCHEMA).raw<[string, string, string]>();
  const all = rows.map(([type, name, sql]) => ({ type, name, sql }));
  const columns = Map.groupBy(await database.prepare(COLUMNS).raw<[string, string]>(), ([table]) => table);
  const keys = await database.prepare(REFERENCES).raw<[string, number, string, string, string]>();
  const references = Map.groupBy(keys, ([table]) => table);
  const tables = all.filter(isTable).map(({ name }) => ({
    name,
    columns: (columns.get(name) ?? []).map(([, column]) => column),
    references: [...Map.groupBy(references.get(name) ?? [], ([, id]) => id).values()].map((pairs) => ({
      parent: pairs[0]![2],
      pairs: pairs.map(([, , , own, theirs]): [string, string] => [own, theirs]),
    })),
  }));
  const ordered = parentsFirst(tables);
  const made = new Map(all.map((each) => [each.name, each]));
  return {
    tables: ordered,
    schema: [...ordered.map(({ name }) => made.get(name)!), ...ORDER.flatMap((fits) => all.filter(fits))],
  };
}

function parentsFirst(tables: readonly TableShape[]): TableShape[] {
  const ordered = new Set<TableShape>();
  const add = (table: TableShape, waiting: ReadonlySet<TableShape>): void => {
    for (const parent of tables) {
      const isParent = table.references.some((reference) => reference.parent === parent.name);
      if (isParent && !ordered.has(parent) && !waiting.has(parent)) add(parent, new Set([...waiting, parent]));
    }
    ordered.add(table);
  };
  for (const table of tables) add(table, new Set([table]));
  return [...ordered];
}
