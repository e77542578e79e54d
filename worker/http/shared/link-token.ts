import { isSameText, keyedHash } from '../security/crypto.ts';

/** A link's token works for one of these purposes only, and does not expire. */
const PURPOSES = {
  stay: 'stay on the waitlist',
  confirm: 'confirm the place on the waitlist',
  stop: 'stop reminders',
  squad: 'join the squad',
} as const;

/** `id` identifies the waitlist entry, the squad, or the person whose reminders the link stops. */
interface Link {
  link: keyof typeof PURPOSES;
  id: string;
}

export async function linkToken(pepper: string, { link, id }: Link): Promise<string> {
  return `${id}.${await keyedHash(pepper, [PURPOSES[link], id])}`;
}

/** Returns null for a token that we did not make for this purpose. */
export async function idOfToken(
  pepper: string,
  { link, token }: { link: Link['link']; token: string },
): Promise<string | null> {
  const id = token.slice(0, token.lastIndexOf('.'));
  return id && isSameText(token, await linkToken(pepper, { link, id })) ? id : null;
}
