import { Hono } from 'hono';
import type { AuthEnv } from '../auth-env.ts';
import { refuse } from '../errors.ts';
import { authBody } from '../inputs.ts';
import { limitRequest } from '../limits.ts';
import { challengeOf } from '../oauth/pkce-challenge.ts';
import { userBearer } from '../sessions/bearer.ts';
import { UpdateOwnUser, updateOwnUser } from './update-own-user.ts';
import { userJson } from './user-json.ts';

/** The signed-in user reads and changes their own account. */
export const userRoutes = new Hono<AuthEnv>()
  .get('/user', userBearer, (c) => {
    c.header('Cache-Control', 'no-store');
    return c.json(userJson(c.get('caller')));
  })
  .put('/user', userBearer, async (c) => {
    const body = await authBody(c, UpdateOwnUser);
    await limitRequest(c, 'user', c.get('caller').user.id);
    if (body.app_metadata !== undefined) throw refuse(403, 'not_admin', 'Updating app_metadata requires admin privileges');
    return c.json(userJson(await updateOwnUser(c, { body, challenge: challengeOf(body) })));
  });
