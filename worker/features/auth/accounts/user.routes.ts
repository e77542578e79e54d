import { Hono, type Context } from 'hono';
import type { AuthEnv } from '../auth-env.ts';
import { userBearer } from '../sessions/bearer.ts';
import { malformed, refuse } from '../errors.ts';
import { authBody, challengeOf, UpdateUser } from '../inputs.ts';
import { claimSend, limitRequest } from '../limits.ts';
import { requestedRedirect } from '../redirect.ts';
import { prepareMail, sendMails } from '../codes/send-code.ts';
import { updateUser } from './update-own-user.ts';
import { userJson } from './user-json.ts';

export const userRoutes = new Hono<AuthEnv>()
  .get('/user', userBearer, (c) => {
    c.header('Cache-Control', 'no-store');
    return c.json(userJson(c.get('caller')));
  })
  .put('/user', userBearer, async (c) => {
    const body = await authBody(c, UpdateUser);
    await limitRequest(c, 'user', c.get('caller').user.id);
    if (body.app_metadata !== undefined) throw refuse(403, 'not_admin', 'Updating app_metadata requires admin privileges');
    return c.json(userJson(await updateUser(c, { body, challenge: challengeOf(body) })));
  })
  .get('/reauthenticate', userBearer, (c) => reauthenticate(c));

/** Sends a code to the confirmed e-mail address, or else to the phone. */
async function reauthenticate(c: Context<AuthEnv>): Promise<Response> {
  const { user } = c.get('caller');
  if (!user.email && !user.phone) throw malformed('Reauthentication requires the user to have an email or a phone number');
  const isEmail = user.email !== null;
  if (isEmail && !user.email_confirmed_at) throw refuse(422, 'email_not_confirmed', 'Please verify your email first.');
  if (!isEmail && !user.phone_confirmed_at) throw refuse(422, 'phone_not_confirmed', 'Please verify your phone first.');
  const address = (user.email ?? user.phone)!;
  await claimSend(c, { channel: isEmail ? 'email' : 'sms', kind: 'reauthentication', address });
  const mail = await prepareMail(c, {
    user_id: user.id,
    kind: 'reauthentication',
    address,
    purpose: 'reauthentication',
    type: 'reauthentication',
    redirect_to: requestedRedirect(c),
  });
  await sendMails(c, [mail]);
  return c.json(isEmail ? {} : { message_id: '' });
}
