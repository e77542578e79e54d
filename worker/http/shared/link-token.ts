import { isSameText, keyedHash } from '../security/crypto.ts';

/** What the link of a mail does. Its token proves nothing else, and it does not expire. */
const PURPOSES = {
  stay: 'stay on the waitlist',
  confirm: 'confirm the place on the waitlist',
  stop: 'stop reminders',
} as const;

/**
 * The link's purpose, and the id of what it is about: an entry of a waitlist, or the person whose reminders it stops.
 */
interface Link {
  link: keyof typeof PURPOSES;
  id: string;
}

/** The token of a link. */
export async function linkToken(pepper: string, { link, id }: Link): Promise<string> {
  return `${id}.${await keyedHash(pepper, [PURPOSES[link], id])}`;
}

/** The id in the token of a link. Null if it is not one of ours. */
export async function idOfToken(
  pepper: string,
  { link, token }: { link: Link['link']; token: string },
): Promise<string | null> {
  const id = token.slice(0, token.lastIndexOf('.'));
  return id && isSameText(token, await linkToken(pepper, { link, id })) ? id : null;
}
