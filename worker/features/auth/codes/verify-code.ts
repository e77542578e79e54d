import type { Context } from 'hono';
import type { CodeKind } from '../../../../drizzle/vocabulary.ts';
import type { AuthEnv } from '../auth-env.ts';
import { OTHER_HALF, proveEmailChange } from '../accounts/change-email.ts';
import { malformed, refuse } from '../errors.ts';
import { emailOf, phoneOf } from '../inputs.ts';
import type { Statement } from '../sessions/start-session.ts';
import type { UserRecord } from '../accounts/users.db.ts';
import { consumeDigits, consumeLink, proveEmail, provePhone, type ConsumedCode } from './codes.db.ts';

/** The kinds of code that a verification type accepts (contract 1.8). */
const KINDS: Record<string, CodeKind[]> = {
  signup: ['confirmation'],
  invite: ['confirmation'],
  email: ['confirmation', 'recovery'],
  recovery: ['recovery'],
  magiclink: ['recovery'],
  email_change: ['email_change_current', 'email_change_new'],
  sms: ['phone'],
  phone_change: ['phone_change'],
};

/** What was proven: whom to sign in, with which statements, and the code; or the first half of a change of address. */
export type Verified = { record: UserRecord; statements: Statement[]; flow_state_id: string | null } | { half: string };

/** Verifies a link's token. */
export async function verifyLinkToken(c: Context<AuthEnv>, { type, token }: { type: string; token: string }): Promise<Verified> {
  const consumed = await consumeLink(c.get('db'), { token, kinds: kindsOf(type), now: c.get('now') });
  if (!consumed) throw refuse(403, 'otp_expired', 'Email link is invalid or has expired');
  return prove(c, { consumed, type });
}

/** Verifies digits that were sent to an address. */
export async function verifyDigits(
  c: Context<AuthEnv>,
  { type, digits, address }: { type: string; digits: string; address: string },
): Promise<Verified> {
  const consumed = await consumeDigits(c.get('db'), { env: c.env, now: c.get('now'), kinds: kindsOf(type), address, digits });
  if (!consumed) throw refuse(403, 'otp_expired', 'Token has expired or is invalid');
  return prove(c, { consumed, type });
}

/** The address that digits of this type were sent to, or 400. */
export function addressOf(type: string, body: { email?: string | null; phone?: string | null }): string {
  if (body.email && body.phone) throw malformed('Only an email address or phone number should be provided on verify');
  if (type === 'sms' || type === 'phone_change') return phoneOf(body.phone ?? '');
  return emailOf(body.email ?? '');
}

function kindsOf(type: string): CodeKind[] {
  const kinds = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  if (!kinds) throw malformed('Invalid verification type');
  return kinds;
}

async function prove(c: Context<AuthEnv>, { consumed, type }: { consumed: ConsumedCode; type: string }): Promise<Verified> {
  const { code, record } = consumed;
  const [db, now] = [c.get('db'), c.get('now')];
  if (record.user.banned_until && record.user.banned_until > now) throw refuse(403, 'user_banned', 'User is banned');
  const { flow_state_id } = code;
  if (type === 'email_change') {
    const changed = await proveEmailChange(c, consumed);
    return changed ? { record: changed, statements: [], flow_state_id } : { half: OTHER_HALF };
  }
  if (code.kind === 'phone' || code.kind === 'phone_change') {
    const isOpen = code.kind === 'phone' ? record.user.phone === code.address : record.user.new_phone === code.address;
    if (!isOpen) throw refuse(403, 'otp_expired', 'Token has expired or is invalid');
    return { ...provePhone(db, { record, phone: code.address, now }), flow_state_id };
  }
  // A code proves the address it was sent to, and none that the account has had since.
  if (record.user.email !== code.address) throw refuse(403, 'otp_expired', 'Email link is invalid or has expired');
  return { ...proveEmail(db, { record, now, isOwnSignUp: code.kind === 'confirmation' }), flow_state_id };
}
