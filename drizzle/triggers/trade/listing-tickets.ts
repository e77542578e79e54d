import { sql } from '../sql.ts';

/**
 * The tickets of a listing follow its requests inside the same statement, so no ticket is given to two requests. An
 * accepted request of a listing of kind `file` gets as many of its tickets as it asked for, before its stock is sold:
 * a withdrawn listing frees what its stock does not hold.
 */
export const listingTickets = [
  sql`
    CREATE TRIGGER listing_tickets_assign BEFORE UPDATE OF status ON ticket_requests
    WHEN old.status = 'pending' AND new.status = 'accepted'
    BEGIN
      UPDATE listing_tickets SET request_id = new.id WHERE id IN (
        SELECT id FROM listing_tickets WHERE listing_id = new.listing_id AND request_id IS NULL AND freed_at IS NULL
        ORDER BY created_at, id LIMIT new.quantity);
    END`,
  // A ticket that left sale unsold can be listed again. Tickets that pending requests hold stay.
  sql`
    CREATE TRIGGER listing_tickets_free AFTER UPDATE OF status, held ON listings
    WHEN new.status IN ('withdrawn', 'expired', 'rejected') AND new.handover_kind = 'file'
    BEGIN
      UPDATE listing_tickets SET freed_at = CAST(unixepoch('subsec') * 1000 AS INTEGER) WHERE id IN (
        SELECT id FROM listing_tickets WHERE listing_id = new.id AND request_id IS NULL AND freed_at IS NULL
        ORDER BY created_at DESC, id DESC
        LIMIT max(0, (SELECT count(*) FROM listing_tickets WHERE listing_id = new.id AND request_id IS NULL AND freed_at IS NULL) - new.held));
    END`,
  // A ticket that was given to a request stays there, and one that left sale stays off it.
  sql`
    CREATE TRIGGER listing_tickets_stay BEFORE UPDATE OF request_id, freed_at, code_hmac, content_hmac, listing_id, file_id ON listing_tickets
    WHEN (old.request_id IS NOT NULL AND new.request_id IS NOT old.request_id)
      OR (old.freed_at IS NOT NULL AND new.freed_at IS NOT old.freed_at)
      OR (new.code_hmac, new.content_hmac, new.listing_id, new.file_id) IS NOT (old.code_hmac, old.content_hmac, old.listing_id, old.file_id)
    BEGIN
      SELECT RAISE(ABORT, 'listing_tickets_stay: this ticket cannot change');
    END`,
  // The tickets of a sale that a cancellation has ended can be listed again, if nobody has seen them: the event may
  // take place after all.
  sql`
    CREATE TRIGGER listing_tickets_free_cancelled AFTER UPDATE OF status ON handovers
    WHEN new.status = 'failed' AND old.status <> 'failed' AND new.ended_by = 'event'
    BEGIN
      UPDATE listing_tickets SET freed_at = new.ended_at WHERE request_id = new.request_id AND freed_at IS NULL AND shown_at IS NULL;
    END`,
];
