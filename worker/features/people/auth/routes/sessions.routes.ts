import { Hono } from 'hono';
import { deviceName } from '../../../../contract/people/device-name.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { refuse } from '../base/errors.ts';
import { requireSecondFactor } from '../factors/require-second-factor.ts';
import { userBearer } from '../sessions/bearer.ts';
import { endSession, findOwnSessions } from '../sessions/sessions.db.ts';

/** Lists and ends the sessions of the caller. The GoTrue protocol has no routes for this. */
export const sessionRoutes = new Hono<AuthEnv>()
  .use('/sessions', userBearer)
  .use('/sessions/*', userBearer)
  .get('/sessions', async (c) => {
    const { user, session } = c.get('caller');
    requireSecondFactor(c.get('caller'));
    c.header('Cache-Control', 'no-store');
    const own = await findOwnSessions(c.get('db'), { user_id: user.id, now: c.get('now') });
    return c.json(
      own.map(({ id, user_agent, created_at, used_at }) => ({
        id,
        device: deviceName(user_agent),
        created_at,
        last_used_at: used_at,
        is_current: id === session.id,
      })),
    );
  })
  .delete('/sessions/:id', async (c) => {
    const { user } = c.get('caller');
    requireSecondFactor(c.get('caller'));
    const isEnded = await endSession(c.get('db'), { id: c.req.param('id'), user_id: user.id });
    if (!isEnded) throw refuse(404, 'session_not_found', 'This device is already signed out');
    return c.body(null, 204);
  });
