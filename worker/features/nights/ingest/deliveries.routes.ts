import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { ListDeliveries } from '../../../contract/nights/deliveries.ts';
import { query } from '../../../http/answers/body.ts';
import { requireRole } from '../../../http/security/guards.ts';
import { findDeliveries } from './find-deliveries.db.ts';

export const deliveryRoutes = new Hono<AppEnv>()
  .basePath('/admin/ingest-deliveries')
  .use(requireRole('admin', 'organizer'))
  .get(
    '/',
    describeRoute({ summary: 'The last 100 webhook deliveries; organizers see their own' }),
    query(ListDeliveries),
    async (c) => {
      const { role, user_id } = c.get('actor');
      const sender_id = role === 'organizer' ? user_id : null;
      const deliveries = await findDeliveries(c.get('db'), { ...c.req.valid('query'), sender_id });
      return c.json({ deliveries });
    },
  );
