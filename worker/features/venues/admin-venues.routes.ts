import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../context.ts';
import { requireRole } from '../../http/guards.ts';
import { findVenues } from './venues.db.ts';

export const adminVenueRoutes = new Hono<AppEnv>()
  .basePath('/admin/venues')
  .use(requireRole('admin', 'organizer'))
  .get('/', describeRoute({ summary: 'Every venue by name, for the forms' }), async (c) =>
    c.json({ venues: await findVenues(c.get('db')) }),
  );
