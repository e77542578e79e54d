import { NEWS_TICKET_MS } from '../../../contract/talk/notices.ts';
import { isSameText, keyedHash } from '../../../http/security/crypto.ts';

const FORM = /^(\d{13})\.([\w-]{1,64})\.([0-9a-f]{64})$/;

const signatureOf = (pepper: string, user_id: string, expires: string) =>
  keyedHash(pepper, ['news ticket', user_id, expires]);

/**
 * Makes a ticket with which a browser opens a live connection, because a WebSocket cannot send a session header. The
 * ticket is valid for a minute.
 */
export async function newsTicket(pepper: string, { user_id, now }: { user_id: string; now: Date }): Promise<string> {
  const expires = String(now.getTime() + NEWS_TICKET_MS);
  return `${expires}.${user_id}.${await signatureOf(pepper, user_id, expires)}`;
}

/** Returns the person of a ticket, or null if it has expired or is not ours. */
export async function personOfTicket(
  pepper: string,
  { ticket, now }: { ticket: string; now: Date },
): Promise<string | null> {
  const [, expires, user_id, signature] = FORM.exec(ticket) ?? [];
  if (!expires || !user_id || !signature || Number(expires) <= now.getTime()) return null;
  return isSameText(signature, await signatureOf(pepper, user_id, expires)) ? user_id : null;
}
