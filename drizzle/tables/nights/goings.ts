import { check, index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { GOING_INTENTS } from '../../vocabulary.ts';
import { createdAt, instant, oneOf } from '../columns.ts';
import { profiles } from '../people/profiles.ts';
import { events } from './events.ts';

/** A row says that a person goes to an event, or would go with somebody. */
export const goings = sqliteTable(
  'goings',
  {
    user_id: text()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    event_id: text()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    intent: text({ enum: GOING_INTENTS }).notNull(),
    /**
     * The cron job deletes the row at this time. Each time the person chooses an intent, the time is set to 30 days
     * after the end of the event. A later change of the event's date does not change it.
     */
    forget_at: instant().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.event_id, t.user_id] }),
    index('goings_user').on(t.user_id),
    index('goings_forget').on(t.forget_at),
    check('goings_intent_known', oneOf(t.intent, GOING_INTENTS)),
  ],
);
