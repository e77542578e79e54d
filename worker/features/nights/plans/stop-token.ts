import { isSameText, keyedHash } from '../../../http/security/crypto.ts';

/** The token of the link that ends a person's reminders. It proves nothing else, and it does not expire. */
export async function stopToken(pepper: string, user_id: string): Promise<string> {
  return `${user_id}.${await keyedHash(pepper, ['stop reminders', user_id])}`;
}

/** The person whose token this is. Null if it is not one of ours. */
export async function personOfToken(pepper: string, token: string): Promise<string | null> {
  const user_id = token.slice(0, token.lastIndexOf('.'));
  return user_id && isSameText(token, await stopToken(pepper, user_id)) ? user_id : null;
}
