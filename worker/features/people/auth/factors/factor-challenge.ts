import type { Context } from 'hono';
import type { AuthChallenge, AuthFactor } from '../../../../../drizzle/tables/people/auth-factors.ts';
import type { AuthSession } from '../../../../../drizzle/tables/people/auth-sessions.ts';
import { isSameText, keyedHash, randomDigits } from '../../../../http/security/crypto.ts';
import { dispatch, outboxInsert } from '../../../../http/outbox/outbox.ts';
import { clientAddress } from '../../../../http/answers/request.ts';
import { unseal } from '../../../../http/security/seal.ts';
import { keepMark } from '../../../../http/shared/people/shared-mark.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { composeSms } from '../base/auth.mails.ts';
import { CODE_DIGITS } from '../codes/issue-code.ts';
import { refuse, sessionNotFound } from '../base/errors.ts';
import { claimSend, limitWrongFactors } from '../base/limits.ts';
import { tellOwner } from '../notices/tell-owner.ts';
import { sessionBody, type SessionBody } from '../sessions/session-body.ts';
import type { SessionRecord } from '../sessions/sessions.db.ts';
import { insertChallenge, type Proof, spendChallenge, stepUpdate, tryChallenge } from './challenges.db.ts';
import { FACTOR_WAIT_MS } from './factor-life.ts';
import { AMR_OF, factorVerification, raiseSession } from './factors.db.ts';
import { passkeyOptions, passkeyProof } from './passkey.ts';
import type { PasskeyAnswer } from './passkey-answer.ts';
import { acceptedCodes } from './totp.ts';

export const FACTOR_SECRET = 'factor';

type FactorAnswer = { code: string } | { webauthn: PasskeyAnswer };

const WRONG = {
  totp: 'Invalid TOTP code entered',
  phone: 'Invalid MFA Phone code entered',
  webauthn: 'Invalid WebAuthn credential',
};

/** Creates a challenge. A right answer counts once, within five minutes, and only from the same network address. */
export async function challengeFactor(c: Context<AuthEnv>, factor: AuthFactor) {
  const now = c.get('now');
  const id = crypto.randomUUID();
  const expires_at = new Date(now.getTime() + FACTOR_WAIT_MS);
  const challenge = {
    id,
    factor_id: factor.id,
    ip: clientAddress(c),
    attempts: 0,
    expires_at,
    verified_at: null,
    created_at: now,
  };
  if (factor.factor_type === 'phone') await sendChallenge(c, { factor, challenge });
  else await insertChallenge(c.get('db'), { challenge: { ...challenge, code_hash: null }, now });
  const asked = { id, type: factor.factor_type, expires_at: Math.floor(expires_at.getTime() / 1000) };
  return factor.factor_type === 'webauthn'
    ? { ...asked, webauthn: await passkeyOptions(c, { factor, challenge_id: id }) }
    : asked;
}

async function sendChallenge(
  c: Context<AuthEnv>,
  { factor, challenge }: { factor: AuthFactor; challenge: Omit<AuthChallenge, 'code_hash'> },
): Promise<void> {
  const recipient = factor.phone ?? '';
  await claimSend(c, { channel: 'sms', kind: 'factor', address: recipient });
  const digits = randomDigits(CODE_DIGITS);
  const code_hash = await challengeHash(c, { challenge, code: digits });
  const { id, statement } = await outboxInsert(
    c,
    { channel: 'sms', recipient, text: composeSms(digits) },
    { purpose: 'account' },
  );
  await insertChallenge(c.get('db'), {
    challenge: { ...challenge, code_hash },
    now: c.get('now'),
    alongside: [statement],
  });
  dispatch(c, [id]);
}

/** A right answer raises the session to `aal2`. Older refresh tokens stop working. */
export async function verifyFactor(
  c: Context<AuthEnv>,
  { factor, challenge_id, answer }: { factor: AuthFactor; challenge_id: string; answer: FactorAnswer },
): Promise<SessionBody> {
  const [db, now, caller] = [c.get('db'), c.get('now'), c.get('caller')];
  const challenge = await tryChallenge(db, { id: challenge_id, factor_id: factor.id, ip: clientAddress(c), now });
  if (challenge === 'other_place')
    throw refuse(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.');
  if (challenge === 'expired')
    throw refuse(422, 'mfa_challenge_expired', `MFA challenge ${challenge_id} has expired, create a new challenge`);
  const attempt = () => proofOf(c, { factor, challenge, answer });
  // A passkey needs no limit, because nobody can guess its signature. A limit would let strangers lock out the owner.
  const proof = await (factor.factor_type === 'webauthn' ? attempt() : limitWrongFactors(c, caller.user.id, attempt));
  if (!proof || !(await spendChallenge(db, { challenge, proof, now }))) {
    throw refuse(422, 'mfa_verification_failed', WRONG[factor.factor_type]);
  }
  const notices =
    factor.status === 'unverified' ? await tellOwner(c, { user: caller.user, change: 'factor_added' }) : [];
  const by = { method: AMR_OF[factor.factor_type], factor_id: factor.id };
  const { factor_type, phone } = factor;
  const marks =
    factor_type === 'phone' && phone
      ? await keepMark({ env: c.env, db }, { user_id: caller.user.id, kind: 'phone', value: phone })
      : [];
  const alongside = [...factorVerification(db, { factor, now }), ...marks, ...notices];
  const session = await raiseSession(db, { session: caller.session, ...by, now, alongside });
  if (!session) throw sessionNotFound();
  return sessionBody(c, raisedSession(c, { factor, session }));
}

/** Returns null for a wrong answer. */
async function proofOf(
  c: Context<AuthEnv>,
  { factor, challenge, answer }: { factor: AuthFactor; challenge: AuthChallenge; answer: FactorAnswer },
): Promise<Proof | null> {
  if ('webauthn' in answer) return passkeyProof(c, { factor, challenge, answer: answer.webauthn });
  const { code } = answer;
  if (factor.factor_type === 'phone') {
    const hash = await challengeHash(c, { challenge, code });
    return challenge.code_hash !== null && isSameText(hash, challenge.code_hash) ? { write: null } : null;
  }
  const secret = await unseal(c.env.AUTH_PEPPER, { purpose: FACTOR_SECRET, sealed: factor.secret ?? '' });
  const accepted = acceptedCodes({ secret, now: c.get('now'), used_step: factor.last_step });
  const { step } = accepted.find((each) => isSameText(each.code, code)) ?? {};
  return step === undefined ? null : { write: stepUpdate(c.get('db'), { factor_id: factor.id, step }) };
}

function challengeHash(
  c: Context<AuthEnv>,
  { challenge, code }: { challenge: Pick<AuthChallenge, 'id'>; code: string },
): Promise<string> {
  return keyedHash(c.env.AUTH_PEPPER, ['factor', challenge.id, code]);
}

function raisedSession(
  c: Context<AuthEnv>,
  { factor, session }: { factor: AuthFactor; session: AuthSession },
): SessionRecord {
  const { user, identities, factors, amr } = c.get('caller');
  const now = c.get('now');
  const method = AMR_OF[factor.factor_type];
  const verified: AuthFactor = { ...factor, status: 'verified', updated_at: now };
  const left = factors
    .filter((each) => each.id === factor.id || each.status === 'verified' || each.factor_type !== factor.factor_type)
    .map((each) => (each.id === factor.id ? verified : each));
  const proof = { session_id: session.id, method, provider: null, created_at: now };
  return {
    record: { user, identities, factors: left },
    session,
    amr: [proof, ...amr.filter((each) => each.method !== method)],
  };
}
