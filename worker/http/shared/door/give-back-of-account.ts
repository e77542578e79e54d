import { and, isNull, type SQL, sql } from 'drizzle-orm';
import { givenTickets } from '../../../../drizzle/tables/door/given-tickets.ts';
import { passes } from '../../../../drizzle/tables/door/passes.ts';
import type { Db } from '../../../context.ts';
import type { Statement } from '../../database/batch.ts';

/** SQL condition: no door has let anybody in with the ticket. */
const isOut = (request_id: SQL, position: SQL) => sql`not exists (select 1 from scans as entry
  where entry.request_id = ${request_id} and entry.position = ${position} and entry.seat is not null)`;

/**
 * Statements that take given tickets from friends and return them to the buyers. A ticket with which a door let
 * somebody in stays with the friend. `accounts` is a query of the friends' account ids.
 */
export function giveBackOfAccount(db: Db, { accounts, now }: { accounts: SQL; now: Date }): Statement[] {
  const passIsOut = isOut(sql`${passes.request_id}`, sql`${passes.position}`);
  const ticketIsOut = isOut(sql`${givenTickets.request_id}`, sql`${givenTickets.position}`);
  return [
    db
      .update(passes)
      .set({ voided_at: now })
      .where(
        and(
          isNull(passes.voided_at),
          sql`exists (select 1 from given_tickets as held where held.friend_id in (${accounts})
            and held.ended_at is null and held.request_id = ${passes.request_id}
            and held.position = ${passes.position})`,
          passIsOut,
        ),
      ),
    db
      .update(givenTickets)
      .set({ ended_at: now, ended_by: 'friend' })
      .where(and(isNull(givenTickets.ended_at), sql`${givenTickets.friend_id} in (${accounts})`, ticketIsOut)),
  ];
}
