import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { SQUAD_CARD_STATUSES } from '../../vocabulary.ts';
import { createdAt, instant, oneOf, uuidKey } from '../columns.ts';
import { profiles } from '../people/profiles.ts';
import { squads } from './squads.ts';

/**
 * The card of a friend in a squad. It is `used` once a payment has taken over its authorization. Once tickets are held
 * for the squad, each friend has a ticket request with the `id` of the friend's card. The provider's objects for the
 * card carry this id from the start, so they already name the ticket request. `left_at` is when the friend dropped out
 * or lost the place. `home_at` is when the friend said that they got home.
 */
export const squadCards = sqliteTable(
  'squad_cards',
  {
    id: uuidKey(),
    squad_id: text()
      .notNull()
      .references(() => squads.id),
    user_id: text()
      .notNull()
      .references(() => profiles.id),
    status: text({ enum: SQUAD_CARD_STATUSES }).notNull().default('awaiting'),
    version: integer().notNull().default(0),
    session_attempt: integer().notNull().default(1),
    session_id: text().unique(),
    session_url: text(),
    intent_id: text().unique(),
    charge_id: text(),
    capture_before: instant(),
    authorized_at: instant(),
    left_at: instant(),
    home_at: instant(),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex('squad_cards_open')
      .on(t.squad_id, t.user_id)
      .where(sql`left_at is null and status in ('awaiting', 'authorized', 'used')`),
    index('squad_cards_user').on(t.user_id, t.created_at),
    index('squad_cards_squad').on(t.squad_id),
    index('squad_cards_home')
      .on(t.home_at)
      .where(sql`home_at is not null`),
    check('squad_cards_authorized', sql`(status in ('authorized', 'used')) <= (intent_id is not null)`),
    check('squad_cards_home', sql`home_at is null or status = 'used'`),
    check('squad_cards_status_known', oneOf(t.status, SQUAD_CARD_STATUSES)),
  ],
);

export type SquadCard = typeof squadCards.$inferSelect;
