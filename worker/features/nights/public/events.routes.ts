import { type Context, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { isPublicAt } from '../../../contract/nights/events/event-phase.ts';
import { eventTiles } from '../../../contract/nights/events/event-tiles.ts';
import { ListEvents, ReadEvent } from '../../../contract/nights/events/events.ts';
import { orderHome } from '../../../contract/nights/events/home-order.ts';
import { query } from '../../../http/answers/body.ts';
import { eventNotFound } from '../../../http/answers/errors.ts';
import { feesOf } from '../../../http/shared/configured-fees.ts';
import { publicCache } from '../../../http/answers/public-cache.ts';
import { limit } from '../../../http/limits/rate-limit.ts';
import { findHomeEvents } from './event-cards.db.ts';
import { findEvent, findEventWithListings } from './events.db.ts';
import { sampleEvent } from './sample-event.ts';
import { eventCards, eventDetail, eventListings, eventPage } from './events.view.ts';

export const eventRoutes = new Hono<AppEnv>()
  .get(
    '/home',
    publicCache,
    limit('read', 'home'),
    describeRoute({ summary: 'The home list, already ordered' }),
    async (c) => {
      const { rows, areas } = await findHomeEvents(c.get('db'), { now: c.get('now') });
      const ordered = orderHome(rows, {
        headline_act: c.env.HOME_HEADLINE_ACT,
        launch_party: c.env.HOME_LAUNCH_PARTY,
        goes_last: c.env.HOME_GOES_LAST.split(',').map((word) => word.trim()),
      });
      return c.json({ events: eventCards(ordered, feesOf(c.env)), areas });
    },
  )
  .get(
    '/events',
    publicCache,
    limit('read', 'events'),
    describeRoute({ summary: 'Current and coming nights, ordered by start or price; filters can be combined' }),
    query(ListEvents),
    async (c) => {
      const { cursor, limit: size, with: extra, ...filters } = c.req.valid('query');
      // Loaded on demand, so that the Worker starts with less code.
      const { findEvents, findEventsWithChoices } = await import('./search-events.db.ts');
      const fees = feesOf(c.env);
      const asked = { now: c.get('now'), filters, fees, limit: size + 1 };
      const page = { limit: size, fees, sort: filters.sort };
      if (extra === undefined) {
        const rows = await findEvents(c.get('db'), { ...asked, after: cursor ?? null });
        return c.json({ ...eventPage(rows, page), choices: null });
      }
      const { events, choices } = await findEventsWithChoices(c.get('db'), asked);
      return c.json({ ...eventPage(events, page), choices });
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
        return c.json({
          ...eventDetail(event),
          listings: null,
          price_range: null,
          held_until: null,
          waitlist_first: false,
          tiles: null,
        });
      }
      const { found, fees, tiles } = await readListings(c, at);
      return c.json({ ...eventDetail(found.event), ...eventListings(found, fees), tiles });
    },
  )
  .get(
    '/events/:slug/listings',
    publicCache,
    limit('read', 'listings'),
    describeRoute({ summary: 'The active listings of an event' }),
    async (c) => {
      const { found, fees } = await readListings(c, { slug: c.req.param('slug'), now: c.get('now') });
      return c.json(eventListings(found, fees));
    },
  );

/** Reads an event with its listings. `fees` is null while students do not pay on Vouch. Throws `event.not_found`. */
async function readListings(c: Context<AppEnv>, at: { slug: string; now: Date }) {
  const { found: stored, with_fees, counts } = await findEventWithListings(c.get('db'), at);
  const found = stored ?? sampleEvent(at);
  if (!found || !isPublicAt(found.event, at.now)) throw eventNotFound();
  return { found, fees: with_fees ? feesOf(c.env) : null, tiles: eventTiles(counts, found?.listings ?? []) };
}
