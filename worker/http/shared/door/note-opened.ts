import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { givenTickets } from '../../../../drizzle/tables/door/given-tickets.ts';
import type { Db } from '../../../context.ts';

/**
 * Statement: records that a friend has opened a ticket. After that, the buyer can no longer take the ticket back.
 * `ticket` is a query of `request_id` and `position`. Changes nothing if the buyer opens the ticket.
 */
export const noteOpened = (db: Db, { ticket, user_id, now }: { ticket: SQL; user_id: string; now: Date }) =>
  db
    .update(givenTickets)
    .set({ opened_at: now })
    .where(
      and(
        eq(givenTickets.friend_id, user_id),
        isNull(givenTickets.ended_at),
        isNull(givenTickets.opened_at),
        sql`(${givenTickets.request_id}, ${givenTickets.position}) in (${ticket})`,
      ),
    );
