import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { ListPage } from '../../../contract/nights/events/events.ts';
import { query } from '../../../http/answers/body.ts';
import { venueNotFound } from '../../../http/answers/errors.ts';
import { feesOf } from '../../../http/shared/configured-fees.ts';
import { publicCache } from '../../../http/answers/public-cache.ts';
import { limit } from '../../../http/limits/rate-limit.ts';
import { eventPage } from './events.view.ts';
import { findVenuePage } from './venue-page.db.ts';

export const venuePageRoutes = new Hono<AppEnv>().get(
  '/venues/:slug',
  publicCache,
  limit('read', 'venue'),
  describeRoute({
    summary:
      'A venue and its coming events; null while venue pages are off; a merged venue’s slug finds the venue it is now part of',
  }),
  query(ListPage),
  async (c) => {
    const { cursor, limit: size } = c.req.valid('query');
    const asked = { slug: c.req.param('slug'), now: c.get('now'), after: cursor ?? null, limit: size + 1 };
    const { is_on, venue, events } = await findVenuePage(c.get('db'), asked);
    // Null instead of an error status, because browsers log error statuses in the console.
    if (!is_on) return c.json(null);
    if (!venue) throw venueNotFound();
    return c.json({ venue, ...eventPage(events, { limit: size, fees: feesOf(c.env) }) });
  },
);
