import { arithmeticOf } from '../../worker/contract/arithmetic.ts';

/** Builds a statement. Names, numbers and parts of statements are inserted unescaped. */
export const sql = (text: TemplateStringsArray, ...parts: readonly (string | number)[]): string =>
  String.raw(text, ...parts);

/** Returns a statement as the migration has it: without empty lines and without the indentation of its module. */
export const withoutMargin = (text: string): string =>
  `${text
    .replaceAll(/\n\s*(?=\n)/g, '')
    .replaceAll(/\n {4}/g, '\n')
    .trim()};`;

export const listOf = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');

/** SQL condition: the update changes the value of at least one of these columns. */
export function changes(...columns: readonly string[]): string {
  const of = (row: string) => columns.map((column) => `${row}.${column}`).join(', ');
  return `(${of('new')}) IS NOT (${of('old')})`;
}

/** Statement of a trigger that refuses the write if `when` holds. The error begins with the name of the rule. */
export const refuse = (rule: string, why: string, when: string): string =>
  sql`SELECT RAISE(ABORT, '${rule}: ${why}') WHERE ${when};`;

/** The arithmetic of the contract's rules, as SQL. */
export const IN_SQL = arithmeticOf<string>(sql, (text) => text);

/** SQL: the time of the write, in UTC ms. */
export const NOW = `CAST(unixepoch('subsec') * 1000 AS INTEGER)`;
