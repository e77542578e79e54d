import { Hono } from 'hono';
import * as v from 'valibot';
import type { AuthEnv } from '../auth-env.ts';
import { authBody } from '../inputs.ts';
import { limitRequest } from '../limits.ts';
import { userBearer } from '../sessions/bearer.ts';
import { freshProof } from '../sessions/fresh-proof.ts';
import { checkPassword } from './password-policy.ts';
import { readRecovery, finishRecovery } from './finish-recovery.ts';

const NewPassword = v.object({ password: v.string(), keep: v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.maxLength(100)) });

/** The end of a recovery: lists what was added in the last 30 days, and sets a new password. */
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
