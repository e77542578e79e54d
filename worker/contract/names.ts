/** Characters that cannot be seen: control characters other than white space, and those of format, such as direction marks and zero width. */
const UNSEEN = /[^\P{Cc}\s]|\p{Cf}/gu;

/**
 * A name as it is stored and shown. Characters that cannot be seen are removed, because with them one person can look like another, and a
 * name can turn the text around it. White space becomes single spaces.
 */
export function cleanName(typed: string): string {
  return typed.replaceAll(UNSEEN, '').replaceAll(/\s+/g, ' ').trim();
}
