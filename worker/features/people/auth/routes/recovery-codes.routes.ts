import { Hono } from 'hono';
import * as v from 'valibot';
import type { AuthEnv } from '../base/auth-env.ts';
import { authBody } from '../base/inputs.ts';
import { limitFactor, limitRequest } from '../base/limits.ts';
import { userBearer } from '../sessions/bearer.ts';
import { freshProof } from '../codes/fresh-proof.ts';
import { requireSecondFactor } from '../factors/require-second-factor.ts';
import { countRecoveryCodes } from '../factors/recovery-codes.db.ts';
import { makeRecoveryCodes, verifyRecoveryCode } from '../factors/recovery-codes.ts';

const RecoveryCode = v.object({ code: v.pipe(v.string(), v.maxLength(64)) });

/** Recovery codes serve people who cannot use their second factor. The GoTrue protocol has no such routes. */
export const recoveryCodeRoutes = new Hono<AuthEnv>()
  .use('/recovery-codes', userBearer)
  .use('/recovery-codes/*', userBearer)
  .get('/recovery-codes', async (c) => {
    requireSecondFactor(c.get('caller'));
    c.header('Cache-Control', 'no-store');
    return c.json({ left: await countRecoveryCodes(c.get('db'), c.get('caller').user.id) });
  })
  .post('/recovery-codes', freshProof, async (c) => {
    requireSecondFactor(c.get('caller'));
    await limitRequest(c, 'user', c.get('caller').user.id);
    c.header('Cache-Control', 'no-store');
    return c.json(await makeRecoveryCodes(c));
  })
  .post('/recovery-codes/verify', async (c) => {
    await limitFactor(c);
    const { code } = await authBody(c, RecoveryCode);
    return c.json(await verifyRecoveryCode(c, code));
  });
