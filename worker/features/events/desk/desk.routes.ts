import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { requireRole } from '../../../http/guards.ts';
import { managedEvent } from '../admin-events.view.ts';
import { findOwnEvent } from '../who-may-manage.db.ts';
import { countDesk } from './desk.db.ts';

/** The organizers' desk of one event. Each route reads the event and its managers from the database first. */
export const deskRoutes = new Hono<AppEnv>()
  .basePath('/admin/events/:id')
  .use(requireRole('admin', 'organizer'))
  .get('/desk', describeRoute({ summary: 'One event with the numbers of its desk' }), async (c) => {
    const [db, now] = [c.get('db'), c.get('now')];
    const event = await findOwnEvent(db, { id: c.req.param('id'), actor: c.get('actor') });
    return c.json({ event: managedEvent(event, now), ...(await countDesk(db, { event_id: event.id, now })) });
  });
