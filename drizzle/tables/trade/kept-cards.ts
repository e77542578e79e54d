import { sql } from 'drizzle-orm';
import { check, index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { KEPT_CARD_STATUSES } from '../../vocabulary.ts';
import { createdAt, instant, oneOf, uuidKey } from '../columns.ts';
import { profiles } from '../people/profiles.ts';

/**
 * The card of a person who looks for tickets. The card pays at once when the person is offered tickets. It belongs to
 * one search (`wanted_id`). It pays only if the event still begins at `shown_start_at` in the venue `shown_venue_id`.
 * The provider keeps the card as the payment method `method_id` of a customer (`customer_id`) that exists only for this
 * card. The row stays until the provider has deleted the customer. By then the event may be deleted, so `event_id` is
 * no foreign key. `looked_at` is when the provider was last asked.
 */
export const keptCards = sqliteTable(
  'kept_cards',
  {
    id: uuidKey(),
    user_id: text()
      .notNull()
      .references(() => profiles.id),
    wanted_id: text().notNull(),
    event_id: text().notNull(),
    shown_start_at: instant().notNull(),
    shown_venue_id: text().notNull(),
    status: text({ enum: KEPT_CARD_STATUSES }).notNull().default('asked'),
    session_id: text().unique(),
    session_url: text(),
    customer_id: text().unique(),
    method_id: text(),
    looked_at: instant(),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex('kept_cards_live')
      .on(t.wanted_id)
      .where(sql`status in ('asked', 'kept')`),
    index('kept_cards_user').on(t.user_id, t.created_at),
    check('kept_cards_kept', sql`status <> 'kept' or (customer_id is not null and method_id is not null)`),
    check('kept_cards_status_known', oneOf(t.status, KEPT_CARD_STATUSES)),
  ],
);

export type KeptCard = typeof keptCards.$inferSelect;
