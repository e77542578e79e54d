import { Hono, type Context } from 'hono';
import type * as v from 'valibot';
import type { AuthEnv } from '../auth-env.ts';
import { malformed, refuse } from '../errors.ts';
import { addresseeOf, authBody, challengeOf, checkPassword, SignUp, type Addressee } from '../inputs.ts';
import { claimSend, limitRequest } from '../limits.ts';
import { addressRecord, insertsOf, newUser } from './new-user.ts';
import { hashPassword } from '../password/password-hash.ts';
import { requestedRedirect } from '../redirect.ts';
import { prepareMail, sendMails } from '../codes/send-code.ts';
import { startSession } from '../sessions/start-session.ts';
import { isUniqueViolation } from '../unique.ts';
import { isProven, keyOf, replaced, rewritesOf } from './unproven.ts';
import { userJson } from './user-json.ts';
import { findUser, type UserRecord } from './users.db.ts';

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
  challengeOf(body);
  return signUp(c, { body, addressee, password: body.password });
});

interface Order {
  body: SignUpBody;
  addressee: Addressee;
  fresh: UserRecord;
}

async function signUp(c: Context<AuthEnv>, { body, addressee, password }: Pick<Order, 'body' | 'addressee'> & { password: string }) {
  const { autoconfirm } = c.get('config');
  // Known and unknown addresses are limited and hashed alike, so that neither answer nor time tells them apart.
  if (!autoconfirm) await claimSend(c, { channel: addressee.channel, kind: 'signup', address: addressee.address });
  const password_hash = hashPassword(password);
  const known = await findUser(c.get('db'), keyOf(addressee));
  const fresh = addressRecord(c.get('now'), { addressee, confirmed: autoconfirm, password_hash, data: body.data ?? {} });
  const order = { body, addressee, fresh };
  try {
    return await writeSignUp(c, order, known);
  } catch (error) {
    // Two first sign-ups of one address at once, or one that its owner confirmed meanwhile: the index refuses, and what is there now counts.
    const appeared = isUniqueViolation(error) ? await findUser(c.get('db'), keyOf(addressee)) : undefined;
    if (!appeared) throw error;
    return writeSignUp(c, order, appeared);
  }
}

async function writeSignUp(c: Context<AuthEnv>, { body, addressee, fresh }: Order, known: UserRecord | undefined) {
  const { autoconfirm } = c.get('config');
  if (known && isProven(known)) {
    if (autoconfirm) throw refuse(422, 'user_already_exists', 'User already registered');
    return c.json(obfuscated(c, fresh));
  }
  const record = known ? replaced(known, fresh) : fresh;
  const writes = known ? rewritesOf(c, record) : insertsOf(c, record);
  if (autoconfirm) {
    const identity = addressee.channel === 'email' ? 'email' : 'phone';
    return c.json(await startSession(c, { record, method: 'password', identity, alongside: writes }));
  }
  const mail = await prepareMail(c, {
    user_id: record.user.id,
    kind: addressee.channel === 'email' ? 'confirmation' : 'phone',
    address: addressee.address,
    purpose: 'confirmation',
    type: 'signup',
    redirect_to: requestedRedirect(c),
    challenge: challengeOf(body),
  });
  await sendMails(c, [mail], writes);
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
