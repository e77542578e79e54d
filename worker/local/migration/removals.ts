import { type Piece, plain, type Schema, type Table } from './schema.ts';

/**
 * Returns a phrase for each part of `before` that `after` lacks or defines differently, such as
 * `removes column people.nick` or `replaces trigger audit_chain`. A migration must repeat each phrase in a comment.
 */
export function removalsBetween(before: Schema, after: Schema): string[] {
  const tables = [...before.tables.values()].flatMap((table) => {
    const now = after.tables.get(table.name);
    return now ? partsBetween(table, now) : [`removes table ${table.name}`];
  });
  const pieces = changedPieces(before, after)
    .filter(({ name, table, type }) => after.pieces.has(name) || type !== 'index' || after.tables.has(table))
    .map(({ type, name }) => `${after.pieces.has(name) ? 'replaces' : 'removes'} ${type} ${name}`);
  return [...tables, ...pieces];
}

export const changedPieces = (before: Schema, after: Schema): Piece[] =>
  [...before.pieces.values()].filter(({ name, sql }) => plain(after.pieces.get(name)?.sql ?? '') !== plain(sql));

/** `part` is the name of a column or of a constraint. Returns true for a constraint. */
export const isConstraint = (part: string): boolean => /[ (]/.test(part);

function partsBetween(before: Table, after: Table): string[] {
  return [...before.parts].flatMap(([name, text]) => {
    const now = after.parts.get(name);
    if (now !== undefined && plain(now) === plain(text)) return [];
    const what = isConstraint(name)
      ? `${name.replace(/^(?!constraint )/, 'constraint ')} of ${before.name}`
      : `column ${before.name}.${name}`;
    return [`${now === undefined ? 'removes' : 'replaces'} ${what}`];
  });
}
