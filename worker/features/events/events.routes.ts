import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../context.ts';
import { isPublicAt } from '../../contract/event-phase.ts';
import { ListEvents, ReadEvent } from '../../contract/events.ts';
import { orderHome } from '../../contract/home-order.ts';
import { query } from '../../http/body.ts';
import { eventNotFound } from '../../http/errors.ts';
import { publicCache } from '../../http/public-cache.ts';
import { limit } from '../../http/rate-limit.ts';
import { findHomeEvents } from './event-cards.db.ts';
import { findEvent, findEventWithListings } from './events.db.ts';
import { sampleEvent } from './sample-event.ts';
import { eventCards, eventDetail, eventListings, eventPage } from './events.view.ts';

export const eventRoutes = new Hono<AppEnv>()
  .get('/home', publicCache, limit('read', 'home'), describeRoute({ summary: 'The home list, already ordered' }), async (c) => {
    const rows = await findHomeEvents(c.get('db'), { now: c.get('now') });
    const ordered = orderHome(rows, {
      headline_act: c.env.HOME_HEADLINE_ACT,
      launch_party: c.env.HOME_LAUNCH_PARTY,
      goes_last: c.env.HOME_GOES_LAST.split(',').map((word) => word.trim()),
    });
    return c.json({ events: eventCards(ordered) });
  })
  .get(
    '/events',
    publicCache,
    limit('read', 'events'),
    describeRoute({ summary: 'Nights that are on now or to come, by start; filters can be combined' }),
    query(ListEvents),
    async (c) => {
      const { cursor, limit: size, with: extra, ...filters } = c.req.valid('query');
      // Loaded with the first list, because the Worker's start is limited.
      const { findEvents, findEventsWithChoices } = await import('./search-events.db.ts');
      const asked = { now: c.get('now'), filters, limit: size + 1 };
      if (extra === undefined) {
        const rows = await findEvents(c.get('db'), { ...asked, after: cursor ?? null });
        return c.json({ ...eventPage(rows, size), choices: null });
      }
      const { events, choices } = await findEventsWithChoices(c.get('db'), asked);
      return c.json({ ...eventPage(events, size), choices });
    },
  )
  .get(
    '/events/:slug',
    publicCache,
    limit('read', 'event'),
    describeRoute({ summary: 'One event; ?with=listings adds its listings' }),
    query(ReadEvent),
    async (c) => {
      const at = { slug: c.req.param('slug'), now: c.get('now') };
      if (c.req.valid('query').with !== 'listings') {
        const event = (await findEvent(c.get('db'), at)) ?? sampleEvent(at)?.event;
        if (!event || !isPublicAt(event, at.now)) throw eventNotFound();
        return c.json({ ...eventDetail(event), listings: null, price_range: null, held_until: null });
      }
      const found = (await findEventWithListings(c.get('db'), at)) ?? sampleEvent(at);
      if (!found || !isPublicAt(found.event, at.now)) throw eventNotFound();
      return c.json({ ...eventDetail(found.event), ...eventListings(found) });
    },
  )
  .get(
    '/events/:slug/listings',
    publicCache,
    limit('read', 'listings'),
    describeRoute({ summary: 'The active listings of an event' }),
    async (c) => {
      const at = { slug: c.req.param('slug'), now: c.get('now') };
      const found = (await findEventWithListings(c.get('db'), at)) ?? sampleEvent(at);
      if (!found || !isPublicAt(found.event, at.now)) throw eventNotFound();
      return c.json(eventListings(found));
    },
  );
