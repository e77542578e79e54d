import { sql } from 'drizzle-orm';
import { check, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { events } from './events.ts';

/** Two counts kept by triggers: `asked`, the people who asked for tickets, and `offered`, the tickets put on sale. */
export const eventDemand = sqliteTable(
  'event_demand',
  {
    event_id: text()
      .primaryKey()
      .references(() => events.id, { onDelete: 'cascade' }),
    asked: integer().notNull().default(0),
    offered: integer().notNull().default(0),
  },
  () => [check('event_demand_counts', sql`min(asked, offered) >= 0`)],
);
