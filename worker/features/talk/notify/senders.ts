import type { OutboxMessage } from '../../../http/outbox/sealed-message.ts';

/**
 * Returns the carrier's message id, or null. Throws `QuotaError` if the daily quota is used up, and another error if
 * the carrier refuses the message for another reason.
 */
export type Sender = (env: Env, message: OutboxMessage) => Promise<string | null>;

/** The daily quota is used up, so a retry within minutes is pointless. */
export class QuotaError extends Error {}

const MAIL_QUOTA = 'E_DAILY_LIMIT_EXCEEDED';
const SMS_QUOTAS = new Set([63_038, 30_039]);

export function senderOf(env: Env, channel: OutboxMessage['channel']): Sender {
  if (channel === 'email') return sendMail;
  return env.SMS_SENDER === 'twilio' ? sendByTwilio : keepInOutbox;
}

/** In a local run, the binding `MAIL` writes each mail to files instead of sending it. */
const sendMail: Sender = async (env, message) => {
  if (message.channel !== 'email') throw new Error('Not a mail.');
  const { recipient, subject, text, html, unsubscribe } = message;
  const headers = unsubscribe && {
    'List-Unsubscribe': `<${unsubscribe}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
  try {
    const { messageId } = await env.MAIL.send({
      from: { email: env.MAIL_FROM, name: 'Vouch' },
      to: recipient,
      subject,
      text,
      html,
      ...(headers && { headers }),
    });
    return messageId;
  } catch (error) {
    if (error instanceof Error && (error as { code?: unknown }).code === MAIL_QUOTA)
      throw new QuotaError(error.message);
    throw error;
  }
};

const sendByTwilio: Sender = async (env, { recipient, text }) => {
  const answer = await fetch(
    `https://api.twilio.com/2010-04-01/Accounts/${encodeURIComponent(env.TWILIO_ACCOUNT_SID)}/Messages.json`,
    {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa(`${env.TWILIO_ACCOUNT_SID}:${env.TWILIO_AUTH_TOKEN}`)}` },
      body: new URLSearchParams({ To: `+${recipient}`, From: env.SMS_FROM, Body: text }),
      signal: AbortSignal.timeout(10_000),
    },
  );
  const { sid, code } = await answer
    .json<{ sid?: string; code?: number }>()
    .catch(() => ({ sid: undefined, code: undefined }));
  if (code !== undefined && SMS_QUOTAS.has(code))
    throw new QuotaError(`Twilio answered ${answer.status} with code ${code}.`);
  if (!answer.ok) throw new Error(`Twilio answered ${answer.status}.`);
  return sid ?? null;
};

/** For a deployment without a carrier. `npm run mail` shows the stored rows. */
const keepInOutbox: Sender = async () => null;
