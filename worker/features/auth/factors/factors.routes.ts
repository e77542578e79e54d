import { Hono, type Context } from 'hono';
import * as v from 'valibot';
import type { AuthFactor } from '../../../../drizzle/tables/auth-factors.ts';
import { seal } from '../../../http/seal.ts';
import type { AuthEnv, Caller } from '../auth-env.ts';
import { userBearer } from '../sessions/bearer.ts';
import { refuse, malformed } from '../errors.ts';
import { answerFactor, askFactor, FACTOR_SECRET } from './factor-challenge.ts';
import { deleteFactor, insertFactor, isAlive, MAX_FACTORS } from './factors.db.ts';
import { authBody, phoneOf } from '../inputs.ts';
import { limitRequest } from '../limits.ts';
import { newTotpSecret, totpEnrolment } from './totp.ts';
import { isUniqueViolation } from '../unique.ts';

const Enrol = v.object({
  factor_type: v.nullish(v.string()),
  friendly_name: v.nullish(v.pipe(v.string(), v.maxLength(100))),
  issuer: v.nullish(v.pipe(v.string(), v.maxLength(100))),
  phone: v.nullish(v.pipe(v.string(), v.maxLength(64))),
});

const Answer = v.object({
  challenge_id: v.pipe(v.string(), v.uuid('challenge_id must be an UUID')),
  code: v.pipe(v.string(), v.maxLength(16)),
});

/** Second factors of the caller: enrol, ask, answer, remove (contract 1.10). */
export const factorRoutes = new Hono<AuthEnv>()
  .use('/factors', userBearer)
  .use('/factors/*', userBearer)
  .post('/factors', async (c) => {
    await limitRequest(c, 'user', c.get('caller').user.id);
    return c.json(await enrol(c, await authBody(c, Enrol)));
  })
  .post('/factors/:id/challenge', async (c) => {
    const { user } = c.get('caller');
    await limitRequest(c, 'factor', user.id);
    return c.json(await askFactor(c, answerable(c, factorOf(c))));
  })
  .post('/factors/:id/verify', async (c) => {
    await limitRequest(c, 'factor', c.get('caller').user.id);
    const factor = answerable(c, factorOf(c));
    return c.json(await answerFactor(c, { factor, ...(await authBody(c, Answer)) }));
  })
  .delete('/factors/:id', async (c) => {
    const factor = factorOf(c);
    if (factor.status === 'verified' && c.get('caller').session.aal !== 'aal2') {
      throw refuse(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
    }
    await deleteFactor(c.get('db'), { factor });
    return c.json({ id: factor.id });
  });

/** The caller's own factor of the path; another's, an unknown and an expired one are the same 404. */
function factorOf(c: Context<AuthEnv>): AuthFactor {
  const id = c.req.param('id');
  const factor = c.get('caller').factors.find((each) => each.id === id && isAlive(each, c.get('now')));
  if (!factor) throw refuse(404, 'mfa_factor_not_found', 'MFA factor with the provided factor ID not found');
  return factor;
}

/** A factor planted before the first one was verified must not become a way around it. */
function answerable(c: Context<AuthEnv>, factor: AuthFactor): AuthFactor {
  if (factor.status === 'unverified') refuseWeakSession(c.get('caller'));
  return factor;
}

async function enrol(c: Context<AuthEnv>, body: v.InferOutput<typeof Enrol>) {
  const caller = c.get('caller');
  if (caller.user.is_anonymous) throw refuse(403, 'no_authorization', 'Anonymous users cannot enrol a factor');
  if (body.factor_type !== 'totp' && body.factor_type !== 'phone') throw malformed('factor_type needs to be totp or phone');
  refuseWeakSession(caller);
  const alive = caller.factors.filter((each) => isAlive(each, c.get('now')));
  const name = body.friendly_name?.trim() || null;
  if (name !== null && alive.some((each) => each.friendly_name === name)) throw nameTaken(name);
  return body.factor_type === 'totp' ? enrolTotp(c, { name, issuer: body.issuer }) : enrolPhone(c, { name, phone: body.phone });
}

/** Who has a second factor must have shown it before the next one is added. */
function refuseWeakSession({ factors, session }: Caller): void {
  const isMissing = session.aal !== 'aal2' && factors.some((each) => each.status === 'verified');
  if (isMissing) throw refuse(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
}

async function enrolTotp(c: Context<AuthEnv>, { name, issuer }: { name: string | null; issuer: string | null | undefined }) {
  const { user } = c.get('caller');
  const secret = newTotpSecret();
  const sealed = await seal(c.env.AUTH_PEPPER, { purpose: FACTOR_SECRET, text: secret });
  const factor = await writeFactor(c, { factor_type: 'totp', friendly_name: name, secret: sealed, phone: null });
  // A colon parts issuer and account in the address, so neither may hold one.
  const label = (issuer || new URL(c.get('config').site_url).host).replaceAll(':', ' ');
  const account = (user.email || user.phone || user.id).replaceAll(':', ' ');
  return { id: factor.id, type: 'totp', friendly_name: name ?? '', totp: totpEnrolment({ secret, issuer: label, account }) };
}

async function enrolPhone(c: Context<AuthEnv>, { name, phone: raw }: { name: string | null; phone: string | null | undefined }) {
  if (!c.get('config').phone) throw refuse(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone');
  const phone = phoneOf(raw ?? '');
  const isKnown = c.get('caller').factors.some((each) => each.status === 'verified' && each.phone === phone);
  if (isKnown)
    throw refuse(422, 'mfa_verified_factor_exists', 'A verified phone factor already exists, unenroll the existing factor to continue');
  const factor = await writeFactor(c, { factor_type: 'phone', friendly_name: name, secret: null, phone });
  return { id: factor.id, type: 'phone', friendly_name: name ?? '', phone };
}

async function writeFactor(
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
  throw refuse(422, 'too_many_enrolled_mfa_factors', `Maximum number of verified factors reached, unenroll to continue (${MAX_FACTORS})`);
}

function nameTaken(name: string) {
  return refuse(422, 'mfa_factor_name_conflict', `A factor with the friendly name "${name}" for this user already exists`);
}
