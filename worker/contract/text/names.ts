/** Control characters except white space, and format characters such as direction marks and zero-width spaces. */
const UNSEEN = /[^\P{Cc}\s]|\p{Cf}/gu;

/** Removes invisible characters, which can make one name look like another or change the direction of text. */
export function cleanName(typed: string): string {
  return typed.replaceAll(UNSEEN, '').replaceAll(/\s+/g, ' ').trim();
}
