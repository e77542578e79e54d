import { DatabaseSync } from 'node:sqlite';

export interface Migration {
  /** The name of its file. */
  name: string;
  sql: string;
}

/** Migrations that are not applied yet. Each list has the names of files in their order. */
export interface Phases {
  /** Before the new Worker answers: they only add, so the Worker that runs does not notice. */
  expand: string[];
  /** After the new Worker answers everything: what only the Worker before it needed goes. */
  contract: string[];
  /** Why the new Worker cannot be deployed with these migrations, as sentences. */
  problems: string[];
}

const IS_CONTRACT = /^\d+_contract-/;

/**
 * Sorts the migrations that a database lacks. `applied` names those that it has; a database without any has no Worker
 * that could miss something, so everything is applied at once. All migrations are run in memory to see what they
 * remove.
 */
export function phasesOf(migrations: Migration[], applied: ReadonlySet<string>): Phases {
  const pending = migrations.filter(({ name }) => !applied.has(name));
  if (applied.size === 0) return { expand: pending.map(({ name }) => name), contract: [], problems: [] };
  const [contract, expand] = [pending.filter(isContract), pending.filter((each) => !isContract(each))];
  const there = migrations.filter(({ name }) => applied.has(name));
  const removed = expand.flatMap((each, at) => removedBy(each, [...there, ...expand.slice(0, at)]));
  return {
    expand: expand.map(({ name }) => name),
    contract: contract.map(({ name }) => name),
    problems: [
      ...removed.map(
        ({ name, what }) =>
          `${name} removes ${what}, which the Worker that runs may use. Deploy without it first, and name the migration contract-….`,
      ),
      ...orderProblem([...there, ...expand, ...contract], [...there, ...pending]),
    ],
  };
}

const isContract = ({ name }: Migration): boolean => IS_CONTRACT.test(name);

/**
 * The tables and columns that this migration removes after `before`. One that cannot be run yet is reported by
 * `orderProblem`.
 */
function removedBy(migration: Migration, before: Migration[]): { name: string; what: string }[] {
  const [had, has] = [columnsAfter(before), columnsAfter([...before, migration])];
  if (!had || !has) return [];
  return [...had].filter((column) => !has.has(column)).map((what) => ({ name: migration.name, what }));
}

/** A database ends the same whether the removing migrations run in their order or last. */
function orderProblem(late: Migration[], inOrder: Migration[]): string[] {
  const [one, other] = [columnsAfter(late), columnsAfter(inOrder)];
  const isSame = one && other && one.size === other.size && [...one].every((column) => other.has(column));
  return isSame ? [] : ['A migration needs what one named contract-… does first. Deploy them in two releases.'];
}

/** Every `table.column` after these migrations, or null if they cannot be run. */
function columnsAfter(migrations: Migration[]): Set<string> | null {
  const db = new DatabaseSync(':memory:', { enableForeignKeyConstraints: false });
  try {
    for (const { sql } of migrations) db.exec(sql);
    const rows = db
      .prepare(
        "select m.name || '.' || p.name as name from sqlite_schema m, pragma_table_info(m.name) p where m.type in ('table', 'view')",
      )
      .all();
    return new Set(rows.map(({ name }) => String(name)));
  } catch {
    return null;
  } finally {
    db.close();
  }
}
