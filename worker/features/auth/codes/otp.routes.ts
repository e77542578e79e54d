import { Hono, type Context } from 'hono';
import type * as v from 'valibot';
import type { AuthEnv } from '../auth-env.ts';
import { malformed, refuse } from '../errors.ts';
import { addresseeOf, authBody, challengeOf, emailOf, Otp, Recover, Resend, type Addressee } from '../inputs.ts';
import { claimSend, limitRequest } from '../limits.ts';
import { addressRecord, insertsOf } from '../accounts/new-user.ts';
import { requestedRedirect } from '../redirect.ts';
import { prepareMail, sendMails, type CodeMail } from './send-code.ts';
import { isUniqueViolation } from '../unique.ts';
import { isConfirmed, isProven, keyOf, replaced, rewritesOf } from '../accounts/unproven.ts';
import { findUser, type UserRecord } from '../accounts/users.db.ts';

const TEXTS = {
  both: 'Only an email address or phone number should be provided',
  none: 'One of email or phone must be set',
};

export const otpRoutes = new Hono<AuthEnv>()
  .post('/otp', async (c) => {
    const body = await authBody(c, Otp);
    const addressee = addresseeOf(c, body, TEXTS);
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
  })
  .post('/recover', async (c) => {
    const body = await authBody(c, Recover);
    const address = emailOf(body.email ?? '');
    await limitRequest(c, 'recover', address);
    const challenge = challengeOf(body);
    await claimSend(c, { channel: 'email', kind: 'recovery', address });
    const record = await findUser(c.get('db'), { email: address });
    if (!record) return c.json({});
    const mail = { user_id: record.user.id, address, challenge, redirect_to: requestedRedirect(c) };
    await sendMails(c, [await prepareMail(c, { ...mail, kind: 'recovery', purpose: 'recovery', type: 'recovery' })]);
    return c.json({});
  })
  .post('/resend', async (c) => {
    const body = await authBody(c, Resend);
    const isSms = RESENDS[body.type]?.channel === 'sms';
    if (!Object.hasOwn(RESENDS, body.type)) throw malformed('Missing one of these types: signup, email_change, sms, phone_change');
    const addressee = addresseeOf(c, body, TEXTS);
    if (isSms !== (addressee.channel === 'sms'))
      throw malformed(`Type ${body.type} needs ${isSms ? 'a phone number' : 'an email address'}`);
    await limitRequest(c, 'resend', addressee.address);
    await resend(c, { type: body.type, addressee, challenge: challengeOf(body) });
    return c.json(isSms ? { message_id: '' } : {});
  });

/** Mails or texts a code to sign in with; an unknown address becomes a user where that is wanted. */
async function sendSignIn(
  c: Context<AuthEnv>,
  { body, addressee, mayCreate }: { body: v.InferOutput<typeof Otp>; addressee: Addressee; mayCreate: boolean },
): Promise<void> {
  const challenge = challengeOf(body);
  const { channel, address } = addressee;
  await claimSend(c, { channel, kind: 'otp', address });
  const known = await findUser(c.get('db'), keyOf(addressee));
  if (!known && !mayCreate) throw refuse(422, 'otp_disabled', 'Signups not allowed for otp');
  if (!known && !c.get('config').signups) throw refuse(422, 'signup_disabled', 'Signups not allowed for this instance');
  const order = { address, challenge, redirect_to: requestedRedirect(c) };
  const fresh = addressRecord(c.get('now'), { addressee, confirmed: false, password_hash: null, data: body.data ?? {} });
  if (!known) {
    const mail = await prepareMail(c, { ...order, user_id: fresh.user.id, ...signInPurpose(undefined, addressee) });
    try {
      return await sendMails(c, [mail], insertsOf(c, fresh));
    } catch (error) {
      // Somebody else was first with this address: what follows finds their user, or the error was another.
      if (!(await findUser(c.get('db'), keyOf(addressee)))) throw error;
    }
  }
  const record = known ?? (await findUser(c.get('db'), keyOf(addressee)));
  if (!record) return;
  // By SMS there is one code for both, so a password that was never confirmed goes as soon as somebody asks to sign in without it.
  const writes = channel === 'sms' && !isProven(record) ? rewritesOf(c, replaced(record, fresh)) : [];
  const mail = await prepareMail(c, { ...order, user_id: record.user.id, ...signInPurpose(record, addressee) });
  await sendMails(c, [mail], writes).catch((error: unknown) => {
    if (writes.length === 0 || !isUniqueViolation(error)) throw error;
    // Its owner has proven the number meanwhile: nothing is to be thrown away.
    return sendMails(c, [mail]);
  });
}

/**
 * A new user confirms their own sign-up. Anybody else signs in by a `recovery` code, which on an address that was never proven
 * throws away the password and data that somebody may have planted there.
 */
function signInPurpose(known: UserRecord | undefined, { channel }: Addressee): Pick<CodeMail, 'kind' | 'purpose' | 'type'> {
  if (channel === 'sms') return { kind: 'phone', purpose: 'magiclink', type: 'sms' };
  return known
    ? { kind: 'recovery', purpose: 'magiclink', type: 'magiclink' }
    : { kind: 'confirmation', purpose: 'confirmation', type: 'signup' };
}

const RESENDS: Record<string, { channel: 'email' | 'sms'; kind: string }> = {
  signup: { channel: 'email', kind: 'signup' },
  email_change: { channel: 'email', kind: 'email_change' },
  sms: { channel: 'sms', kind: 'otp' },
  phone_change: { channel: 'sms', kind: 'phone_change' },
};

/** Sends again what is still open; unknown addresses and nothing-to-send are answered alike. */
async function resend(
  c: Context<AuthEnv>,
  { type, addressee, challenge }: { type: string; addressee: Addressee; challenge: ReturnType<typeof challengeOf> },
): Promise<void> {
  await claimSend(c, { channel: addressee.channel, kind: RESENDS[type]!.kind, address: addressee.address });
  const record = await findUser(c.get('db'), keyOf(addressee));
  if (!record) return;
  const order = { user_id: record.user.id, challenge, redirect_to: requestedRedirect(c) };
  const mails = openMails(record, { type, addressee }).map((mail) => prepareMail(c, Object.assign(mail, order)));
  await sendMails(c, await Promise.all(mails));
}

/** What a resend of `type` would send: nothing where there is nothing open. */
function openMails(
  record: UserRecord,
  { type, addressee }: { type: string; addressee: Addressee },
): Pick<CodeMail, 'kind' | 'purpose' | 'type' | 'address'>[] {
  const { email, new_email, new_phone, email_change_proven } = record.user;
  const { address } = addressee;
  if (type === 'signup') return isConfirmed(record, addressee) ? [] : [{ kind: 'confirmation', purpose: 'confirmation', type, address }];
  if (type === 'sms') return isConfirmed(record, addressee) ? [] : [{ kind: 'phone', purpose: 'confirmation', type, address }];
  if (type === 'phone_change') return new_phone ? [{ kind: 'phone_change', purpose: 'confirmation', type, address: new_phone }] : [];
  if (!new_email) return [];
  const halves = [
    { kind: 'email_change_current', purpose: 'email_change_current', type, address: email ?? '' },
    { kind: 'email_change_new', purpose: 'email_change_new', type, address: new_email },
  ] as const;
  return halves.filter((half) => half.address !== '' && half.kind !== `email_change_${email_change_proven}`);
}
