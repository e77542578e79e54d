import { and, eq, gt, or, type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import { ticketRequests } from './ticket-requests.ts';

/**
 * True of an event, in SQL, while a request for its tickets is accepted, or pending and not expired. `event` is a column or an id.
 */
export function hasHeldTickets(event: AnySQLiteColumn | string, now: Date): SQL<number> {
  const holds = or(eq(ticketRequests.status, 'accepted'), and(eq(ticketRequests.status, 'pending'), gt(ticketRequests.expires_at, now)));
  return sql<number>`exists (select 1 from ${ticketRequests} where ${ticketRequests.event_id} = ${event} and ${holds})`;
}
