import type { Context } from 'hono';
import type { CodeKind } from '../../../../../drizzle/vocabulary.ts';
import { keepMark } from '../../../../http/shared/people/shared-mark.ts';
import { emailOf, phoneOf } from '../accounts/addresses.ts';
import { isBanned } from '../accounts/ban.rules.ts';
import { OTHER_HALF, proveEmailChange } from './change-email.ts';
import type { Change } from '../base/users.db.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { digitsExpired, linkExpired, malformed, userBanned } from '../base/errors.ts';
import { tellOwner } from '../notices/tell-owner.ts';
import { consumeLink, type ConsumedCode } from './codes.db.ts';
import { isFromOwnPage } from '../../../../http/answers/own-page.ts';
import { isSignUpBrowser } from './own-browser.ts';
import { proveEmail, provePhone } from './prove-address.db.ts';
import { consumeTypedCode } from './typed-code.ts';

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

export type VerifiedUser = Change & { flow_state_id: string | null };

/** A user to sign in, or a message if an email change is confirmed from only one of its two addresses so far. */
export type Verified = VerifiedUser | { half: string };

/** Uses up the code of a link. `dropsSignUp` drops the password and metadata of the link's sign-up. */
export async function verifyLinkToken(
  c: Context<AuthEnv>,
  { type, token, dropsSignUp = false }: { type: string; token: string; dropsSignUp?: boolean },
): Promise<Verified> {
  const consumed = await consumeLink(c.get('db'), { token, kinds: kindsOf(type), now: c.get('now') });
  if (!consumed) throw linkExpired();
  return prove(c, { consumed, type, dropsSignUp });
}

/**
 * Verifies typed digits. If they were typed on our pages, but not in the browser that signed up, the sign-up may be a
 * stranger's. So its password and metadata are dropped. `lacksPassword`: a password was dropped.
 */
export async function verifyDigits(
  c: Context<AuthEnv>,
  { type, digits, address }: { type: string; digits: string; address: string },
): Promise<{ verified: Verified; lacksPassword: boolean }> {
  const consumed = await consumeTypedCode(c, { kinds: kindsOf(type), address, digits });
  if (!consumed) throw digitsExpired();
  const { sign_up } = consumed.code;
  const dropsSignUp = sign_up !== null && isFromOwnPage(c) && !(await isSignUpBrowser(c, sign_up.browser));
  const verified = await prove(c, { consumed, type, dropsSignUp });
  return { verified, lacksPassword: dropsSignUp && sign_up.password_hash !== null };
}

/** Throws a 400 if the address is invalid, or if `body` has both an email address and a phone number. */
export function verifiedAddress(type: string, body: { email?: string | null; phone?: string | null }): string {
  if (body.email && body.phone) throw malformed('Only an email address or phone number should be provided on verify');
  return type === 'sms' || type === 'phone_change' ? phoneOf(body.phone ?? '') : emailOf(body.email ?? '');
}

function kindsOf(type: string): CodeKind[] {
  const kinds = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  if (!kinds) throw malformed('Invalid verification type');
  return kinds;
}

async function prove(
  c: Context<AuthEnv>,
  { consumed, type, dropsSignUp }: { consumed: ConsumedCode; type: string; dropsSignUp: boolean },
): Promise<Verified> {
  const { code, record } = consumed;
  const [db, now] = [c.get('db'), c.get('now')];
  if (isBanned(record.user, now)) throw userBanned();
  const { flow_state_id } = code;
  const sign_up = dropsSignUp ? null : code.sign_up;
  if (type === 'email_change') {
    const changed = await proveEmailChange(c, consumed);
    return changed ? { record: changed, statements: [], flow_state_id } : { half: OTHER_HALF };
  }
  // A code proves only the address that it was sent to. The account may have another address by now.
  if (code.kind === 'phone' || code.kind === 'phone_change') {
    const phone = code.kind === 'phone' ? record.user.phone : record.user.new_phone;
    if (phone !== code.address) throw digitsExpired();
    const { statements, ...proven } = provePhone(db, { record, phone, now, sign_up });
    const notices = code.kind === 'phone_change' ? await tellOwner(c, { user: record.user, change: 'phone' }) : [];
    const mark = await keepMark({ env: c.env, db }, { user_id: record.user.id, kind: 'phone', value: phone });
    return { ...proven, statements: [...statements, ...mark, ...notices], flow_state_id };
  }
  if (record.user.email !== code.address) throw linkExpired();
  return { ...proveEmail(db, { record, now, sign_up, isConfirmation: code.kind === 'confirmation' }), flow_state_id };
}
