import { Hono, type Context } from 'hono';
import * as v from 'valibot';
import { addresseeOf, AddressFields, keyOf, type Addressee } from '../accounts/addresses.ts';
import { isConfirmed } from '../accounts/unproven.ts';
import { findUser, type UserRecord } from '../base/users.db.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { malformed } from '../base/errors.ts';
import { authBody } from '../base/inputs.ts';
import { claimSend, limitRequest } from '../base/limits.ts';
import { ChallengeFields, challengeOf, type PkceChallenge } from '../sessions/pkce-challenge.ts';
import { requestedRedirect } from '../base/redirect.ts';
import { prepareMessage, sendMessages, type CodeMessage } from '../codes/send-code.ts';

const Resend = v.object({ ...AddressFields, ...ChallengeFields, type: v.string() });

const RESENDS: Record<string, { channel: 'email' | 'sms'; kind: string }> = {
  signup: { channel: 'email', kind: 'signup' },
  email_change: { channel: 'email', kind: 'email_change' },
  sms: { channel: 'sms', kind: 'otp' },
  phone_change: { channel: 'sms', kind: 'phone_change' },
};

/** If nothing is sent, as for an unknown address, the response is the same as if a message had been sent. */
export const resendRoutes = new Hono<AuthEnv>().post('/resend', async (c) => {
  const body = await authBody(c, Resend);
  const isSms = RESENDS[body.type]?.channel === 'sms';
  if (!Object.hasOwn(RESENDS, body.type))
    throw malformed('Missing one of these types: signup, email_change, sms, phone_change');
  const addressee = addresseeOf(c, body);
  if (isSms !== (addressee.channel === 'sms')) {
    throw malformed(`Type ${body.type} needs ${isSms ? 'a phone number' : 'an email address'}`);
  }
  await limitRequest(c, 'resend', addressee.address);
  await resend(c, { type: body.type, addressee, challenge: challengeOf(body) });
  return c.json(isSms ? { message_id: '' } : {});
});

async function resend(
  c: Context<AuthEnv>,
  { type, addressee, challenge }: { type: string; addressee: Addressee; challenge: PkceChallenge | null },
): Promise<void> {
  const claim = await claimSend(c, {
    channel: addressee.channel,
    kind: RESENDS[type]!.kind,
    address: addressee.address,
  });
  const record = await findUser(c.get('db'), keyOf(addressee));
  const open = record ? openMessages(record, { type, addressee }) : [];
  if (!record || open.length === 0) return claim.giveBack();
  const order = { user_id: record.user.id, challenge, redirect_to: requestedRedirect(c) };
  const messages = open.map((message) => prepareMessage(c, Object.assign(message, order)));
  await sendMessages(c, await Promise.all(messages));
}

function openMessages(
  record: UserRecord,
  { type, addressee }: { type: string; addressee: Addressee },
): Pick<CodeMessage, 'kind' | 'purpose' | 'type' | 'address'>[] {
  const { email, new_email, new_phone, email_change_proven, invited_at } = record.user;
  const { address } = addressee;
  // An invitation does not count as a sign-up. If it did, a stranger could make the invitation's link stop working.
  if (type === 'signup')
    return isConfirmed(record, addressee) || invited_at
      ? []
      : [{ kind: 'confirmation', purpose: 'confirmation', type, address }];
  if (type === 'sms')
    return isConfirmed(record, addressee) ? [] : [{ kind: 'phone', purpose: 'confirmation', type, address }];
  if (type === 'phone_change')
    return new_phone ? [{ kind: 'phone_change', purpose: 'confirmation', type, address: new_phone }] : [];
  if (!new_email) return [];
  const halves = [
    { kind: 'email_change_current', purpose: 'email_change_current', type, address: email ?? '' },
    { kind: 'email_change_new', purpose: 'email_change_new', type, address: new_email },
  ] as const;
  return halves.filter((half) => half.address !== '' && half.kind !== `email_change_${email_change_proven}`);
}
