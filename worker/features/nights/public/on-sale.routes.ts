import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { ListOnSale } from '../../../contract/nights/events/events.ts';
import { query } from '../../../http/answers/body.ts';
import { feesOf } from '../../../http/shared/configured-fees.ts';
import { publicCache } from '../../../http/answers/public-cache.ts';
import { limit } from '../../../http/limits/rate-limit.ts';
import { eventCards } from './events.view.ts';
import { onSalePage } from './on-sale.view.ts';
import { findTonight } from './tonight.db.ts';

/** Responds with null while a page is switched off, because browsers log an error status in the console. */
export const onSaleRoutes = new Hono<AppEnv>()
  .get(
    '/tickets',
    publicCache,
    limit('read', 'on-sale'),
    describeRoute({
      summary: 'Coming events with tickets on sale, by start, with their cheapest listings; null while switched off',
    }),
    query(ListOnSale),
    async (c) => {
      const { cursor, limit: size, ...given } = c.req.valid('query');
      // Loaded on demand, because the Worker's startup time is limited.
      const { findOnSaleEvents } = await import('./on-sale.db.ts');
      const fees = feesOf(c.env);
      const asked = { now: c.get('now'), given, fees, after: cursor ?? null, limit: size + 1 };
      const { is_on, events, choices } = await findOnSaleEvents(c.get('db'), asked);
      return c.json(is_on ? { ...onSalePage(events, { limit: size, fees }), choices } : null);
    },
  )
  .get(
    '/live',
    publicCache,
    limit('read', 'tonight'),
    describeRoute({
      summary: 'Tonight’s events until 6 AM in New York, by start; null while switched off',
    }),
    async (c) => {
      const { is_on, events, ends_at } = await findTonight(c.get('db'), { now: c.get('now') });
      return c.json(is_on ? { ends_at, events: eventCards(events, feesOf(c.env)) } : null);
    },
  );
