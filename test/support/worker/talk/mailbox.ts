import { env } from 'cloudflare:workers';
import { desc, eq, sql } from 'drizzle-orm';
import { mailContents, outbox } from '../../../../drizzle/tables/all-tables.ts';
import { readSealedMessage } from '../../../../worker/http/outbox/sealed-message.ts';
import { db } from '../people/auth.ts';

/** A sent message. The code, the link and the link's token come from its text, and are empty if the text has none. */
export interface Mail {
  code: string;
  link: string;
  token_hash: string;
  subject: string;
  text: string;
  html: string;
}

/** Returns every message to an address, newest first, decrypted from the outbox. */
export async function mailsTo(recipient: string): Promise<Mail[]> {
  const rows = await db
    .select({
      channel: outbox.channel,
      recipient: outbox.recipient,
      sealed: sql<string>`coalesce(${outbox.sealed}, ${mailContents.sealed})`,
    })
    .from(outbox)
    .leftJoin(mailContents, eq(mailContents.id, outbox.content_id))
    .where(eq(outbox.recipient, recipient))
    .orderBy(desc(outbox.created_at));
  return Promise.all(
    rows.map(async (row) => {
      const message = await readSealedMessage(env.AUTH_PEPPER, row);
      const { text } = message;
      const link = /https?:\/\/\S+/.exec(text)?.[0] ?? '';
      return {
        subject: message.channel === 'email' ? message.subject : '',
        text,
        html: message.channel === 'email' ? message.html : '',
        link,
        code: /\b\d{6}\b/.exec(text.replace(link, ''))?.[0] ?? '',
        token_hash: link ? (new URL(link).searchParams.get('token') ?? '') : '',
      };
    }),
  );
}

export async function newestMail(recipient: string): Promise<Mail> {
  const [mail] = await mailsTo(recipient);
  if (!mail) throw new Error(`Nothing was sent to ${recipient}.`);
  return mail;
}
