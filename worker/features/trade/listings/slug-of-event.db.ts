import { type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import { events } from '../../../../drizzle/tables/nights/events.ts';

export const slugOfEvent = (event: AnySQLiteColumn): SQL<string> =>
  sql<string>`(select ${events.slug} from ${events} where ${events.id} = ${event})`;
