import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import * as v from 'valibot';
import type { AuthEnv } from '../base/auth-env.ts';
import { refuse } from '../base/errors.ts';
import { authBody, isUuid } from '../base/inputs.ts';
import { limitRequest } from '../base/limits.ts';
import { freshProof } from '../codes/fresh-proof.ts';
import { CreatedKey, SignedText } from '../factors/passkey-answer.ts';
import { requireSecondFactor } from '../factors/require-second-factor.ts';
import { findOwnPasskeys, renamePasskey } from '../passkeys/own-passkeys.db.ts';
import { passkeyJson } from '../passkeys/passkey-json.ts';
import { passkeySignIn, signInOptions } from '../passkeys/passkey-sign-in.ts';
import { deletePasskey, passkeyNotFound, registerPasskey, registrationOptions } from '../passkeys/register-passkey.ts';
import { userBearer } from '../sessions/bearer.ts';

const challenge_id = v.pipe(v.string(), v.uuid('challenge_id must be an UUID'));
const NewPasskey = v.object({ challenge_id, credential: CreatedKey });
const SignedIn = v.object({ challenge_id, credential: SignedText });
const Name = v.object({
  friendly_name: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'friendly_name is required'),
    v.maxLength(120, 'friendly_name must be 120 characters or less'),
  ),
});

/** Refuses a session that has not used the account's second factor. */
const ownPasskeys = createMiddleware<AuthEnv>(async (c, next) => {
  const { user } = c.get('caller');
  if (user.is_anonymous) throw refuse(403, 'no_authorization', 'Anonymous users cannot have passkeys');
  requireSecondFactor(c.get('caller'));
  await limitRequest(c, 'user', user.id);
  c.header('Cache-Control', 'no-store');
  await next();
});

export const passkeyRoutes = new Hono<AuthEnv>()
  .post('/passkeys/authentication/options', async (c) => {
    c.header('Cache-Control', 'no-store');
    return c.json(await signInOptions(c));
  })
  .post('/passkeys/authentication/verify', async (c) => {
    c.header('Cache-Control', 'no-store');
    return c.json(await passkeySignIn(c, await authBody(c, SignedIn)));
  })
  .use('/passkeys', userBearer, ownPasskeys)
  .use('/passkeys/*', userBearer, ownPasskeys)
  .get('/passkeys', async (c) => c.json((await findOwnPasskeys(c.get('db'), c.get('caller').user.id)).map(passkeyJson)))
  .post('/passkeys/registration/options', freshProof, async (c) => c.json(await registrationOptions(c)))
  .post('/passkeys/registration/verify', freshProof, async (c) =>
    c.json(passkeyJson(await registerPasskey(c, await authBody(c, NewPasskey)))),
  )
  .patch('/passkeys/:id', async (c) => {
    const { friendly_name } = await authBody(c, Name);
    const own = { id: idOf(c.req.param('id')), user_id: c.get('caller').user.id };
    const renamed = await renamePasskey(c.get('db'), { ...own, friendly_name });
    if (!renamed) throw passkeyNotFound();
    return c.json(passkeyJson(renamed));
  })
  .delete('/passkeys/:id', freshProof, async (c) => {
    await deletePasskey(c, idOf(c.req.param('id')));
    return c.body(null, 204);
  });

function idOf(id: string): string {
  if (!isUuid(id)) throw passkeyNotFound();
  return id.toLowerCase();
}
