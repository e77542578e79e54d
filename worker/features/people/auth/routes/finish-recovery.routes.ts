import { Hono } from 'hono';
import * as v from 'valibot';
import type { AuthEnv } from '../base/auth-env.ts';
import { authBody } from '../base/inputs.ts';
import { limitRequest } from '../base/limits.ts';
import { userBearer } from '../sessions/bearer.ts';
import { freshProof } from '../codes/fresh-proof.ts';
import { checkPassword } from '../password/password-policy.ts';
import { readRecovery, finishRecovery } from '../changes/finish-recovery.ts';

const NewPassword = v.object({
  password: v.string(),
  keep: v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.maxLength(100)),
});

/**
 * Routes for the end of a recovery. The person chooses a new password, and which recent additions to the account to
 * keep, such as passkeys.
 */
export const finishRecoveryRoutes = new Hono<AuthEnv>()
  .use('/recovery', userBearer)
  .get('/recovery', async (c) => {
    c.header('Cache-Control', 'no-store');
    return c.json(await readRecovery(c));
  })
  .post('/recovery', freshProof, async (c) => {
    const body = await authBody(c, NewPassword);
    await limitRequest(c, 'user', c.get('caller').user.id);
    await checkPassword(c, body.password);
    await finishRecovery(c, body);
    return c.json({});
  });
