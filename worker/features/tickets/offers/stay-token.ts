import { isSameText, keyedHash } from '../../../http/crypto.ts';

/** The token of the link with which a person stays on a waitlist. It proves nothing else, and it does not expire. */
export async function stayToken(pepper: string, entry_id: string): Promise<string> {
  return `${entry_id}.${await keyedHash(pepper, ['stay on the waitlist', entry_id])}`;
}

/** The waitlist entry whose token this is. Null if it is not one of ours. */
export async function entryOfToken(pepper: string, token: string): Promise<string | null> {
  const entry_id = token.slice(0, token.lastIndexOf('.'));
  return entry_id && isSameText(token, await stayToken(pepper, entry_id)) ? entry_id : null;
}
