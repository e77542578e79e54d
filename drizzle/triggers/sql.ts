import { arithmeticOf } from '../../worker/contract/arithmetic.ts';

/** The text of a statement. Names, numbers and parts of statements are put in as they are. */
export const sql = (text: TemplateStringsArray, ...parts: readonly (string | number)[]): string =>
  String.raw(text, ...parts);

/**
 * A statement as it stands in the migration: without empty lines, and without the indentation that its module gives it.
 */
export const withoutMargin = (text: string): string =>
  `${text
    .replaceAll(/\n\s*(?=\n)/g, '')
    .replaceAll(/\n {4}/g, '\n')
    .trim()};`;

/** A list of words, such as statuses, for `in (…)`. */
export const listOf = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');

/** True, in SQL, of an update that gives at least one of these columns another value. */
export function changes(...columns: readonly string[]): string {
  const of = (row: string) => columns.map((column) => `${row}.${column}`).join(', ');
  return `(${of('new')}) IS NOT (${of('old')})`;
}

/** A statement of a trigger that refuses the write. The error begins with the name of the rule. */
export const refuse = (rule: string, why: string, when: string): string =>
  sql`SELECT RAISE(ABORT, '${rule}: ${why}') WHERE ${when};`;

/** The operations of a rule of the contract, in SQL. */
export const IN_SQL = arithmeticOf<string>(sql, (text) => text);

/** The time of the write, in SQL, UTC ms. */
export const NOW = `CAST(unixepoch('subsec') * 1000 AS INTEGER)`;
