import { isSameText, keyedHash } from '../security/crypto.ts';

/** What a link about a waitlist entry does. Its token proves nothing else, and it does not expire. */
const PURPOSES = { stay: 'stay on the waitlist', confirm: 'confirm the place on the waitlist' } as const;

export type WaitlistLink = keyof typeof PURPOSES;

/** The token of the link with which a person stays on a waitlist, or confirms their place. */
export async function waitlistToken(pepper: string, { link, entry_id }: { link: WaitlistLink; entry_id: string }): Promise<string> {
  return `${entry_id}.${await keyedHash(pepper, [PURPOSES[link], entry_id])}`;
}

/** The waitlist entry whose token for this link it is. Null if it is not one of ours. */
export async function entryOfToken(pepper: string, { link, token }: { link: WaitlistLink; token: string }): Promise<string | null> {
  const entry_id = token.slice(0, token.lastIndexOf('.'));
  return entry_id && isSameText(token, await waitlistToken(pepper, { link, entry_id })) ? entry_id : null;
}
