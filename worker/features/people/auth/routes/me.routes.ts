import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../../context.ts';
import { signedIn } from '../../../../http/security/guards.ts';
import { findOwnProfile } from '../accounts/me.db.ts';

export const meRoutes = new Hono<AppEnv>().get(
  '/me',
  signedIn,
  describeRoute({ summary: 'Who is signed in' }),
  async (c) => {
    const { user_id, email, role, lacks_staff_factor } = c.get('actor');
    const profile = await findOwnProfile(c.get('db'), { id: user_id, now: c.get('now') });
    c.header('Cache-Control', 'no-store');
    return c.json({ user: { id: user_id, email }, profile, role, ...(lacks_staff_factor && { lacks_staff_factor }) });
  },
);
