import { LISTING_MOVES, movesTo } from '../../../worker/contract/trade/ticket-moves.ts';
import { listOf, NOW, sql } from '../sql.ts';

/**
 * Statements for a person who gets a role at an event. They withdraw the person's listings for it, end the open offers
 * of those tickets and decline the pending requests that the person has not answered. `when` is a further condition.
 */
export const endTrade = ({ event, user, when = 'true' }: { event: string; user: string; when?: string }) => sql`
      UPDATE waitlist_offers SET status = 'ended', ended_at = ${NOW}
      WHERE ${when} AND status = 'open' AND listing_id IN (SELECT id FROM listings
        WHERE event_id = ${event} AND seller_id = ${user});
      UPDATE ticket_requests SET status = 'declined'
      WHERE ${when} AND status = 'pending' AND answer IS NULL AND event_id = ${event} AND seller_id = ${user};
      UPDATE listings SET status = 'withdrawn' WHERE ${when} AND event_id = ${event} AND seller_id = ${user}
        AND status IN (${listOf(movesTo(LISTING_MOVES, 'withdrawn'))});`;

/** The organizer, the co-organizers and the door staff of an event cannot sell tickets for it. */
export const eventRoles = [
  sql`
    CREATE VIEW event_roles AS
    SELECT id AS event_id, organizer_id AS user_id FROM events WHERE organizer_id IS NOT NULL
    UNION ALL SELECT event_id, user_id FROM event_organizers
    UNION ALL SELECT event_id, user_id FROM door_staff`,
  sql`
    CREATE TRIGGER role_of_co_organizer AFTER INSERT ON event_organizers
    BEGIN
      ${endTrade({ event: 'new.event_id', user: 'new.user_id' })}
    END`,
  sql`
    CREATE TRIGGER role_at_door AFTER INSERT ON door_staff
    BEGIN
      ${endTrade({ event: 'new.event_id', user: 'new.user_id' })}
    END`,
];
