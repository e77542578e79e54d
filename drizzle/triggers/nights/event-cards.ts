import { AREAS } from '../../../worker/contract/nights/places.ts';
import { DAY, MINUTE } from '../../../worker/contract/time/durations.ts';
import { bandMaxOf, bandMinOf } from '../../../worker/contract/trade/price-band.ts';
import { PLACES_IN_A_MINUTE } from '../../tables/nights/event-cards.ts';
import { changes, IN_SQL, listOf, sql } from '../sql.ts';

/** The latest minute that fits into a `place`, a number made of the start's minute and the event's row id. */
const LAST_MINUTE = 2 ** 26 - 1;

const COLUMNS = [
  'place',
  'event_id',
  'title',
  'slug',
  'description',
  'start_at',
  'end_at',
  'publish_at',
  'age_policy',
  'image_url',
  'focus_x',
  'focus_y',
  'tags',
  'ticket_price_cents',
  'venue_id',
  'venue_name',
  'venue_city',
  'city_key',
  'band_min_cents',
  'band_max_cents',
  'tickets',
  'from_cents',
  'pair_cents',
  'area',
];

/** The columns of an event that affect its card. */
export const SHOWN = [
  'title',
  'slug',
  'description',
  'start_at',
  'end_at',
  'publish_at',
  'age_policy',
  'image_url',
  'focus_x',
  'focus_y',
  'tags',
  'ticket_price_cents',
  'venue_id',
  'price_min_pct',
  'price_max_pct',
  'is_published',
  'cancelled_at',
];

const writeCards = (which: string) => sql`INSERT INTO event_cards (${COLUMNS.join(', ')}) SELECT *
  FROM event_card_offers WHERE ${which};`;

export const cardFollowsEvent = sql`
      DELETE FROM event_cards WHERE event_id = new.id AND ${changes(...SHOWN)};
      ${writeCards(sql`event_id = new.id AND ${changes(...SHOWN)}`)}`;

const OF_VENUE = ['name', 'address', 'city', 'city_key'];

/** Events that began over two days ago get no new cards, because they are over. */
export const cardsFollowVenue = sql`
      DELETE FROM event_cards WHERE venue_id = new.id AND ${changes(...OF_VENUE)};
      ${writeCards(sql`venue_id = new.id AND start_at > unixepoch() * 1000 - ${2 * DAY}
        AND ${changes(...OF_VENUE)}`)}`;

const isShown = sql`l.event_id = new.event_id AND l.status = 'active' AND l.waitlist_first = 0
            AND l.ask_price_cents BETWEEN band_min_cents AND band_max_cents`;

const lowestPrices = sql`
        from_cents = (SELECT min(l.ask_price_cents) FROM listings l WHERE ${isShown}),
        pair_cents = (SELECT l.ask_price_cents FROM listings l
          WHERE ${isShown} AND l.quantity > 1 ORDER BY l.ask_price_cents LIMIT 1)`;

const ticketsOf = (row: 'old' | 'new') => sql`iif(${row}.status = 'active' AND ${row}.waitlist_first = 0
          AND ${row}.ask_price_cents BETWEEN band_min_cents AND band_max_cents, ${row}.quantity, 0)`;

const countListings = sql`UPDATE events SET listing_count = (
        SELECT count(*) FROM listings l
          WHERE l.event_id = new.event_id AND l.status = 'active' AND l.waitlist_first = 0)
      WHERE id = new.event_id`;

const areaOf = sql`CASE ${AREAS.map(({ name, cities, state, zips }) => {
  const byCity = cities.length > 0 ? [`v.city_key IN (${listOf(cities)})`] : [];
  const byZip = zips.map((zip) => `v.address GLOB '*${state} ${zip}*'`);
  return `WHEN ${[...byCity, ...byZip].join(' OR ')} THEN '${name}'`;
}).join('\n        ')} END`;

/**
 * Each published event has one card until the event is cancelled or over. The card holds the data for lists of events.
 */
export const eventCards = [
  sql`
    CREATE VIEW event_card_rows AS
    SELECT
      min(max(e.start_at / ${MINUTE}, 0), ${LAST_MINUTE}) * ${PLACES_IN_A_MINUTE} + e.rowid AS place,
      e.id AS event_id, e.title, e.slug, e.description, e.start_at, e.end_at, e.publish_at, e.age_policy, e.image_url,
      e.focus_x, e.focus_y, e.tags, e.ticket_price_cents,
      v.id AS venue_id, v.name AS venue_name, v.city AS venue_city,
      iif(v.city_key = 'brooklyn', 'new york', v.city_key) AS city_key,
      coalesce(${bandMinOf(IN_SQL, { face: 'e.ticket_price_cents', pct: 'e.price_min_pct' })}, 0) AS band_min_cents,
      coalesce(${bandMaxOf(IN_SQL, { face: 'e.ticket_price_cents', pct: 'e.price_max_pct' })}, -1) AS band_max_cents
    FROM events e JOIN venues v ON v.id = e.venue_id
    WHERE e.is_published = 1 AND e.cancelled_at IS NULL`,
  sql`
    CREATE VIEW event_card_offers AS
    SELECT r.*, coalesce(sum(l.quantity), 0) AS tickets, min(l.ask_price_cents) AS from_cents,
      min(iif(l.quantity > 1, l.ask_price_cents, NULL)) AS pair_cents,
      (SELECT ${areaOf} FROM venues v WHERE v.id = r.venue_id) AS area
    FROM event_card_rows r LEFT JOIN listings l ON l.event_id = r.event_id AND l.status = 'active'
      AND l.waitlist_first = 0
      AND l.ask_price_cents BETWEEN r.band_min_cents AND r.band_max_cents
    GROUP BY r.event_id`,
  sql`
    CREATE TRIGGER event_made AFTER INSERT ON events WHEN new.is_published = 1
    BEGIN
      ${writeCards('event_id = new.id')}
    END`,
  // A listing is deleted only together with its event and the event's card, so a deletion needs no trigger.
  sql`
    CREATE TRIGGER listing_shown AFTER INSERT ON listings WHEN new.status = 'active'
    BEGIN
      UPDATE event_cards SET tickets = tickets + ${ticketsOf('new')},${lowestPrices}
      WHERE event_id = new.event_id AND new.waitlist_first = 0;
      ${countListings};
      INSERT INTO event_demand (event_id, offered) VALUES (new.event_id, new.quantity)
      ON CONFLICT (event_id) DO UPDATE SET offered = offered + new.quantity;
    END`,
  // If a listing becomes active, or if `waitlist_first` of an active listing changes, all listings of the event are
  // counted again, because another trigger of the same statement may keep the changed listing for the waitlist or take
  // it off sale.
  sql`
    CREATE TRIGGER listing_shown_changes AFTER UPDATE OF status, quantity, ask_price_cents, waitlist_first ON listings
    WHEN (old.status = 'active' OR new.status = 'active')
      AND ${changes('status', 'quantity', 'ask_price_cents', 'waitlist_first')}
    BEGIN
      UPDATE event_cards SET tickets = tickets + ${ticketsOf('new')} - ${ticketsOf('old')},${lowestPrices}
      WHERE event_id = new.event_id;
      ${countListings} AND new.status = 'active' AND ${changes('status', 'waitlist_first')};
      UPDATE events SET listing_count = max(listing_count - 1, 0)
      WHERE id = new.event_id AND old.status = 'active' AND old.waitlist_first = 0 AND new.status <> 'active';
    END`,
];
