import { Hono } from 'hono';
import type { AuthEnv } from '../base/auth-env.ts';
import { deleteUser } from '../admin/delete-user.ts';
import { refuse } from '../base/errors.ts';
import { requireSecondFactor } from '../factors/require-second-factor.ts';
import { authBody } from '../base/inputs.ts';
import { limitRequest } from '../base/limits.ts';
import { tellOfDeletion } from '../notices/tell-owner.ts';
import { challengeOf } from '../sessions/pkce-challenge.ts';
import { userBearer } from '../sessions/bearer.ts';
import { freshProof } from '../codes/fresh-proof.ts';
import { UpdateOwnUser, updateOwnUser } from '../changes/update-own-user.ts';
import { userJson } from '../accounts/user-json.ts';

/** `DELETE /user` is our own addition: the GoTrue protocol does not have it. */
export const userRoutes = new Hono<AuthEnv>()
  .get('/user', userBearer, (c) => {
    c.header('Cache-Control', 'no-store');
    return c.json(userJson(c.get('caller')));
  })
  .put('/user', userBearer, async (c) => {
    const body = await authBody(c, UpdateOwnUser);
    await limitRequest(c, 'user', c.get('caller').user.id);
    if (body.app_metadata !== undefined)
      throw refuse(403, 'not_admin', 'Updating app_metadata requires admin privileges');
    return c.json(userJson(await updateOwnUser(c, { body, challenge: challengeOf(body) })));
  })
  .delete('/user', userBearer, freshProof, async (c) => {
    const record = c.get('caller');
    requireSecondFactor(record);
    await limitRequest(c, 'user', record.user.id);
    await deleteUser(c, { record, keepsRow: false, also: await tellOfDeletion(c, record.user) });
    return c.body(null, 204);
  });
