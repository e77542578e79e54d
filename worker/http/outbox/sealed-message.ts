import { seal, unseal } from '../security/seal.ts';

/** `unsubscribe`: the URL to which a mail program posts when the recipient wants no more mails of this kind. */
export type OutboxMessage =
  | { channel: 'email'; recipient: string; subject: string; text: string; html: string; unsubscribe?: string }
  | { channel: 'sms'; recipient: string; text: string };

const PURPOSE = 'outbox';

/** A placeholder in the text of a mail to many people. Each copy gets the id of its own outbox row instead. */
export const OWN_ID = '__outbox_id__';

export function sealMessage(
  pepper: string,
  content: { subject?: string; text: string; html?: string; unsubscribe?: string },
): Promise<string> {
  return seal(pepper, { purpose: PURPOSE, text: JSON.stringify(content) });
}

export async function readSealedMessage(
  pepper: string,
  row: { id?: string; channel: 'email' | 'sms'; recipient: string; sealed: string },
): Promise<OutboxMessage> {
  const text = await unseal(pepper, { purpose: PURPOSE, sealed: row.sealed });
  const content = JSON.parse(text.replaceAll(OWN_ID, encodeURIComponent(row.id ?? ''))) as object;
  return { channel: row.channel, recipient: row.recipient, ...content } as OutboxMessage;
}
