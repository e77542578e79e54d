import { and, eq, ne } from 'drizzle-orm';
import type { Context } from 'hono';
import type * as v from 'valibot';
import { authOneTimeCodes } from '../../../../drizzle/tables/auth-codes.ts';
import { authSessions } from '../../../../drizzle/tables/auth-sessions.ts';
import { authUsers, type AuthUser } from '../../../../drizzle/tables/auth-users.ts';
import type { AuthEnv } from '../auth-env.ts';
import { changeEmail, refuseTaken, voidEmailChange } from './change-email.ts';
import { malformed, refuse } from '../errors.ts';
import {
  checkPassword,
  emailOf,
  fitsMetadata,
  MAX_PASSWORD,
  METADATA_TOO_LARGE,
  phoneOf,
  type PkceChallenge,
  type UpdateUser,
} from '../inputs.ts';
import { claimSend } from '../limits.ts';
import { hashPassword, isPassword } from '../password/password-hash.ts';
import { requestedRedirect } from '../redirect.ts';
import { prepareMail, sendMails, type PreparedMail } from '../codes/send-code.ts';
import type { Statement } from '../sessions/start-session.ts';
import { endFlows, findUser, type UserRecord } from './users.db.ts';
import { consumeDigits, provePhone } from '../codes/codes.db.ts';

type Body = v.InferOutput<typeof UpdateUser>;

/** What one update writes: fields of the row, further statements, and mails to send once they are written. */
interface Plan {
  fields: Partial<AuthUser>;
  statements: Statement[];
  mails: PreparedMail[];
}

