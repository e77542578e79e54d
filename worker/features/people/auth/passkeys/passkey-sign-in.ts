import type { Context } from 'hono';
import { isSameText } from '../../../../http/security/crypto.ts';
import { isBanned } from '../accounts/ban.rules.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { refuse, userBanned } from '../base/errors.ts';
import { limitRequest } from '../base/limits.ts';
import { FACTOR_WAIT_MS } from '../factors/factor-life.ts';
import type { SignedText } from '../factors/passkey-answer.ts';
import { relyingParty } from '../factors/relying-party.rules.ts';
import type { SessionBody } from '../sessions/session-body.ts';
import { startSession } from '../sessions/start-session.ts';
import { newChallenge, refuseUnlessOpen, textOf, userHandle, wrongPasskey } from './challenge.ts';
import { noteUse, takeSignIn } from './own-passkeys.db.ts';
import { challengeOf, signatureCounter } from '../factors/webauthn.ts';

const SIGN_IN = { ceremony: 'passkey/authentication', by: null } as const;

/** The options name no account and no passkey, so they reveal nothing about anybody. */
export async function signInOptions(c: Context<AuthEnv>) {
  await limitRequest(c, 'token');
  const { id, text, expires_at } = await newChallenge(c, SIGN_IN);
  const options = {
    challenge: challengeOf(text),
    timeout: FACTOR_WAIT_MS,
    rpId: relyingParty(c.get('config')).id,
    allowCredentials: [],
    userVerification: 'required' as const,
  };
  return { challenge_id: id, options, expires_at };
}

/** Only a right signature reveals anything: an unknown passkey and a wrong signature get the same answer. */
export async function passkeySignIn(
  c: Context<AuthEnv>,
  { challenge_id: id, credential: signed }: { challenge_id: string; credential: SignedText },
): Promise<SessionBody> {
  const taken = await limitRequest(c, 'token');
  const [db, now] = [c.get('db'), c.get('now')];
  const { flow, key, record } = await takeSignIn(db, { id, credential_id: signed.id });
  refuseUnlessOpen(c, flow);
  if (!key || !record) throw wrongPasskey();
  const { user } = record;
  const handle = challengeOf(await userHandle(c, user.id));
  const text = await textOf(c, { id, ...SIGN_IN });
  const counter = await signatureCounter(c, { signed, key, text, checksOwner: true });
  if (counter === null || !isSameText(signed.response.userHandle ?? '', handle)) throw wrongPasskey();
  taken.giveBack();
  if (isBanned(user, now)) throw userBanned();
  if (user.email && !user.email_confirmed_at) throw refuse(403, 'email_not_confirmed', 'Email not confirmed');
  if (!(await noteUse(db, { id: key.id, counter, now }))) throw wrongPasskey();
  return startSession(c, { record, method: 'passkey' });
}
