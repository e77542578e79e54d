import type { OutboxMessage } from '../../http/sealed-message.ts';

/** Hands one message to who carries it; the carrier's id of it, where there is one. Throws where it was not taken. */
export type Sender = (env: Env, message: OutboxMessage) => Promise<string | null>;

/** The carrier of each channel, by configuration. */
export function senderOf(env: Env, channel: OutboxMessage['channel']): Sender {
  if (channel === 'email') return sendMail;
  return env.SMS_SENDER === 'twilio' ? sendByTwilio : keepInOutbox;
}

/** Cloudflare's mail binding; in a local run it writes files. */
const sendMail: Sender = async (env, message) => {
  if (message.channel !== 'email') throw new Error('Not a mail.');
  const { recipient, subject, text, html } = message;
  const { messageId } = await env.MAIL.send({ from: { email: env.MAIL_FROM, name: 'Vouch' }, to: recipient, subject, text, html });
  return messageId;
};

/** Twilio's HTTP API. */
const sendByTwilio: Sender = async (env, { recipient, text }) => {
  const answer = await fetch(`https://api.twilio.com/2010-04-01/Accounts/${encodeURIComponent(env.TWILIO_ACCOUNT_SID)}/Messages.json`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa(`${env.TWILIO_ACCOUNT_SID}:${env.TWILIO_AUTH_TOKEN}`)}` },
    body: new URLSearchParams({ To: `+${recipient}`, From: env.SMS_FROM, Body: text }),
    signal: AbortSignal.timeout(10_000),
  });
  if (!answer.ok) throw new Error(`Twilio answered ${answer.status}.`);
  const { sid } = await answer.json<{ sid?: string }>();
  return sid ?? null;
};

/** Without a carrier the row itself is the message: `npm run mail` reads it. */
const keepInOutbox: Sender = async () => null;
