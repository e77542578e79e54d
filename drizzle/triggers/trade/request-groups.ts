import { sql } from '../sql.ts';

/**
 * The requests of a group end together. When one is declined, cancelled or expires, the others are cancelled and
 * return their tickets. A request that is charged next is ended by `settle`, which looks at it now, because its card
 * may have been charged already.
 */
export const requestGroups = [
  sql`
    CREATE TRIGGER request_group_ends AFTER UPDATE OF status ON ticket_requests
    WHEN old.status = 'pending' AND new.status IN ('declined', 'cancelled', 'expired') AND new.group_id IS NOT NULL
    BEGIN
      UPDATE ticket_requests SET status = 'cancelled', answer = NULL, asked_until = NULL, expires_at = coalesce(asked_until, expires_at),
        told_at = CAST(unixepoch('subsec') * 1000 AS INTEGER)
      WHERE group_id = new.group_id AND status = 'pending'
        AND NOT (answer IS 'accepted' AND EXISTS (SELECT 1 FROM payments WHERE request_id = ticket_requests.id));
      UPDATE payments SET settle_at = 0, version = version + 1 WHERE status IN ('awaiting', 'authorized') AND request_id IN (
        SELECT id FROM ticket_requests WHERE group_id = new.group_id AND status = 'pending');
      UPDATE payments SET settle_at = 0, version = version + 1 WHERE status = 'captured' AND request_id IN (
        SELECT id FROM ticket_requests WHERE group_id = new.group_id AND status = 'accepted');
    END`,
  // A group takes effect as a whole: no request of it is accepted before every seller has accepted. One with a
  // payment is accepted with its charge, and `settle` charges none before every card is authorised.
  sql`
    CREATE TRIGGER request_group_accepted_whole BEFORE UPDATE OF status ON ticket_requests
    WHEN old.status = 'pending' AND new.status = 'accepted' AND new.group_id IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM payments WHERE request_id = new.id)
      AND EXISTS (SELECT 1 FROM ticket_requests WHERE group_id = new.group_id AND id <> new.id AND status <> 'accepted'
        AND NOT (status = 'pending' AND answer IS 'accepted'))
    BEGIN
      SELECT RAISE(ABORT, 'request_group_accepted_whole: another request of this group is not accepted');
    END`,
  sql`
    CREATE TRIGGER request_group_accepted AFTER UPDATE OF status ON ticket_requests
    WHEN old.status = 'pending' AND new.status = 'accepted' AND new.group_id IS NOT NULL
    BEGIN
      UPDATE ticket_requests SET status = 'accepted' WHERE group_id = new.group_id AND status = 'pending' AND answer = 'accepted'
        AND NOT EXISTS (SELECT 1 FROM payments WHERE request_id = ticket_requests.id);
    END`,
];
