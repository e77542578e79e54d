import { Hono, type Context } from 'hono';
import * as v from 'valibot';
import { isUniqueViolation } from '../../../../http/database/constraint.ts';
import { dispatch, outboxInsert } from '../../../../http/outbox/outbox.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { composeKnown } from '../base/auth.mails.ts';
import { markSignUpBrowser } from '../codes/own-browser.ts';
import { prepareMessage, sendMessages } from '../codes/send-code.ts';
import { malformed, refuse, signupDisabled } from '../base/errors.ts';
import { authBody } from '../base/inputs.ts';
import { claimSend, limitRequest, type SendClaim } from '../base/limits.ts';
import { ChallengeFields, challengeOf } from '../sessions/pkce-challenge.ts';
import { hashPassword } from '../password/password-hash.ts';
import { checkPassword } from '../password/password-policy.ts';
import { requestedRedirect } from '../base/redirect.ts';
import { startSession } from '../sessions/start-session.ts';
import { isBanned } from '../accounts/ban.rules.ts';
import { addresseeOf, AddressFields, ChannelField, keyOf, providerOf, type Addressee } from '../accounts/addresses.ts';
import { DataField } from '../base/metadata.ts';
import { addressRecord, newUser, withoutSignUp } from '../accounts/new-user.ts';
import { findRole, signUpRewrites, whileUnproven } from '../codes/unproven.db.ts';
import { isOpenToSignUp, replacedBySignUp } from '../accounts/unproven.ts';
import { userJson } from '../accounts/user-json.ts';
import { findUser, userInserts, type UserRecord } from '../base/users.db.ts';

const SignUp = v.object({
  ...AddressFields,
  ...ChallengeFields,
  ...ChannelField,
  ...DataField,
  password: v.nullish(v.string()),
});
type SignUp = v.InferOutput<typeof SignUp>;

const TEXTS = {
  both: 'Only an email address or phone number should be provided on signup.',
  none: 'Signup requires an email address or a phone number',
};

export const signupRoutes = new Hono<AuthEnv>().post('/signup', async (c) => {
  const body = await authBody(c, SignUp);
  if (!body.email && !body.phone) return signUpAnonymously(c, body);
  const addressee = addresseeOf(c, body, TEXTS);
  await limitRequest(c, 'signup', addressee.address);
  if (!c.get('config').signups) throw signupDisabled(422);
  if (!body.password) throw malformed('Signup requires a valid password');
  await checkPassword(c, body.password);
  challengeOf(body);
  return signUp(c, { body, addressee, password: body.password });
});

interface Order {
  body: SignUp;
  addressee: Addressee;
  fresh: UserRecord;
  /** Undefined if no message is sent. */
  claim: SendClaim | undefined;
  /** A hash from `markSignUpBrowser`. */
  browser: string | null;
}

async function signUp(
  c: Context<AuthEnv>,
  { body, addressee, password }: Pick<Order, 'body' | 'addressee'> & { password: string },
) {
  const { autoconfirm } = c.get('config');
  // A known address also counts against the limit, and the password is hashed for it too. So neither the response nor
  // its time reveals that the address is known.
  const claim = autoconfirm
    ? undefined
    : await claimSend(c, { channel: addressee.channel, kind: 'signup', address: addressee.address });
  const password_hash = hashPassword(password);
  const known = await findUser(c.get('db'), keyOf(addressee));
  const fresh = addressRecord(c.get('now'), {
    addressee,
    confirmed: autoconfirm,
    password_hash,
    data: body.data ?? {},
  });
  const browser = autoconfirm ? null : await markSignUpBrowser(c);
  const order = { body, addressee, fresh, claim, browser };
  try {
    return await writeSignUp(c, order, known);
  } catch (error) {
    // Another request has created or confirmed a user with this address since the read.
    const appeared = isUniqueViolation(error) ? await findUser(c.get('db'), keyOf(addressee)) : undefined;
    if (!appeared) throw error;
    return writeSignUp(c, order, appeared);
  }
}

async function writeSignUp(c: Context<AuthEnv>, order: Order, known: UserRecord | undefined) {
  const [db, { autoconfirm }] = [c.get('db'), c.get('config')];
  const { addressee, fresh } = order;
  if (known && !isOpenToSignUp(known, await findRole(db, known.user.id))) {
    if (autoconfirm) throw refuse(422, 'user_already_exists', 'User already registered');
    await tellOfSignUp(c, order, known);
    // The response looks as if the user were new. Its `id` belongs to no user. Nothing in it is from the known account.
    return c.json(userJson(sent(c, fresh)));
  }
  if (autoconfirm) {
    const record = known ? replacedBySignUp(known, fresh) : fresh;
    const writes = known
      ? signUpRewrites(db, { accounts: c.get('accounts'), record, now: c.get('now') })
      : userInserts(db, record);
    return c.json(
      await startSession(c, { record, method: 'password', identity: providerOf(addressee), alongside: writes }),
    );
  }
  await sendConfirmation(c, order, known);
  return c.json(userJson(sent(c, fresh)));
}

/** Stores the password and metadata with the code. They move to the account once the person confirms the address. */
async function sendConfirmation(
  c: Context<AuthEnv>,
  { body, addressee, fresh, browser }: Order,
  known: UserRecord | undefined,
): Promise<void> {
  const db = c.get('db');
  const message = await prepareMessage(c, {
    user_id: known?.user.id ?? fresh.user.id,
    kind: addressee.channel === 'email' ? 'confirmation' : 'phone',
    address: addressee.address,
    purpose: 'confirmation',
    type: 'signup',
    redirect_to: requestedRedirect(c),
    challenge: challengeOf(body),
    sign_up: { password_hash: fresh.user.password_hash, data: body.data ?? {}, browser },
  });
  await sendMessages(c, [message], known ? whileUnproven(db, known) : userInserts(db, withoutSignUp(fresh)));
}

/** Mails the address's owner at most once a day, so that strangers cannot fill an inbox or use up the day's mails. */
async function tellOfSignUp(c: Context<AuthEnv>, { addressee, claim }: Order, { user }: UserRecord): Promise<void> {
  const now = c.get('now');
  const isOwned = addressee.channel === 'email' && user.email_confirmed_at !== null && !isBanned(user, now);
  if (!isOwned) return claim?.giveBack();
  const mail = {
    channel: 'email',
    recipient: addressee.address,
    ...(await composeKnown(c.get('config').site_url)),
  } as const;
  const { id, statement } = await outboxInsert(c, mail, {
    id: `known:${user.id}:${now.toISOString().slice(0, 10)}`,
    purpose: 'account',
    expires_at: new Date(now.getTime() + c.get('config').otp_expiry_s * 1000),
  });
  const written = await statement.onConflictDoNothing().returning();
  if (written.length === 0) return claim?.giveBack();
  dispatch(c, [id]);
}

async function signUpAnonymously(c: Context<AuthEnv>, body: SignUp) {
  await limitRequest(c, 'anonymous');
  const { signups, anonymous } = c.get('config');
  if (!signups) throw signupDisabled(422);
  if (!anonymous) throw refuse(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  const user = newUser(c.get('now'), { is_anonymous: true, user_metadata: body.data ?? {} });
  const record: UserRecord = { user, identities: [], factors: [] };
  return c.json(await startSession(c, { record, method: 'anonymous', alongside: userInserts(c.get('db'), record) }));
}

function sent(c: Context<AuthEnv>, record: UserRecord): UserRecord {
  return { ...record, user: { ...record.user, confirmation_sent_at: c.get('now') } };
}
