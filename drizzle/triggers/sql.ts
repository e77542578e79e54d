/** The text of a statement. Names, numbers and parts of statements are put in as they are. */
export const sql = (text: TemplateStringsArray, ...parts: readonly (string | number)[]): string => String.raw(text, ...parts);

/** A statement as it stands in the migration: without the indentation that its module gives it. */
export const withoutMargin = (text: string): string => `${text.replaceAll(/\n {4}/g, '\n').trim()};`;

/** A list of words, such as statuses, for `in (…)`. */
export const listOf = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');
