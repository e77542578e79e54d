import { DatabaseSync } from 'node:sqlite';
import type { Cell } from '../../http/database/row-copies.ts';
import type { DatabaseStatement, Scratch } from './places.ts';

/** Opens a scratch database in a temporary file that nobody else can open. Closing the database deletes the file. */
export function openScratch(): Scratch {
  const db = new DatabaseSync('', { enableForeignKeyConstraints: false });
  const statements = new WeakMap<DatabaseStatement, () => Record<string, Cell>[]>();
  const statement = (sql: string, values: Cell[] = []): DatabaseStatement => {
    const made: DatabaseStatement = {
      bind: (...bound) => statement(sql, bound),
      raw: async <Row>() => {
        const prepared = db.prepare(sql);
        prepared.setReturnArrays(true);
        return prepared.all(...values) as Row[];
      },
      run: async () => db.prepare(sql).run(...values),
    };
    // Every value is a `Cell`, because no table holds binary values or large integers.
    statements.set(made, () => db.prepare(sql).all(...values) as Record<string, Cell>[]);
    return made;
  };
  return {
    prepare: statement,
    batch: async (all) => all.map((each) => ({ results: statements.get(each)!() })),
    run: async (script) => db.exec(script),
    close: async () => db.close(),
  };
}
