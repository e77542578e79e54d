import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { OPEN_END_MS } from '../../open-end.ts';
import { instant } from '../columns.ts';
import { events } from './events.ts';

/** A card's `place` is the minute of its start (UTC) times this number, plus the rowid of its event. */
export const PLACES_IN_A_MINUTE = 2 ** 25;
/**
 * A card's `price_place` is its price in dollars times this number, plus its `place`, minus 2^63. The price is
 * `from_cents`, or else `ticket_price_cents`. It is rounded to whole dollars, and counts as at most 4,094 dollars. A
 * card without a price counts as 4,095 dollars.
 */
export const PLACES_AT_A_PRICE = 2 ** 51;

/**
 * The card of a published event: all that a list shows of it, in one row. Triggers write it, and the cron job deletes
 * the cards of events that are over. `place` sorts cards by start. `price_place` sorts them by price, then by start;
 * cards without a price come last. `tickets` counts the tickets on sale at a price in the price band, except those kept
 * for the waitlist. `from_cents` is the lowest price of these tickets. `pair_cents` is the lowest price of a listing
 * with at least two of them. In `city_key`, Brooklyn counts as New York. `area` is the venue's neighborhood, or null.
 */
export const eventCards = sqliteTable(
  'event_cards',
  {
    place: integer().primaryKey(),
    event_id: text()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    slug: text().notNull(),
    description: text(),
    start_at: instant().notNull(),
    end_at: instant(),
    publish_at: instant(),
    age_policy: text().notNull(),
    image_url: text(),
    focus_x: integer().notNull(),
    focus_y: integer().notNull(),
    tags: text({ mode: 'json' }).notNull().$type<string[]>(),
    ticket_price_cents: integer(),
    venue_id: text().notNull(),
    venue_name: text().notNull(),
    venue_city: text().notNull(),
    city_key: text().notNull(),
    band_min_cents: integer().notNull(),
    band_max_cents: integer().notNull(),
    tickets: integer().notNull(),
    from_cents: integer(),
    pair_cents: integer(),
    over_at: instant()
      .notNull()
      .generatedAlwaysAs(sql.raw(`coalesce(end_at, start_at + ${OPEN_END_MS})`), { mode: 'virtual' }),
    price_place: integer()
      .notNull()
      .generatedAlwaysAs(
        sql.raw(
          `coalesce(min((coalesce(from_cents, ticket_price_cents) + 50) / 100, 4094), 4095) * ${PLACES_AT_A_PRICE} + place - 9223372036854775807 - 1`,
        ),
        { mode: 'virtual' },
      ),
    area: text(),
  },
  (t) => [
    uniqueIndex('event_cards_event').on(t.event_id),
    index('event_cards_over').on(t.over_at),
    index('event_cards_venue').on(t.venue_id, t.place),
  ],
);
