import type { DatabaseSync } from 'node:sqlite';
import { lossesOf, rebuildTable } from './rebuild-table.ts';
import { changedPieces, isConstraint, removalsBetween } from './removals.ts';
import { type Piece, plain, quoted, type Schema, schemaOf, type Table, tableOf } from './schema.ts';

/** `removals` declares what the statements remove, replace or change, for example `removes table events`. */
export interface Change {
  statements: string[];
  removals: string[];
}

/**
 * Returns the change that turns the live schema into the wanted schema `given`. With `keeps`, the change removes no
 * table or column, because the running Worker may still use it. Throws if a change needs a migration written by hand.
 */
export function changeTo(live: DatabaseSync, given: Schema, { keeps }: { keeps: boolean }): Change {
  const has = schemaOf(live);
  const wants = keeps ? withRemoved(has, given) : given;
  const gone = new Set(changedPieces(has, wants).map(nameOf));
  const fixed = [...gone].find((name) => has.pieces.get(name)!.type === 'virtual table');
  if (fixed) throw new Error(`The virtual table ${fixed} has changed: write its migration by hand.`);

  const changes: string[] = [];
  for (const table of wants.tables.values()) {
    const old = has.tables.get(table.name);
    if (old && textOf(old) === textOf(table)) continue;
    const added = old && addedColumns(old, table);
    if (!old) changes.push(table.sql);
    else if (added) changes.push(...added.map((part) => `ALTER TABLE ${quoted(table.name)} ADD COLUMN ${part}`));
    else {
      const losses = lossesOf(live, has, table.name);
      const touched = [table.name, ...losses.rows, ...losses.values.keys()];
      for (const piece of readersOf(has, touched, table.name)) gone.add(piece);
      changes.push(...rebuildTable(has, { from: old, to: table, losses }));
    }
  }
  for (const { name } of has.tables.values()) {
    if (wants.tables.has(name)) continue;
    for (const piece of readersOf(has, [name], name)) gone.add(piece);
    changes.push(`DROP TABLE ${quoted(name)}`);
  }
  const drops = (['trigger', 'view', 'index'] as const).flatMap((type) =>
    ofType(has, type)
      .filter(({ name }) => gone.has(name))
      .map(({ name }) => `DROP ${type.toUpperCase()} ${quoted(name)}`),
  );
  const makes = (['virtual table', 'index', 'view', 'trigger'] as const).flatMap((type) =>
    ofType(wants, type)
      .filter(({ name }) => gone.has(name) || !has.pieces.has(name))
      .map(({ sql }) => sql),
  );
  return { statements: [...drops, ...changes, ...makes], removals: removalsBetween(has, wants) };
}

const nameOf = ({ name }: { name: string }): string => name;

const ofType = ({ pieces }: Schema, type: Piece['type']): Piece[] =>
  [...pieces.values()].filter((piece) => piece.type === type);

const textOf = ({ parts, options }: Table): string => [options, ...parts.values()].map(plain).toSorted().join('\n');

/** Returns the new columns, or undefined if ALTER TABLE cannot add them or if anything else has changed too. */
function addedColumns(old: Table, to: Table): string[] | undefined {
  const added = [...to.parts].filter(([name]) => !old.parts.has(name));
  const isRest = [...old.parts].every(([name, part]) => plain(to.parts.get(name) ?? '') === plain(part));
  const canAdd = added.every(([name, part]) => {
    const column = to.columns.find((each) => each.name === name);
    const isPlain = column && !column.isKey && !column.isGenerated && !/\b(UNIQUE|REFERENCES)\b|DEFAULT \(/i.test(part);
    return isPlain && (!column.isNotNull || column.default !== null);
  });
  return isRest && canAdd ? added.map(([, part]) => part) : undefined;
}

/** Returns the wanted schema plus the tables and columns that only the live schema has. */
function withRemoved(has: Schema, wants: Schema): Schema {
  const tables = [...has.tables.values()].map((old) => {
    const to = wants.tables.get(old.name);
    return to ? withRemovedColumns(old, to) : old;
  });
  return { ...wants, tables: new Map([...wants.tables, ...tables.map((table) => [table.name, table] as const)]) };
}

function withRemovedColumns(old: Table, to: Table): Table {
  const lost = old.columns.filter(({ name }) => !to.parts.has(name));
  if (lost.length === 0) return to;
  const required = lost.find((column) => column.isNotNull && column.default === null && !column.isGenerated);
  const mend = 'Let it be null in one release, and remove it in a later one.';
  if (required) throw new Error(`${to.name}.${required.name} can't be null. ${mend}`);
  const kept = [...old.parts].filter(([name]) => lost.some((column) => column.name === name));
  const parts = [...to.parts, ...kept].toSorted(
    ([one], [other]) => Number(isConstraint(one)) - Number(isConstraint(other)),
  );
  const table = { ...to, parts: new Map(parts), columns: [...to.columns, ...lost] };
  return { ...table, sql: tableOf(table) };
}

/**
 * Names the triggers and views that mention one of these tables, directly or through other views. Also names the
 * indexes of the table `anew`, which is rebuilt or dropped.
 */
function readersOf({ pieces }: Schema, tables: string[], anew: string): Set<string> {
  const found = new Set<string>();
  const names = [...tables];
  for (const name of names) {
    const mentions = new RegExp(`\\b${name}\\b`);
    for (const piece of pieces.values()) {
      const isOther = piece.type === 'virtual table' || (piece.type === 'index' && piece.table !== anew);
      if (isOther || found.has(piece.name) || !mentions.test(piece.sql)) continue;
      found.add(piece.name);
      if (piece.type === 'view') names.push(piece.name);
    }
  }
  return found;
}
