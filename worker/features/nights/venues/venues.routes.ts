import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { publicCache } from '../../../http/answers/public-cache.ts';
import { limit } from '../../../http/limits/rate-limit.ts';
import { findVenues } from './venues.db.ts';

export const venueRoutes = new Hono<AppEnv>().get(
  '/venues',
  publicCache,
  limit('read', 'venues'),
  describeRoute({ summary: 'All venues by name; have_pages says whether /venues/{slug} is open' }),
  async (c) => c.json(await findVenues(c.get('db'))),
);
