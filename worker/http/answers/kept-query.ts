import { Column, fillPlaceholders, getTableName, is, type Placeholder, SQL, sql } from 'drizzle-orm';
import type { Db } from '../../context.ts';

type Select = PromiseLike<readonly unknown[]> & { prepare: () => unknown };

type SelectedRow<Query extends Select> = Query extends PromiseLike<readonly (infer Row)[]> ? Row : never;

/** The parts of a prepared Drizzle select that we use. */
interface Prepared {
  query: { sql: string; params: unknown[] };
  fields: { path: string[]; field: unknown }[];
  joinsNotNullableMap: Record<string, boolean> | undefined;
}

interface Decoder {
  mapFromDriverValue: (value: unknown) => unknown;
}

interface Leaf {
  column: string;
  decoder: Decoder;
  part: string | undefined;
  name: string;
}

export interface ReadyQuery<Row> {
  sql: string;
  values: unknown[];
  read: (row: Record<string, unknown>) => Row;
}

export type RowOf<Kept extends (...given: never[]) => ReadyQuery<unknown>> =
  ReturnType<Kept> extends ReadyQuery<infer Row> ? Row : never;

/**
 * Building the SQL of a list and reading its rows with Drizzle takes longer than everything else in a request. So each
 * isolate builds the SQL of a select, and a function that reads its rows, only once. A bound `Date` becomes UTC ms.
 */
export function keptQuery<const Name extends string, Query extends Select>(
  names: readonly Name[],
  build: (db: Db, placeholders: Record<Name, Placeholder>) => Query,
): (db: Db, values: Record<Name, Date | string | number>) => ReadyQuery<SelectedRow<Query>> {
  let kept: { sql: string; params: unknown[]; read: (row: Record<string, unknown>) => SelectedRow<Query> } | undefined;
  return (db, values) => {
    if (!kept) {
      const placeholders = Object.fromEntries(
        names.map((name): [string, Placeholder] => [name, sql.placeholder(name)]),
      );
      const prepared = build(db, placeholders as Record<Name, Placeholder>).prepare() as Prepared;
      kept = { ...prepared.query, read: readerOf(prepared) as (row: Record<string, unknown>) => SelectedRow<Query> };
    }
    const filled = fillPlaceholders(kept.params, values);
    return {
      sql: kept.sql,
      values: filled.map((value) => (value instanceof Date ? value.getTime() : value)),
      read: kept.read,
    };
  };
}

/** Runs the queries in one round trip. */
export async function runQueries<Rows extends readonly unknown[]>(
  db: Db,
  queries: readonly [...{ [At in keyof Rows]: ReadyQuery<Rows[At]> }],
): Promise<{ [At in keyof Rows]: Rows[At][] }> {
  const ready = queries as readonly ReadyQuery<unknown>[];
  const answers = await db.$client.batch<Record<string, unknown>>(
    ready.map((query) => db.$client.prepare(query.sql).bind(...query.values)),
  );
  return answers.map(({ results }, at) => results.map(ready[at]!.read)) as { [At in keyof Rows]: Rows[At][] };
}

/** Decodes as Drizzle does. If a left join found no row, its part of the result is null. */
function readerOf({ fields, joinsNotNullableMap = {} }: Prepared): (row: Record<string, unknown>) => unknown {
  const leaves = fields.map(leafOf);
  const columns = leaves.map(({ column }) => column);
  const shared = columns.find((column, at) => columns.indexOf(column) < at);
  if (shared !== undefined) throw new TypeError(`Two values of the query are named ${shared}.`);
  const optional = [...new Set(fields.flatMap((each) => partsThatMayBeNull(each, joinsNotNullableMap)))];
  return (row) => {
    const made: Record<string, unknown> = {};
    for (const { column, decoder, part, name } of leaves) {
      const value = row[column];
      const place = part === undefined ? made : ((made[part] ??= {}) as Record<string, unknown>);
      place[name] = value === null || value === undefined ? null : decoder.mapFromDriverValue(value);
    }
    for (const part of optional)
      if (Object.values(made[part] as object).every((value) => value === null)) made[part] = null;
    return made;
  };
}

function leafOf({ path, field }: Prepared['fields'][number]): Leaf {
  const [first = '', second] = path;
  const place = second === undefined ? { part: undefined, name: first } : { part: first, name: second };
  if (is(field, Column)) return { ...place, column: field.name, decoder: field };
  if (!is(field, SQL.Aliased)) throw new TypeError(`${path.join('.')} has no name in the query.`);
  return { ...place, column: field.fieldAlias, decoder: (field.sql as unknown as { decoder: Decoder }).decoder };
}

function partsThatMayBeNull({ path, field }: Prepared['fields'][number], joined: Record<string, boolean>): string[] {
  return path.length === 2 && is(field, Column) && joined[getTableName(field.table)] === false ? [path[0]!] : [];
}
