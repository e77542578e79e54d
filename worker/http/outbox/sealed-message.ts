import { seal, unseal } from '../security/seal.ts';

/**
 * A mail in both forms, or an SMS. `unsubscribe` is the address to which a mail program posts to end mails of this
 * kind.
 */
export type OutboxMessage =
  | { channel: 'email'; recipient: string; subject: string; text: string; html: string; unsubscribe?: string }
  | { channel: 'sms'; recipient: string; text: string };

const PURPOSE = 'outbox';

/** Stands for the id of the row in the outbox, in the content of a mail that many people get. */
export const OWN_ID = '__outbox_id__';

/** The content of a message, encrypted for its row in the outbox. */
export function sealMessage(
  pepper: string,
  content: { subject?: string; text: string; html?: string; unsubscribe?: string },
): Promise<string> {
  return seal(pepper, { purpose: PURPOSE, text: JSON.stringify(content) });
}

/** The message of a row in the outbox. */
export async function readSealedMessage(
  pepper: string,
  row: { id?: string; channel: 'email' | 'sms'; recipient: string; sealed: string },
): Promise<OutboxMessage> {
  const text = await unseal(pepper, { purpose: PURPOSE, sealed: row.sealed });
  const content = JSON.parse(text.replaceAll(OWN_ID, encodeURIComponent(row.id ?? ''))) as object;
  return { channel: row.channel, recipient: row.recipient, ...content } as OutboxMessage;
}
