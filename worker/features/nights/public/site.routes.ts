import { Hono } from 'hono';
import type { AppEnv } from '../../../context.ts';
import { isPublicAt } from '../../../contract/nights/events/event-phase.ts';
import { eventNotFound } from '../../../http/answers/errors.ts';
import { publicCache } from '../../../http/answers/public-cache.ts';
import { limit } from '../../../http/limits/rate-limit.ts';
import { calendarOf } from '../../../http/outbox/calendar.ts';
import { findEvent } from './events.db.ts';
import { findSite } from './site.db.ts';
import { sampleEvent } from './sample-event.ts';

const PAGES = ['/', '/events', '/venues', '/terms', '/privacy', '/guarantee'];
/** The paths that search engines should not crawl. */
const PRIVATE = [
  '/api/',
  '/auth',
  '/functions/',
  '/admin',
  '/account',
  '/my-nights',
  '/pay/',
  '/calendar/',
  '/check',
  '/login',
  '/whoami',
  '/test-events',
  '/show-env',
];

export const siteRoutes = new Hono<AppEnv>()
  .get('/sitemap.xml', publicCache, limit('read', 'sitemap'), async (c) => {
    const { events, venues } = await findSite(c.get('db'), { now: c.get('now') });
    const urls = [
      ...[...PAGES, ...venues.map(({ slug }) => `/venues/${slug}`)].map(
        (path) => `<url><loc>${new URL(path, c.env.SITE_URL).href}</loc></url>`,
      ),
      ...events.map(
        ({ slug, updated_at }) =>
          `<url><loc>${new URL(`/events/${slug}`, c.env.SITE_URL).href}</loc><lastmod>${updated_at.toISOString()}</lastmod></url>`,
      ),
    ];
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`;
    return c.body(xml, 200, { 'Content-Type': 'application/xml; charset=utf-8' });
  })
  .get('/robots.txt', (c) =>
    c.text(
      [
        'User-agent: *',
        ...PRIVATE.map((path) => `Disallow: ${path}`),
        `Sitemap: ${new URL('/sitemap.xml', c.env.SITE_URL).href}`,
        '',
      ].join('\n'),
    ),
  )
  .get('/events/:file{[a-z0-9-]+\\.ics}', publicCache, limit('read', 'calendar'), async (c) => {
    const file = c.req.param('file');
    const at = { slug: file.slice(0, -'.ics'.length), now: c.get('now') };
    const event = (await findEvent(c.get('db'), at)) ?? sampleEvent(at)?.event;
    if (!event || !isPublicAt(event, at.now)) throw eventNotFound();
    return c.body(calendarOf(event, c.env.SITE_URL), 200, {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': `attachment; filename="${file}"`,
    });
  });
