import { seal, unseal } from './seal.ts';

/** A mail in both forms, or an SMS. `unsubscribe` is the address to which a mail program posts to end mails of this kind. */
export type OutboxMessage =
  | { channel: 'email'; recipient: string; subject: string; text: string; html: string; unsubscribe?: string }
  | { channel: 'sms'; recipient: string; text: string };

const PURPOSE = 'outbox';

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
  row: { channel: 'email' | 'sms'; recipient: string; sealed: string },
): Promise<OutboxMessage> {
  const content = JSON.parse(await unseal(pepper, { purpose: PURPOSE, sealed: row.sealed })) as object;
  return { channel: row.channel, recipient: row.recipient, ...content } as OutboxMessage;
}
