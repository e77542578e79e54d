/**
 * Invisible characters: control characters other than white space, and format characters such as direction marks and
 * zero width.
 */
const UNSEEN = /[^\P{Cc}\s]|\p{Cf}/gu;

/**
 * A name as it is stored and shown. Invisible characters are removed, because they let one name look like another, or
 * change the direction of the text around it. White space becomes single spaces.
 */
export function cleanName(typed: string): string {
  return typed.replaceAll(UNSEEN, '').replaceAll(/\s+/g, ' ').trim();
}
