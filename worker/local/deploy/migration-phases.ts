import { DatabaseSync } from 'node:sqlite';
import type { Migration } from '../migration/files.ts';

/** The migrations that are not applied yet, as file names in their order. */
export interface Phases {
  /** Applied before the new Worker answers. They only add, so the running Worker does not notice. */
  expand: string[];
  /** Applied after the new Worker answers all requests. They remove what only the old Worker needed. */
  contract: string[];
  /** Why the new Worker cannot be deployed with these migrations, as sentences. */
  problems: string[];
}

const IS_CONTRACT = /^\d+_contract-/;

/** Sorts the pending migrations. An empty database serves no Worker yet, so it gets every migration at once. */
export function phasesOf(migrations: Migration[], applied: ReadonlySet<string>): Phases {
  const pending = migrations.filter(({ name }) => !applied.has(name));
  if (applied.size === 0) return { expand: pending.map(({ name }) => name), contract: [], problems: [] };
  const [contract, expand] = [pending.filter(isContract), pending.filter((each) => !isContract(each))];
  const there = migrations.filter(({ name }) => applied.has(name));
  const removed = expand.flatMap((each, at) => removedBy(each, [...there, ...expand.slice(0, at)]));
  const disorder = orderProblem([...there, ...expand, ...contract], [...there, ...pending]);
  return {
    expand: expand.map(({ name }) => name),
    contract: contract.map(({ name }) => name),
    problems: [...removed, ...disorder],
  };
}

const isContract = ({ name }: Migration): boolean => IS_CONTRACT.test(name);

function removedBy(migration: Migration, before: Migration[]): string[] {
  const [had, has] = [columnsAfter(before), columnsAfter([...before, migration])];
  if (!had || !has) return [];
  const mend = 'Deploy without it first, and name the migration contract-….';
  const removed = [...had].filter((column) => !has.has(column));
  return removed.map((what) => `${migration.name} removes ${what}, which the running Worker may use. ${mend}`);
}

/** Compares two orders of the migrations. In `late`, the removing migrations come last. */
function orderProblem(late: Migration[], inOrder: Migration[]): string[] {
  const [one, other] = [columnsAfter(late), columnsAfter(inOrder)];
  const isSame = one && other && one.size === other.size && [...one].every((column) => other.has(column));
  return isSame ? [] : ['A migration depends on one named contract-…. Deploy them in two releases.'];
}

/** Returns every `table.column` after these migrations, or null if they cannot run. */
function columnsAfter(migrations: Migration[]): Set<string> | null {
  const query = `select m.name || '.' || p.name as name from sqlite_schema m, pragma_table_info(m.name) p
    where m.type in ('table', 'view')`;
  const db = new DatabaseSync(':memory:', { enableForeignKeyConstraints: false });
  try {
    for (const { sql } of migrations) db.exec(sql);
    const rows = db.prepare(query).all();
    return new Set(rows.map(({ name }) => String(name)));
  } catch {
    return null;
  } finally {
    db.close();
  }
}
