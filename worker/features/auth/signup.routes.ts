import { eq } from 'drizzle-orm';
import { Hono, type Context } from 'hono';
import type * as v from 'valibot';
import { authIdentities } from '../../../drizzle/tables/auth-identities.ts';
import { authUsers } from '../../../drizzle/tables/auth-users.ts';
import type { AuthEnv } from './auth-env.ts';
import { malformed, refuse } from './errors.ts';
import { addresseeOf, authBody, challengeOf, checkPassword, SignUp, type Addressee } from './inputs.ts';
import { claimSend, limitRequest } from './limits.ts';
import { addressRecord, insertsOf, newUser } from './new-user.ts';
import { hashPassword } from './password-hash.ts';
import { requestedRedirect } from './redirect.ts';
import { prepareLetter, sendLetters } from './send-code.ts';
import { startSession, type Statement } from './sessions.ts';
import { userJson } from './user-view.ts';
import { findUser, type UserKey, type UserRecord } from './users.db.ts';

type SignUpBody = v.InferOutput<typeof SignUp>;

const TEXTS = {
  both: 'Only an email address or phone number should be provided on signup.',
  none: 'Signup requires an email address or a phone number',
};

export const signupRoutes = new Hono<AuthEnv>().post('/signup', async (c) => {
  const body = await authBody(c, SignUp);
  if (!body.email && !body.phone) return signUpAnonymously(c, body);
  const addressee = addresseeOf(c, body, TEXTS);
  await limitRequest(c, 'signup', addressee.address);
  if (!c.get('config').signups) throw refuse(422, 'signup_disabled', 'Signups not allowed for this instance');
  if (!body.password) throw malformed('Signup requires a valid password');
  checkPassword(c, body.password);
  return signUp(c, { body, addressee, password: body.password });
});

async function signUp(c: Context<AuthEnv>, { body, addressee, password }: { body: SignUpBody; addressee: Addressee; password: string }) {
  const challenge = challengeOf(body);
  const { autoconfirm } = c.get('config');
  // Known and unknown addresses are limited and hashed alike, so that neither answer nor time tells them apart.
  if (!autoconfirm) await claimSend(c, { channel: addressee.channel, kind: 'signup', address: addressee.address });
  const password_hash = hashPassword(password);
  const known = await findUser(c.get('db'), keyOf(addressee));
  const fresh = addressRecord(c.get('now'), { addressee, confirmed: autoconfirm, password_hash, data: body.data ?? {} });
  if (known && isConfirmed(known, addressee)) {
    if (autoconfirm) throw refuse(422, 'user_already_exists', 'User already registered');
    return c.json(obfuscated(c, fresh));
  }
  const record = known ? replaced(known, fresh) : fresh;
  const writes = known ? rewritesOf(c, record) : insertsOf(c, record);
  if (autoconfirm) {
    const identity = addressee.channel === 'email' ? 'email' : 'phone';
    return c.json(await startSession(c, { record, method: 'password', identity, alongside: writes }));
  }
  const letter = await prepareLetter(c, {
    user_id: record.user.id,
    kind: addressee.channel === 'email' ? 'confirmation' : 'phone',
    address: addressee.address,
    purpose: 'confirmation',
    type: 'signup',
    redirect_to: requestedRedirect(c),
    challenge,
  });
  await sendLetters(c, [letter], writes);
  return c.json(known ? obfuscated(c, fresh) : userJson(sent(c, record)));
}

async function signUpAnonymously(c: Context<AuthEnv>, body: SignUpBody) {
  await limitRequest(c, 'anonymous');
  const { signups, anonymous } = c.get('config');
  if (!signups) throw refuse(422, 'signup_disabled', 'Signups not allowed for this instance');
  if (!anonymous) throw refuse(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  const record: UserRecord = {
    user: newUser(c.get('now'), { is_anonymous: true, user_metadata: body.data ?? {} }),
    identities: [],
    factors: [],
  };
  return c.json(await startSession(c, { record, method: 'anonymous', alongside: insertsOf(c, record) }));
}

/** How a user is looked up by an address. */
export function keyOf({ channel, address }: Addressee): UserKey {
  return channel === 'email' ? { email: address } : { phone: address };
}

/** Whether this address of a user was ever proven. */
export function isConfirmed({ user }: UserRecord, { channel }: Addressee): boolean {
  return (channel === 'email' ? user.email_confirmed_at : user.phone_confirmed_at) !== null;
}

/**
 * The answer for an address that is already known: in shape that of a new user, of an id that was never there, and nothing of the
 * known account (contract 1.9).
 */
function obfuscated(c: Context<AuthEnv>, fresh: UserRecord) {
  return { ...userJson({ ...sent(c, fresh), identities: [] }), role: '' };
}

function sent(c: Context<AuthEnv>, record: UserRecord): UserRecord {
  return { ...record, user: { ...record.user, confirmation_sent_at: c.get('now') } };
}

/** Nobody has proven the address yet, so the newest sign-up is the one that its code confirms: nothing of the older one survives. */
function replaced(known: UserRecord, fresh: UserRecord): UserRecord {
  const { id, created_at, invited_at, banned_until } = known.user;
  const identities = fresh.identities.map((identity) => ({
    ...identity,
    user_id: id,
    provider_id: id,
    identity_data: { ...identity.identity_data, sub: id },
  }));
  const user_metadata = { ...fresh.user.user_metadata, sub: id };
  return { ...fresh, user: { ...fresh.user, id, user_metadata, created_at, invited_at, banned_until }, identities };
}

function rewritesOf(c: Context<AuthEnv>, { user, identities }: UserRecord): Statement[] {
  const db = c.get('db');
  return [
    db.update(authUsers).set(user).where(eq(authUsers.id, user.id)),
    db.delete(authIdentities).where(eq(authIdentities.user_id, user.id)),
    ...identities.map((identity) => db.insert(authIdentities).values(identity)),
  ];
}
