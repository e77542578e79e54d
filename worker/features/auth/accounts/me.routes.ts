import { eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import { profiles } from '../../../../drizzle/tables/profiles.ts';
import type { AppEnv } from '../../../context.ts';
import { signedIn } from '../../../http/guards.ts';

export const meRoutes = new Hono<AppEnv>().get('/me', signedIn, describeRoute({ summary: 'Who is signed in' }), async (c) => {
  const { user_id, email, role } = c.get('actor');
  const [profile = { display_name: null, is_student_verified: false, school: null }] = await c
    .get('db')
    .select({ display_name: profiles.display_name, is_student_verified: profiles.is_student_verified, school: profiles.school })
    .from(profiles)
    .where(eq(profiles.id, user_id));
  c.header('Cache-Control', 'no-store');
  return c.json({ user: { id: user_id, email }, profile, role });
});
