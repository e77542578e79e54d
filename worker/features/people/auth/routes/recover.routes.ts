import { Hono } from 'hono';
import * as v from 'valibot';
import { AddressFields, emailOf } from '../accounts/addresses.ts';
import { findUser } from '../base/users.db.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { prepareMessage, sendMessages } from '../codes/send-code.ts';
import { authBody } from '../base/inputs.ts';
import { claimSend, limitRequest } from '../base/limits.ts';
import { ChallengeFields, challengeOf } from '../sessions/pkce-challenge.ts';
import { requestedRedirect } from '../base/redirect.ts';

const Recover = v.object({ email: AddressFields.email, ...ChallengeFields });

/** An unknown address gets the same response as a known one, but no mail. */
export const recoverRoutes = new Hono<AuthEnv>().post('/recover', async (c) => {
  const body = await authBody(c, Recover);
  const address = emailOf(body.email ?? '');
  await limitRequest(c, 'recover', address);
  const challenge = challengeOf(body);
  const claim = await claimSend(c, { channel: 'email', kind: 'recovery', address });
  const record = await findUser(c.get('db'), { email: address });
  if (!record) {
    claim.giveBack();
    return c.json({});
  }
  const message = { user_id: record.user.id, address, challenge, redirect_to: requestedRedirect(c) };
  await sendMessages(c, [
    await prepareMessage(c, { ...message, kind: 'recovery', purpose: 'recovery', type: 'recovery' }),
  ]);
  return c.json({});
});
