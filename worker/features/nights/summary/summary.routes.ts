import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { requireRole } from '../../../http/security/guards.ts';
import { countToday } from './summary.db.ts';

export const summaryRoutes = new Hono<AppEnv>()
  .basePath('/admin/summary')
  .use(requireRole('admin'))
  .get('/', describeRoute({ summary: "Today's numbers" }), async (c) =>
    c.json(await countToday(c.get('db'), { now: c.get('now') })),
  );
