/**
 * Invisible characters: control characters except white space, and format characters such as direction marks and
 * zero-width spaces.
 */
const UNSEEN = /[^\P{Cc}\s]|\p{Cf}/gu;

/**
 * Returns a name as it is stored and shown. Removes invisible characters, because they can make one name look like
 * another, or change the direction of the text around it. White space becomes single spaces.
 */
export function cleanName(typed: string): string {
  return typed.replaceAll(UNSEEN, '').replaceAll(/\s+/g, ' ').trim();
}
