import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { createdAt } from './columns.ts';
import { events } from './events.ts';
import { profiles } from './profiles.ts';
import { ticketRequests } from './ticket-requests.ts';

/** A person who received tickets for an event. A trigger writes it when the hand-over is received. */
export const visits = sqliteTable(
  'visits',
  {
    user_id: text()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    event_id: text()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    request_id: text()
      .notNull()
      .references(() => ticketRequests.id),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.event_id] }),
    index('visits_user').on(t.user_id, t.created_at),
    index('visits_event').on(t.event_id),
  ],
);
