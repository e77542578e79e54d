import { Hono, type Context } from 'hono';
import type { AuthEnv } from '../base/auth-env.ts';
import { malformed, refuse } from '../base/errors.ts';
import { claimSend } from '../base/limits.ts';
import { requestedRedirect } from '../base/redirect.ts';
import { userBearer } from '../sessions/bearer.ts';
import { prepareMessage, sendMessages } from '../codes/send-code.ts';

/** Sends the code that is the `nonce` of a password change. */
export const reauthenticateRoutes = new Hono<AuthEnv>().get('/reauthenticate', userBearer, async (c) => {
  const { channel, address } = provenAddress(c);
  await claimSend(c, { channel, kind: 'reauthentication', address });
  const message = await prepareMessage(c, {
    user_id: c.get('caller').user.id,
    kind: 'reauthentication',
    address,
    purpose: 'reauthentication',
    type: 'reauthentication',
    redirect_to: requestedRedirect(c),
  });
  await sendMessages(c, [message]);
  return c.json(channel === 'email' ? {} : { message_id: '' });
});

function provenAddress(c: Context<AuthEnv>) {
  const { user } = c.get('caller');
  if (user.email !== null) {
    if (!user.email_confirmed_at) throw refuse(422, 'email_not_confirmed', 'Please verify your email first.');
    return { channel: 'email', address: user.email } as const;
  }
  if (!user.phone) throw malformed('Reauthentication requires the user to have an email or a phone number');
  if (!user.phone_confirmed_at) throw refuse(422, 'phone_not_confirmed', 'Please verify your phone first.');
  return { channel: 'sms', address: user.phone } as const;
}
