import type { Context } from 'hono';
import type { PendingSignUp } from '../../../../../drizzle/tables/people/auth-codes.ts';
import type { SentAt } from '../../../../../drizzle/tables/people/auth-users.ts';
import type { CodeKind } from '../../../../../drizzle/vocabulary.ts';
import type { Statement, Write } from '../../../../http/database/batch.ts';
import { runAndTell } from '../../../../rooms/tell-pages.ts';
import { dispatch, outboxInsert } from '../../../../http/outbox/outbox.ts';
import { userUpdate } from '../base/users.db.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { composeMail, composeSms, type MailPurpose } from '../base/auth.mails.ts';
import type { PkceChallenge } from '../sessions/pkce-challenge.ts';
import type { AmrMethod } from '../sessions/start-session.ts';
import { issueCode } from './issue-code.ts';

export interface CodeMessage {
  user_id: string;
  kind: CodeKind;
  address: string;
  purpose: MailPurpose;
  /** The verification type in the message's link. */
  type: string;
  redirect_to: string;
  challenge?: PkceChallenge | null;
  /** As in `issueCode`. */
  sign_up?: PendingSignUp | null | undefined;
}

/** A message that is written in one batch with the change that causes it, and sent afterwards. */
export interface PreparedMessage {
  statements: Statement[];
  outbox_id: string;
}

const SENT_AT: Record<CodeKind, SentAt> = {
  confirmation: 'confirmation_sent_at',
  phone: 'confirmation_sent_at',
  recovery: 'recovery_sent_at',
  email_change_current: 'email_change_sent_at',
  email_change_new: 'email_change_sent_at',
  phone_change: 'phone_change_sent_at',
  reauthentication: 'reauthentication_sent_at',
};

const METHODS: Record<string, AmrMethod> = {
  signup: 'email/signup',
  invite: 'invite',
  recovery: 'recovery',
  magiclink: 'magiclink',
  email_change: 'email_change',
};

export function methodOf(type: string): AmrMethod {
  return METHODS[type] ?? 'otp';
}

export async function prepareMessage(c: Context<AuthEnv>, message: CodeMessage): Promise<PreparedMessage> {
  const { user_id, kind, address, purpose, type, sign_up } = message;
  const flow = message.challenge ? { challenge: message.challenge, method: methodOf(type) } : null;
  const code = await issueCode(c, { user_id, kind, address, flow, sign_up });
  const isSms = kind === 'phone' || kind === 'phone_change' || !address.includes('@');
  const link =
    kind === 'reauthentication'
      ? null
      : verifyLink(c, { token: code.link_token, type, redirect_to: message.redirect_to });
  const { id, statement } = await outboxInsert(
    c,
    isSms
      ? { channel: 'sms', recipient: address, text: composeSms(code.digits) }
      : { channel: 'email', recipient: address, ...(await composeMail({ purpose, code: code.digits, link })) },
    { purpose: 'account', expires_at: new Date(c.get('now').getTime() + c.get('config').otp_expiry_s * 1000) },
  );
  const sent = userUpdate(c.get('db'), user_id, { [SENT_AT[kind]]: c.get('now'), updated_at: c.get('now') });
  return { statements: [...code.statements, statement, sent], outbox_id: id };
}

/** Writes the messages in one batch, in which the writes of `alongside` come first. Then queues the messages. */
export async function sendMessages(
  c: Context<AuthEnv>,
  messages: PreparedMessage[],
  alongside: readonly Write[] = [],
): Promise<void> {
  await runAndTell(c, [...alongside, ...messages.flatMap((message) => message.statements)]);
  dispatch(
    c,
    messages.map((message) => message.outbox_id),
  );
}

/** The link always points to the configured site, regardless of the host in the request. */
export function verifyLink(c: Context<AuthEnv>, query: { token: string; type: string; redirect_to: string }): string {
  return `${c.get('config').external_url}/verify?${new URLSearchParams(query).toString()}`;
}
