import { eq } from 'drizzle-orm';
import type { Context } from 'hono';
import { authUsers, type AuthUser } from '../../../../drizzle/tables/auth-users.ts';
import type { CodeKind } from '../../../../drizzle/vocabulary.ts';
import { dispatch, outboxInsert } from '../../../http/outbox.ts';
import type { AuthEnv } from '../auth-env.ts';
import { issueCode } from './one-time-code.ts';
import type { PkceChallenge } from '../inputs.ts';
import { composeMail, composeSms, type MailPurpose } from '../auth.mails.ts';
import type { AmrMethod, Statement } from '../sessions/start-session.ts';

/** A code to one address of a user. `type` is what the link's verification will be asked for. */
export interface CodeMail {
  user_id: string;
  kind: CodeKind;
  address: string;
  purpose: MailPurpose;
  type: string;
  redirect_to: string;
  challenge?: PkceChallenge | null;
}

/** What is to be written, and then dispatched by its id. */
export interface PreparedMail {
  statements: Statement[];
  outbox_id: string;
}

/** The column that remembers when a code of a kind went out. */
const SENT_AT: Record<CodeKind, keyof AuthUser> = {
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

/** How a session is proven by a verification of this type. */
export function methodOf(type: string): AmrMethod {
  return METHODS[type] ?? 'otp';
}

/** A mail with code and link, or an SMS with a code, as statements for the batch that causes it. */
export async function prepareMail(c: Context<AuthEnv>, mail: CodeMail): Promise<PreparedMail> {
  const { user_id, kind, address, purpose, type } = mail;
  const flow = mail.challenge ? { challenge: mail.challenge, method: methodOf(type) } : null;
  const code = await issueCode(c, { user_id, kind, address, flow });
  const isSms = kind === 'phone' || kind === 'phone_change' || !address.includes('@');
  const link = kind === 'reauthentication' ? null : verifyLink(c, { token: code.link_token, type, redirect_to: mail.redirect_to });
  const { id, statement } = await outboxInsert(
    c,
    isSms
      ? { channel: 'sms', recipient: address, text: composeSms(code.digits) }
      : { channel: 'email', recipient: address, ...composeMail({ purpose, code: code.digits, link }) },
    { purpose: 'account', expires_at: new Date(c.get('now').getTime() + c.get('config').otp_expiry_s * 1000) },
  );
  const stamp = c
    .get('db')
    .update(authUsers)
    .set({ [SENT_AT[kind]]: c.get('now'), updated_at: c.get('now') })
    .where(eq(authUsers.id, user_id));
  return { statements: [...code.statements, statement, stamp], outbox_id: id };
}

/** Writes mails with the further statements in one batch, and dispatches them. */
export async function sendMails(c: Context<AuthEnv>, mails: PreparedMail[], alongside: Statement[] = []): Promise<void> {
  const [first, ...rest] = [...alongside, ...mails.flatMap((mail) => mail.statements)];
  if (first) await c.get('db').batch([first, ...rest]);
  dispatch(
    c,
    mails.map((mail) => mail.outbox_id),
  );
}

/** The link of a mail. Its origin is the configured one, whatever host the request named. */
export function verifyLink(c: Context<AuthEnv>, query: { token: string; type: string; redirect_to: string }): string {
  return `${c.get('config').external_url}/verify?${new URLSearchParams(query).toString()}`;
}
