import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { LONGEST_NIGHT_MS } from '../../open-end.ts';
import { DEFAULT_AGE_POLICY, DEFAULT_MAX_PCT, DEFAULT_MIN_PCT, MOST_CENTS, MOST_MAX_PCT } from '../../vocabulary.ts';
import { createdAt, instant, uuidKey } from '../columns.ts';
import { eventSeries } from './event-series.ts';
import { profiles } from '../people/profiles.ts';
import { venues } from './venues/venues.ts';

/** The start (UTC ms) and the venue that an event had before it moved. */
export interface MovedFrom {
  start_at: number;
  venue_name: string;
}

/**
 * An edit that could harm buyers, asked for by one admin. It is carried out if a second admin makes the same edit
 * within a day. Times are UTC ms.
 */
export interface AskedEdit {
  by: string;
  at: number;
  start_at: number;
  venue_id: string;
  is_cancelled: boolean;
}

/**
 * An event. `ticket_price_cents` is the face value. The price band reaches from `price_min_pct` to `price_max_pct`
 * percent above the face value; -10 means 10 percent below. `name_key` is the title in lower case and without extra
 * spaces. Together with venue and start, it identifies the event in feeds without ids. `edited_fields` names fields
 * that a person has edited; feeds do not change them. A published event is hidden until `publish_at`. `focus_x` and
 * `focus_y` are the point of the picture that cropping keeps, in percent from its left and top edge. Triggers set
 * `listing_count` and `has_sales`. `listing_count` is the number of active listings that are not offered to the
 * waitlist first. `has_sales` is set while a card is authorized or charged for the event's tickets. Edits that could
 * harm buyers are then guarded (`worker/contract/nights/events/guarded-edits.ts`). A cancelled event stays published.
 * `moved_at` is when people were last told about a new time or venue. `moved_from` is the time and venue that they had
 * been told before.
 */
export const events = sqliteTable(
  'events',
  {
    id: uuidKey(),
    title: text().notNull(),
    slug: text().notNull(),
    name_key: text().notNull(),
    venue_id: text()
      .notNull()
      .references(() => venues.id),
    description: text(),
    start_at: instant().notNull(),
    end_at: instant(),
    age_policy: text().notNull().default(DEFAULT_AGE_POLICY),
    image_url: text(),
    focus_x: integer().notNull().default(50),
    focus_y: integer().notNull().default(50),
    tags: text({ mode: 'json' })
      .notNull()
      .$type<string[]>()
      .default(sql`'[]'`),
    source: text().notNull(),
    external_id: text(),
    is_published: integer({ mode: 'boolean' }).notNull().default(true),
    publish_at: instant(),
    cancelled_at: instant(),
    cancel_reason: text(),
    moved_at: instant(),
    moved_from: text({ mode: 'json' }).$type<MovedFrom>(),
    series_id: text().references(() => eventSeries.id, { onDelete: 'set null' }),
    organizer_id: text().references(() => profiles.id, { onDelete: 'set null' }),
    ticket_price_cents: integer(),
    price_max_cents: integer(),
    price_min_pct: integer().notNull().default(DEFAULT_MIN_PCT),
    price_max_pct: integer().notNull().default(DEFAULT_MAX_PCT),
    listing_count: integer().notNull().default(0),
    has_sales: integer({ mode: 'boolean' }).notNull().default(false),
    asked_edit: text({ mode: 'json' }).$type<AskedEdit>(),
    edited_fields: text({ mode: 'json' })
      .notNull()
      .$type<string[]>()
      .default(sql`'[]'`),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    uniqueIndex('events_slug').on(t.slug),
    uniqueIndex('events_external')
      .on(t.source, t.external_id)
      .where(sql`external_id is not null`),
    uniqueIndex('events_title_venue_start')
      .on(t.name_key, t.venue_id, t.start_at)
      .where(sql`external_id is null`),
    index('events_published_start').on(t.is_published, t.start_at, t.id),
    index('events_start').on(t.start_at, t.id),
    index('events_organizer_start').on(t.organizer_id, t.start_at, t.id),
    index('events_venue_start').on(t.venue_id, t.start_at),
    index('events_series').on(t.series_id, t.start_at),
    index('events_image').on(t.image_url),
    check('events_age_policy_length', sql`length(age_policy) between 1 and 40`),
    check('events_end_after_start', sql`end_at is null or end_at >= start_at`),
    check('events_longest', sql`end_at is null or end_at <= start_at + ${sql.raw(String(LONGEST_NIGHT_MS))}`),
    check('events_price', sql.raw(`ticket_price_cents is null or ticket_price_cents between 0 and ${MOST_CENTS}`)),
    check('events_price_max', sql.raw(`price_max_cents is null or price_max_cents between 0 and ${MOST_CENTS}`)),
    check(
      'events_band',
      sql`price_min_pct >= -100 and price_min_pct <= price_max_pct and price_max_pct <= ${sql.raw(String(MOST_MAX_PCT))}`,
    ),
    check(
      'events_cancel_reason',
      sql`cancel_reason is null or (cancelled_at is not null and length(cancel_reason) <= 500)`,
    ),
    check('events_moved', sql`(moved_at is null) = (moved_from is null)`),
    check('events_focus', sql`focus_x in (0, 25, 50, 75, 100) and focus_y in (0, 25, 50, 75, 100)`),
    check('events_tags', sql`json_valid(tags) and json_array_length(tags) <= 3`),
    check('events_listing_count', sql`listing_count >= 0`),
  ],
);

export const publicEventColumns = {
  id: events.id,
  title: events.title,
  slug: events.slug,
  venue_id: events.venue_id,
  description: events.description,
  start_at: events.start_at,
  end_at: events.end_at,
  age_policy: events.age_policy,
  image_url: events.image_url,
  focus_x: events.focus_x,
  focus_y: events.focus_y,
  tags: events.tags,
  is_published: events.is_published,
  cancelled_at: events.cancelled_at,
  cancel_reason: events.cancel_reason,
  price_min_pct: events.price_min_pct,
  price_max_pct: events.price_max_pct,
  listing_count: events.listing_count,
  updated_at: events.updated_at,
};

export type Event = typeof events.$inferSelect;
export type NewEvent = typeof events.$inferInsert;
