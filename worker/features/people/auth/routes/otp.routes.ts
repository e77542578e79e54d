import { Hono, type Context } from 'hono';
import * as v from 'valibot';
import { addresseeOf, AddressFields, ChannelField, emailOf, keyOf, type Addressee } from '../accounts/addresses.ts';
import { DataField } from '../base/metadata.ts';
import { addressRecord, withoutSignUp } from '../accounts/new-user.ts';
import { findRole } from '../codes/unproven.db.ts';
import { isOpenToSignUp } from '../accounts/unproven.ts';
import { findUser, userInserts, type UserRecord } from '../base/users.db.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { refuse, signupDisabled } from '../base/errors.ts';
import { authBody } from '../base/inputs.ts';
import { claimSend, limitRequest } from '../base/limits.ts';
import { ChallengeFields, challengeOf } from '../sessions/pkce-challenge.ts';
import { requestedRedirect } from '../base/redirect.ts';
import { markSignUpBrowser } from '../codes/own-browser.ts';
import { prepareMessage, sendMessages, type CodeMessage } from '../codes/send-code.ts';

const Otp = v.object({
  ...AddressFields,
  ...ChallengeFields,
  ...ChannelField,
  ...DataField,
  create_user: v.nullish(v.boolean()),
});

export const otpRoutes = new Hono<AuthEnv>()
  .post('/otp', async (c) => {
    const body = await authBody(c, Otp);
    const addressee = addresseeOf(c, body);
    await limitRequest(c, 'otp', addressee.address);
    await sendSignIn(c, { body, addressee, mayCreate: body.create_user ?? true });
    return c.json(addressee.channel === 'sms' ? { message_id: '' } : {});
  })
  .post('/magiclink', async (c) => {
    const body = await authBody(c, Otp);
    const address = emailOf(body.email ?? '');
    await limitRequest(c, 'magiclink', address);
    await sendSignIn(c, { body, addressee: { channel: 'email', address }, mayCreate: true });
    return c.json({});
  });

async function sendSignIn(
  c: Context<AuthEnv>,
  { body, addressee, mayCreate }: { body: v.InferOutput<typeof Otp>; addressee: Addressee; mayCreate: boolean },
): Promise<void> {
  const [db, challenge] = [c.get('db'), challengeOf(body)];
  const { channel, address } = addressee;
  const claim = await claimSend(c, { channel, kind: 'otp', address });
  const known = await findUser(db, keyOf(addressee));
  if (!known && (!mayCreate || !c.get('config').signups || claim.usesReserve)) claim.giveBack();
  if (!known && !mayCreate) throw refuse(422, 'otp_disabled', 'Signups not allowed for otp');
  if (!known && !c.get('config').signups) throw signupDisabled(422);
  const browser = await markSignUpBrowser(c);
  // The day's reserve of messages is only for addresses with an account, so a sign-up that needs it sends nothing.
  // The response is the usual one, so it does not reveal who has an account.
  if (!known && claim.usesReserve) return;
  const sign_up = { password_hash: null, data: body.data ?? {}, browser };
  const order = { address, challenge, redirect_to: requestedRedirect(c) };
  const fresh = addressRecord(c.get('now'), {
    addressee,
    confirmed: false,
    password_hash: null,
    data: body.data ?? {},
  });
  if (!known) {
    const message = await prepareMessage(c, {
      ...order,
      sign_up,
      user_id: fresh.user.id,
      ...signInPurpose(undefined, addressee),
    });
    try {
      return await sendMessages(c, [message], userInserts(db, withoutSignUp(fresh)));
    } catch (error) {
      // Another request has just created the user.
      if (!(await findUser(db, keyOf(addressee)))) throw error;
    }
  }
  const record = known ?? (await findUser(db, keyOf(addressee)));
  if (!record) return;
  // Sign-up and sign-in by text message use the same kind of code, and a user has at most one code of a kind. The new
  // code therefore replaces the code of an unconfirmed sign-up. The replaced code may store the password of the
  // sign-up. The new code stores no password.
  const isOpen = channel === 'sms' && isOpenToSignUp(record, await findRole(db, record.user.id));
  const replaced = channel === 'sms' ? { sign_up: isOpen ? sign_up : null } : {};
  await sendMessages(c, [
    await prepareMessage(c, { ...order, ...replaced, user_id: record.user.id, ...signInPurpose(record, addressee) }),
  ]);
}

/** If the address was never proven, the `recovery` code drops a password that somebody else may have planted. */
function signInPurpose(
  known: UserRecord | undefined,
  { channel }: Addressee,
): Pick<CodeMessage, 'kind' | 'purpose' | 'type'> {
  if (channel === 'sms') return { kind: 'phone', purpose: 'magiclink', type: 'sms' };
  return known
    ? { kind: 'recovery', purpose: 'magiclink', type: 'magiclink' }
    : { kind: 'confirmation', purpose: 'confirmation', type: 'signup' };
}
