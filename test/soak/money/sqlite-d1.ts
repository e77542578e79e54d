import { readdirSync, readFileSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

/** Awaited before and after each call (a statement or a batch), so that other steps run in between. */
export type Pause = () => Promise<void>;

interface Statement {
  sql: string;
  params: SQLInputValue[];
  /** Returns rows as arrays, because two columns of a row may have the same name. */
  asArrays?: boolean;
}

const pristine = new DatabaseSync(':memory:');
const folder = new URL('../../../migrations/', import.meta.url);
for (const file of readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .toSorted())
  pristine.exec(readFileSync(new URL(file, folder), 'utf8').replaceAll('--> statement-breakpoint', ''));
pristine.exec('PRAGMA foreign_keys = ON; BEGIN');

/**
 * The product's statements, by their text. `parts` is this text, split at each `?`. `ready` holds the prepared
 * statements, one for each set of values that was written into the text.
 */
const written = new Map<string, { parts: string[]; ready: Map<string, StatementSync> }>();
/** An instant, UTC ms. */
const INSTANT = /\b\d{13}\b/;
const QUOTED_OR_VALUE = /'[^']*'|"[^"]*"|\?|\b\d{13}\b/g;
/** A status or another word that may be in the condition of a partial index. No id matches, because ids have digits. */
const WORD = /^[a-z_]+$/;

/**
 * Prepares a statement once. If a parameter is the LIMIT, or decides whether a partial index fits, SQLite compiles the
 * statement and its triggers again at each call. So such values become part of the text.
 */
function prepare(statement: Statement): { ready: StatementSync; values: SQLInputValue[] } {
  const { sql, params } = withoutInstants(statement);
  const known = written.get(sql) ?? { parts: partsOf(sql), ready: new Map() };
  written.set(sql, known);
  const { parts, ready } = known;
  const mayPlan = parts.length === params.length + 1 && sql.includes(' where ');
  const inText = params.map((value, at) => (mayPlan ? asText(value, parts[at]) : ''));
  const key = inText.join();
  let found = ready.get(key);
  if (!found) {
    const text = mayPlan ? parts.reduce((before, part, at) => `${before}${inText[at - 1] || '?'}${part}`) : sql;
    ready.set(key, (found = pristine.prepare(text)));
  }
  return { ready: found, values: params.filter((_, at) => inText[at] === '') };
}

/** Turns each instant in a statement's text into a parameter, so that the text does not change with the time. */
function withoutInstants({ sql, params }: Statement): Statement {
  if (!INSTANT.test(sql)) return { sql, params };
  const left = [...params];
  const all: SQLInputValue[] = [];
  const text = sql.replaceAll(QUOTED_OR_VALUE, (found) => {
    if (/^['"]/.test(found)) return found;
    all.push(found === '?' ? left.shift()! : BigInt(found));
    return '?';
  });
  return { sql: text, params: all };
}

function run(statement: Statement): Record<string, unknown>[] {
  const { ready, values } = prepare(statement);
  ready.setReturnArrays(statement.asArrays === true);
  return ready.all(...values);
}

function asText(value: SQLInputValue, before: string): string {
  if (typeof value === 'string' && WORD.test(value)) return `'${value}'`;
  return typeof value === 'number' && before.endsWith(' limit ') ? String(value) : '';
}

function partsOf(sql: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { 0: found, index } of sql.matchAll(QUOTED_OR_VALUE)) {
    if (found !== '?') continue;
    parts.push(sql.slice(from, index));
    from = index + 1;
  }
  return [...parts, sql.slice(from)];
}

/** Undoes all writes since the last call and returns the database. The process has one database, to be fast. */
export function openDatabase(): DatabaseSync {
  pristine.exec('ROLLBACK; BEGIN');
  return pristine;
}

/** Keeps the rows written so far: `openDatabase` does not undo them. */
export function keepRows(): void {
  pristine.exec('COMMIT; BEGIN');
}

/** The part of D1 that the product uses, run by SQLite in this process. It is many times faster than a local D1. */
export function asD1(database: DatabaseSync, pause: Pause): D1Database {
  const inTransaction = (statements: readonly Statement[]) => {
    database.exec('SAVEPOINT batch');
    try {
      const answers = statements.map((statement) => answer(run(statement)));
      database.exec('RELEASE batch');
      return answers;
    } catch (error) {
      database.exec('ROLLBACK TO batch; RELEASE batch');
      throw asD1Error(error);
    }
  };
  const ask = async (statements: readonly Statement[]) => {
    await pause();
    const answers = inTransaction(statements);
    await pause();
    return answers;
  };
  const bound = (sql: string, params: SQLInputValue[]) => ({
    sql,
    params,
    bind: (...values: unknown[]) => bound(sql, values.map(asInput)),
    all: async () => (await ask([{ sql, params }]))[0],
    run: async () => (await ask([{ sql, params }]))[0],
    first: async () => (await ask([{ sql, params }]))[0].results[0] ?? null,
    raw: async () => {
      const [{ results }] = await ask([{ sql, params, asArrays: true }]);
      return results;
    },
  });
  return { prepare: (sql: string) => bound(sql, []), batch: (statements: readonly Statement[]) => ask(statements) };
}

const answer = (results: Record<string, unknown>[]) => ({ success: true as const, results, meta: {} });

const asInput = (value: unknown): SQLInputValue =>
  typeof value === 'boolean' ? Number(value) : (value as SQLInputValue);

/** Makes an error like those of D1. The product reads its message, which names the broken constraint. */
function asD1Error(error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error);
  return new Error(`D1_ERROR: ${message}: SQLITE_CONSTRAINT`, { cause: error });
}
