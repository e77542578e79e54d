import { base32nopad } from '@scure/base';
import type { Context } from 'hono';
import { keyedHash, randomBytes } from '../../../../http/security/crypto.ts';
import { isUniqueViolation } from '../../../../http/database/constraint.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { refuse, sessionNotFound } from '../base/errors.ts';
import { limitWrongFactors } from '../base/limits.ts';
import { tellOwner } from '../notices/tell-owner.ts';
import { sessionBody, type SessionBody } from '../sessions/session-body.ts';
import { raiseSession, RECOVERY_METHOD } from './factors.db.ts';
import { hasRecoveryCode, recoveryCodeUse, replaceRecoveryCodes } from './recovery-codes.db.ts';

const CODES = 10;
/** Each letter has 5 random bits. */
const LETTERS = 10;

/** Returns new recovery codes, which no later response contains. The user's older codes stop working. */
export async function makeRecoveryCodes(c: Context<AuthEnv>): Promise<{ codes: string[] }> {
  const { user, factors } = c.get('caller');
  if (!factors.some(({ status }) => status === 'verified')) throw needsFactor();
  const codes = Array.from({ length: CODES }, newCode);
  const hashes = await Promise.all(codes.map((code) => hashOf(c, code)));
  const alongside = await tellOwner(c, { user, change: 'recovery_codes_made' });
  try {
    await replaceRecoveryCodes(c.get('db'), { user_id: user.id, hashes, now: c.get('now'), alongside });
  } catch (error) {
    throw isUniqueViolation(error) ? needsFactor() : error;
  }
  return { codes: codes.map((code) => `${code.slice(0, LETTERS / 2)}-${code.slice(LETTERS / 2)}`) };
}

/** Uses up a code. Wrong codes count toward the account's limit for second factors. */
export async function verifyRecoveryCode(c: Context<AuthEnv>, typed: string): Promise<SessionBody> {
  const [db, now, caller] = [c.get('db'), c.get('now'), c.get('caller')];
  const { user, identities, factors, amr } = caller;
  const code = { user_id: user.id, hash: await hashOf(c, lettersOf(typed)) };
  const raise = async () => {
    if (!(await hasRecoveryCode(db, code))) return null;
    const use = recoveryCodeUse(db, { session: caller.session, hash: code.hash });
    const alongside = [...use, ...(await tellOwner(c, { user, change: 'recovery_code_used' }))];
    try {
      return await raiseSession(db, {
        session: caller.session,
        method: RECOVERY_METHOD,
        factor_id: null,
        now,
        alongside,
      });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      // Another request used the code, or the session ended, in the meantime.
      if (await hasRecoveryCode(db, code)) throw sessionNotFound();
      return null;
    }
  };
  const session = await limitWrongFactors(c, user.id, raise);
  if (!session) throw refuse(422, 'mfa_verification_failed', 'Invalid recovery code entered');
  const proof = { session_id: session.id, method: RECOVERY_METHOD, provider: null, created_at: now };
  const others = amr.filter(({ method }) => method !== RECOVERY_METHOD);
  return sessionBody(c, { record: { user, identities, factors }, session, amr: [proof, ...others] });
}

function newCode(): string {
  return base32nopad.encode(randomBytes(LETTERS)).slice(0, LETTERS).toLowerCase();
}

function lettersOf(typed: string): string {
  return typed
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replaceAll('0', 'o')
    .replaceAll('1', 'l');
}

function hashOf(c: Context<AuthEnv>, code: string): Promise<string> {
  return keyedHash(c.env.AUTH_PEPPER, ['recovery code', c.get('caller').user.id, code]);
}

const needsFactor = () => refuse(422, 'mfa_factor_not_found', 'Recovery codes need a second factor. Set one up first.');
