import type { Context } from 'hono';
import * as v from 'valibot';
import type { AuthFactor } from '../../../../../drizzle/tables/people/auth-factors.ts';
import { FACTOR_TYPES, type FactorType } from '../../../../../drizzle/vocabulary.ts';
import { isUniqueViolation } from '../../../../http/database/constraint.ts';
import { seal } from '../../../../http/security/seal.ts';
import { phoneOf } from '../accounts/addresses.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { malformed, refuse } from '../base/errors.ts';
import { optionalText } from '../base/inputs.ts';
import { requireSecondFactor } from './require-second-factor.ts';
import { FACTOR_SECRET } from './factor-challenge.ts';
import { isAlive } from './factor-life.ts';
import { insertFactor, MAX_FACTORS } from './factors.db.ts';
import { newTotpSecret, totpEnrolment } from './totp.ts';

export const EnrolFactor = v.object({
  factor_type: v.nullish(v.string()),
  friendly_name: optionalText(100),
  issuer: optionalText(100),
  phone: optionalText(64),
});
type EnrolFactor = v.InferOutput<typeof EnrolFactor>;

/** Adds an unverified factor. For an authenticator app, only this response contains the secret. */
export async function enrolFactor(c: Context<AuthEnv>, { factor_type, friendly_name, issuer, phone }: EnrolFactor) {
  const caller = c.get('caller');
  if (caller.user.is_anonymous) throw refuse(403, 'no_authorization', 'Anonymous users cannot enroll a factor');
  if (!isFactorType(factor_type)) throw malformed('factor_type needs to be totp, phone, or webauthn');
  requireSecondFactor(caller);
  const name = friendly_name?.trim() || null;
  const isTaken =
    name !== null && caller.factors.some((each) => each.friendly_name === name && isAlive(each, c.get('now')));
  if (isTaken) throw nameTaken(name);
  if (factor_type === 'totp') return enrolTotp(c, { name, issuer });
  return factor_type === 'phone' ? enrolPhone(c, { name, phone }) : enrolPasskey(c, { name });
}

function isFactorType(type: string | null | undefined): type is FactorType {
  return FACTOR_TYPES.some((each) => each === type);
}

async function enrolTotp(
  c: Context<AuthEnv>,
  { name, issuer }: { name: string | null; issuer: EnrolFactor['issuer'] },
) {
  const { user } = c.get('caller');
  const secret = newTotpSecret();
  const sealed = await seal(c.env.AUTH_PEPPER, { purpose: FACTOR_SECRET, text: secret });
  const factor = await addFactor(c, { factor_type: 'totp', friendly_name: name, secret: sealed, phone: null });
  // A colon separates issuer and account in the URI.
  const label = (issuer || new URL(c.get('config').site_url).host).replaceAll(':', ' ');
  const account = (user.email || user.phone || user.id).replaceAll(':', ' ');
  return {
    id: factor.id,
    type: 'totp',
    friendly_name: name ?? '',
    totp: await totpEnrolment({ secret, issuer: label, account }),
  };
}

async function enrolPhone(
  c: Context<AuthEnv>,
  { name, phone: raw }: { name: string | null; phone: EnrolFactor['phone'] },
) {
  if (!c.get('config').phone) throw refuse(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone');
  const phone = phoneOf(raw ?? '');
  const isKnown = c.get('caller').factors.some((each) => each.status === 'verified' && each.phone === phone);
  if (isKnown) {
    throw refuse(
      422,
      'mfa_verified_factor_exists',
      'A verified phone factor already exists, unenroll the existing factor to continue',
    );
  }
  const factor = await addFactor(c, { factor_type: 'phone', friendly_name: name, secret: null, phone });
  return { id: factor.id, type: 'phone', friendly_name: name ?? '', phone };
}

/** The browser creates the key when it answers the factor's first challenge. */
async function enrolPasskey(c: Context<AuthEnv>, { name }: { name: string | null }) {
  const factor = await addFactor(c, { factor_type: 'webauthn', friendly_name: name, secret: null, phone: null });
  return { id: factor.id, type: 'webauthn', friendly_name: name ?? '' };
}

async function addFactor(
  c: Context<AuthEnv>,
  kind: Pick<AuthFactor, 'factor_type' | 'friendly_name' | 'secret' | 'phone'>,
): Promise<AuthFactor> {
  const now = c.get('now');
  const factor: AuthFactor = {
    id: crypto.randomUUID(),
    user_id: c.get('caller').user.id,
    ...kind,
    status: 'unverified',
    last_step: null,
    last_challenged_at: null,
    created_at: now,
    updated_at: now,
  };
  try {
    if (await insertFactor(c.get('db'), { factor, now })) return factor;
  } catch (error) {
    if (isUniqueViolation(error)) throw nameTaken(kind.friendly_name ?? '');
    throw error;
  }
  throw refuse(
    422,
    'too_many_enrolled_mfa_factors',
    `Maximum number of verified factors reached, unenroll to continue (${MAX_FACTORS})`,
  );
}

function nameTaken(name: string) {
  return refuse(
    422,
    'mfa_factor_name_conflict',
    `A factor with the friendly name "${name}" for this user already exists`,
  );
}