/** `PUT /user`: every part is checked before anything is written. Answers the user as it is afterwards. */
export async function updateUser(
  c: Context<AuthEnv>,
  { body, challenge }: { body: Body; challenge: PkceChallenge | null },
): Promise<UserRecord> {
  const caller = c.get('caller');
  refuseLowAssurance(c, body);
  const plans = [
    await planPassword(c, body),
    await planEmail(c, { body, challenge }),
    await planPhone(c, body),
    planData(caller.user, body),
  ];
  const fields: Partial<AuthUser> = Object.assign({ updated_at: c.get('now') }, ...plans.map((plan) => plan.fields));
  const db = c.get('db');
  await sendMails(
    c,
    plans.flatMap((plan) => plan.mails),
    [db.update(authUsers).set(fields).where(eq(authUsers.id, caller.user.id)), ...plans.flatMap((plan) => plan.statements)],
  );
  const record = await findUser(db, { id: caller.user.id });
  if (!record) throw refuse(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  return isImmediate(c, { body, user: caller.user }) ? changeEmail(c, { record, email: emailOf(body.email!) }) : record;
}

/** With a verified factor, what signs a person in may be changed at aal2 only. */
function refuseLowAssurance(c: Context<AuthEnv>, body: Body): void {
  const { factors, session } = c.get('caller');
  const isSensitive = Boolean(body.password) || Boolean(body.email) || Boolean(body.phone);
  if (isSensitive && session.aal === 'aal1' && factors.some((factor) => factor.status === 'verified')) {
    throw refuse(401, 'insufficient_aal', 'AAL2 session is required to update email, phone or password when MFA is enabled.');
  }
}

/** A new password ends every other session, every outstanding code and every OAuth flow under way. */
async function planPassword(c: Context<AuthEnv>, body: Body): Promise<Plan> {
  if (!body.password) return nothing();
  const { user, session } = c.get('caller');
  if (user.is_anonymous && !user.email && !user.phone && !body.email && !body.phone) {
    throw refuse(422, 'validation_failed', 'Updating password of an anonymous user without an email or phone is not allowed');
  }
  checkPassword(c, body.password);
  await proveHolder(c, body);
  if (user.password_hash && isPassword(body.password, user.password_hash)) {
    throw refuse(422, 'same_password', 'New password should be different from the old password.');
  }
  const db = c.get('db');
  return {
    fields: { password_hash: hashPassword(body.password) },
    statements: [
      db.delete(authSessions).where(and(eq(authSessions.user_id, user.id), ne(authSessions.id, session.id))),
      db.delete(authOneTimeCodes).where(eq(authOneTimeCodes.user_id, user.id)),
      endFlows(db, user.id),
    ],
    mails: [],
  };
}

/** The current password, or the code of `/reauthenticate`, must be right where it is given. */
async function proveHolder(c: Context<AuthEnv>, { current_password, nonce }: Body): Promise<void> {
  const { user } = c.get('caller');
  if (current_password && (current_password.length > MAX_PASSWORD || !isPassword(current_password, user.password_hash))) {
    throw refuse(400, 'current_password_invalid', 'Current password is incorrect');
  }
  if (!nonce) return;
  const address = user.email ?? user.phone ?? '';
  const held = { env: c.env, now: c.get('now'), kinds: ['reauthentication' as const], address, digits: nonce };
  if (!(await consumeDigits(c.get('db'), held))) throw refuse(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
}

/** A change of address begins: codes to the new one and, double-confirmed, to the old one. */
async function planEmail(c: Context<AuthEnv>, { body, challenge }: { body: Body; challenge: PkceChallenge | null }): Promise<Plan> {
  if (!body.email) return nothing();
  const { user } = c.get('caller');
  const email = emailOf(body.email);
  if (email === user.email) return nothing();
  await refuseTaken(c, { email, user_id: user.id });
  if (isImmediate(c, { body, user })) return nothing();
  await claimSend(c, { channel: 'email', kind: 'email_change', address: email });
  const order = { user_id: user.id, type: 'email_change', challenge, redirect_to: requestedRedirect(c) };
  const kinds =
    c.get('config').double_confirm && user.email && user.email_confirmed_at ? (['current', 'new'] as const) : (['new'] as const);
  const mails = await Promise.all(
    kinds.map((half) => {
      const kind = `email_change_${half}` as const;
      return prepareMail(c, { ...order, kind, purpose: kind, address: half === 'new' ? email : user.email! });
    }),
  );
  return { fields: { new_email: email, email_change_proven: null }, statements: [voidEmailChange(c, user.id)], mails };
}

/** An anonymous user under autoconfirm has no old address to prove; everybody else proves both, autoconfirm or not. */
function isImmediate(c: Context<AuthEnv>, { body, user }: { body: Body; user: AuthUser }): boolean {
  return Boolean(body.email) && user.is_anonymous && !user.email && c.get('config').autoconfirm;
}

async function planPhone(c: Context<AuthEnv>, body: Body): Promise<Plan> {
  if (!body.phone) return nothing();
  const caller = c.get('caller');
  const { user } = caller;
  const phone = phoneOf(body.phone);
  if (phone === user.phone) return nothing();
  if (!c.get('config').phone) throw refuse(400, 'phone_provider_disabled', 'Phone logins are disabled');
  const other = await findUser(c.get('db'), { phone });
  if (other) throw refuse(422, 'phone_exists', 'A user with this phone number has already been registered');
  if (c.get('config').autoconfirm) {
    return { fields: {}, statements: provePhone(c.get('db'), { record: caller, phone, now: c.get('now') }).statements, mails: [] };
  }
  await claimSend(c, { channel: 'sms', kind: 'phone_change', address: phone });
  const mail = { user_id: user.id, kind: 'phone_change', address: phone, purpose: 'confirmation', type: 'phone_change' } as const;
  return {
    fields: { new_phone: phone },
    statements: [],
    mails: [await prepareMail(c, { ...mail, redirect_to: requestedRedirect(c) })],
  };
}

/** `data` is merged over the metadata; a null takes its key away. */
function planData(user: AuthUser, { data }: Body): Plan {
  if (!data) return nothing();
  const user_metadata = Object.fromEntries(Object.entries({ ...user.user_metadata, ...data }).filter(([, value]) => value !== null));
  if (!fitsMetadata(user_metadata)) throw malformed(METADATA_TOO_LARGE);
  return { fields: { user_metadata }, statements: [], mails: [] };
}

function nothing(): Plan {
  return { fields: {}, statements: [], mails: [] };
}
