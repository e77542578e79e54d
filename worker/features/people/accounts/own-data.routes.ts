import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { LEFT_OUT_DATA } from '../../../contract/people/left-out-data.ts';
import { notFound } from '../../../http/answers/errors.ts';
import { signedIn } from '../../../http/security/guards.ts';
import { limitActor } from '../../../http/limits/rate-limit.ts';

export const ownDataRoutes = new Hono<AppEnv>()
  .get(
    '/my/profile',
    signedIn,
    limitActor('read', 'own-profile'),
    describeRoute({ summary: 'What others see of you as a seller' }),
    async (c) => {
      const { findShownProfile } = await import('./own-profile.db.ts');
      const profile = await findShownProfile(c.get('db'), { id: c.get('actor').user_id, now: c.get('now') });
      if (!profile) throw notFound();
      c.header('Cache-Control', 'no-store');
      return c.json(profile);
    },
  )
  .get(
    '/my/data',
    signedIn,
    limitActor('form', 'own-data'),
    describeRoute({ summary: 'A file with the data that is stored about you, and a list of what it leaves out' }),
    async (c) => {
      const { user_id, email } = c.get('actor');
      // Loaded on demand, to keep the Worker's startup small.
      const { findOwnData } = await import('./own-data.db.ts');
      const data = await findOwnData(c.get('db'), { id: user_id, email });
      c.header('Cache-Control', 'no-store');
      c.header('Content-Disposition', 'attachment; filename="vouch-data.json"');
      return c.json({ made_at: c.get('now'), ...data, left_out: LEFT_OUT_DATA });
    },
  );
