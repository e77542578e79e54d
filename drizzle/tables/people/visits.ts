import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { createdAt } from '../columns.ts';
import { events } from '../nights/events.ts';
import { profiles } from './profiles.ts';
import { ticketRequests } from '../trade/ticket-requests.ts';

/**
 * A person received tickets for an event from a seller. Triggers write the row at a confirmed hand-over, and delete it
 * when the buyer's bank takes the money back.
 */
export const visits = sqliteTable(
  'visits',
  {
    user_id: text()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    event_id: text()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    seller_id: text()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    request_id: text()
      .notNull()
      .references(() => ticketRequests.id, { onDelete: 'cascade' }),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.event_id, t.seller_id] }),
    index('visits_user').on(t.user_id, t.created_at),
    index('visits_seller').on(t.user_id, t.seller_id),
    index('visits_event').on(t.event_id),
    index('visits_request').on(t.request_id),
  ],
);
