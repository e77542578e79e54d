import { OFF_SALE } from '../../../worker/contract/trade/ticket-moves.ts';
import { MISSED_LIMIT } from '../../vocabulary.ts';
import { listOf, NOW, changes, refuse, sql } from '../sql.ts';

const isOffSale = sql`new.status IN (${listOf(OFF_SALE)})`;

/** SQL condition: the listing has enough tickets for somebody on the waitlist who meets the condition `when`. */
const isAwaited = (
  when: string,
) => sql`EXISTS (SELECT 1 FROM waitlist_waiting w WHERE w.event_id = new.event_id AND w.places <= new.quantity
        AND w.applicant_id IS NOT new.seller_id AND ${when})`;

export const listings = [
  // The waitlist entries that may get offers. The statement that makes offers also checks each entry's account, and
  // whether the decision about the entry can still be undone.
  sql`
    CREATE VIEW waitlist_waiting AS
    SELECT id AS entry_id, event_id, applicant_id, places FROM waitlist
    WHERE event_id IS NOT NULL AND confirmed_at IS NOT NULL AND (status = 'pending' OR told_status = 'pending')
      AND missed < ${MISSED_LIMIT}
      AND EXISTS (SELECT 1 FROM launch_switches WHERE feature = 'push' AND is_on = 1)`,
  sql`
    CREATE TRIGGER waitlist_first_listed AFTER INSERT ON listings
    WHEN new.status = 'active' AND new.waitlist_first = 0 AND ${isAwaited('true')}
    BEGIN
      UPDATE listings SET waitlist_first = 1 WHERE id = new.id;
    END`,
  // When a listing gets more tickets, they go to the waitlist first, if somebody there has not been offered tickets of
  // this listing yet. When a listing goes off sale, the open offers of its tickets end.
  sql`
    CREATE TRIGGER listing_meets_waitlist AFTER UPDATE OF quantity, status ON listings
    WHEN new.status = 'active' AND new.waitlist_first = 0 AND new.quantity > old.quantity OR ${isOffSale}
    BEGIN
      UPDATE listings SET waitlist_first = 1 WHERE id = new.id AND new.status = 'active' AND ${isAwaited(
        sql`NOT EXISTS (SELECT 1 FROM waitlist_offers o WHERE o.entry_id = w.entry_id AND o.listing_id = new.id)`,
      )};
      UPDATE waitlist_offers SET status = 'ended', ended_at = ${NOW}
        WHERE listing_id = new.id AND status = 'open' AND ${isOffSale};
      UPDATE listings SET waitlist_first = 0 WHERE id = new.id AND waitlist_first = 1 AND ${isOffSale};
    END`,
  // A listing cannot come back on sale if its seller has a role at the event: the first statement withdraws it. When a
  // listing goes off sale, the second statement frees its unsold ticket files, but keeps one for each held ticket. It
  // reads the listing again, because the first statement or another trigger may have changed the listing.
  sql`
    CREATE TRIGGER listing_leaves_sale AFTER UPDATE OF status, held ON listings
    WHEN new.status = 'active' AND old.status <> 'active' OR ${isOffSale} AND new.handover_kind = 'file'
    BEGIN
      UPDATE listings SET status = 'withdrawn' WHERE id = new.id AND new.status = 'active'
        AND EXISTS (SELECT 1 FROM event_roles WHERE event_id = new.event_id AND user_id = new.seller_id);
      UPDATE listing_tickets SET freed_at = ${NOW} WHERE id IN (
        SELECT ticket.id FROM listing_tickets ticket JOIN listings l ON l.id = ticket.listing_id
        WHERE l.id = new.id AND l.status IN (${listOf(OFF_SALE)}) AND l.handover_kind = 'file'
          AND ticket.request_id IS NULL AND ticket.freed_at IS NULL
        ORDER BY ticket.created_at DESC, ticket.id DESC
        LIMIT max(0, (SELECT count(*) FROM listing_tickets
          WHERE listing_id = new.id AND request_id IS NULL AND freed_at IS NULL)
          - (SELECT held FROM listings WHERE id = new.id)));
    END`,
  sql`
    CREATE TRIGGER ticket_changes BEFORE UPDATE OF request_id, freed_at, code_hmac, content_hmac, listing_id,
      file_id ON listing_tickets
    BEGIN
      ${refuse(
        'listing_tickets_stay',
        'this ticket cannot change',
        sql`old.request_id IS NOT NULL AND ${changes('request_id')} OR old.freed_at IS NOT NULL
          AND ${changes('freed_at')}
          OR ${changes('code_hmac', 'content_hmac', 'listing_id', 'file_id')}`,
      )}
    END`,
];
