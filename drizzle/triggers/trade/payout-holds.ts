import { sql } from '../sql.ts';

/**
 * A payout is frozen exactly while a reason to hold it is open (payout_holds), whoever begins or ends one.
 */
export const payoutHolds = [
  sql`
    CREATE TRIGGER payout_hold_begins AFTER INSERT ON payout_holds WHEN new.ended_at IS NULL
    BEGIN
      UPDATE payouts SET status = 'frozen' WHERE request_id = new.request_id AND status = 'due';
    END`,
  sql`
    CREATE TRIGGER payout_hold_ends AFTER UPDATE OF ended_at ON payout_holds WHEN old.ended_at IS NULL AND new.ended_at IS NOT NULL
    BEGIN
      UPDATE payouts SET status = 'due' WHERE request_id = new.request_id AND status = 'frozen'
        AND NOT EXISTS (SELECT 1 FROM payout_holds WHERE request_id = new.request_id AND ended_at IS NULL);
    END`,
  sql`
    CREATE TRIGGER payout_is_held BEFORE UPDATE OF status ON payouts
    WHEN old.status = 'frozen' AND new.status = 'due'
      AND EXISTS (SELECT 1 FROM payout_holds WHERE request_id = new.request_id AND ended_at IS NULL)
    BEGIN
      SELECT RAISE(ABORT, 'payout_is_held: a reason to hold this payout is open');
    END`,
  sql`
    CREATE TRIGGER payout_hold_is_kept BEFORE UPDATE ON payout_holds
    WHEN old.ended_at IS NOT NULL
      OR (new.request_id, new.reason, new.source, new.began_at) IS NOT (old.request_id, old.reason, old.source, old.began_at)
    BEGIN
      SELECT RAISE(ABORT, 'payout_hold_is_kept: a reason only ends, once');
    END`,
  // A payout begins frozen if the bank warned before the charge was booked, or if its seller was banned before.
  sql`
    CREATE TRIGGER payout_begins_held AFTER INSERT ON payouts WHEN new.status = 'due'
    BEGIN
      INSERT INTO payout_holds (request_id, reason, began_at)
      SELECT new.request_id, 'ban', coalesce(payment.captured_at, payment.created_at)
      FROM payments payment JOIN auth_users seller ON seller.id = new.seller_id
      WHERE payment.request_id = new.request_id AND seller.banned_until > coalesce(payment.captured_at, payment.created_at)
      ON CONFLICT DO NOTHING;
      UPDATE payouts SET status = 'frozen' WHERE request_id = new.request_id AND status = 'due'
        AND EXISTS (SELECT 1 FROM payout_holds WHERE request_id = new.request_id AND ended_at IS NULL);
    END`,
  // A ban holds everything that has not left. The end of the ban does not let it go: staff decide about each payout.
  sql`
    CREATE TRIGGER payout_held_by_ban AFTER UPDATE OF banned_until ON auth_users
    WHEN new.banned_until IS NOT old.banned_until AND new.banned_until > new.updated_at
    BEGIN
      INSERT INTO payout_holds (request_id, reason, began_at)
      SELECT request_id, 'ban', new.updated_at FROM payouts WHERE seller_id = new.id AND status IN ('due', 'frozen')
      ON CONFLICT DO NOTHING;
    END`,
  // A problem holds the payout until it is decided for the seller. Decided for the buyer, the payout is dropped.
  sql`
    CREATE TRIGGER payout_held_by_problem AFTER UPDATE OF status ON handovers WHEN new.status = 'problem' AND old.status <> 'problem'
    BEGIN
      INSERT INTO payout_holds (request_id, reason, began_at)
      SELECT new.request_id, 'problem', new.problem_at
      WHERE NOT EXISTS (SELECT 1 FROM payouts WHERE request_id = new.request_id AND status IN ('sent', 'reversed', 'dropped'))
      ON CONFLICT DO NOTHING;
    END`,
  sql`
    CREATE TRIGGER payout_free_of_problem AFTER UPDATE OF status ON handovers WHEN old.status = 'problem' AND new.status = 'received'
    BEGIN
      UPDATE payout_holds SET ended_at = coalesce(new.ended_at, began_at)
      WHERE request_id = new.request_id AND reason = 'problem' AND ended_at IS NULL;
    END`,
  // An open dispute holds the payout. What a partial dispute leaves of the sale is still the seller's.
  sql`
    CREATE TRIGGER payout_held_by_dispute AFTER INSERT ON disputes WHEN new.status = 'open'
    BEGIN
      INSERT INTO payout_holds (request_id, reason, source, began_at)
      SELECT new.request_id, 'dispute', new.provider_id, new.opened_at
      WHERE NOT EXISTS (SELECT 1 FROM payouts WHERE request_id = new.request_id AND status IN ('sent', 'reversed', 'dropped'))
      ON CONFLICT DO NOTHING;
    END`,
  sql`
    CREATE TRIGGER payout_free_of_dispute AFTER UPDATE OF status ON disputes WHEN old.status = 'open' AND new.status <> 'open'
    BEGIN
      UPDATE payout_holds SET ended_at = coalesce(new.closed_at, began_at)
      WHERE request_id = new.request_id AND reason = 'dispute' AND ended_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM disputes WHERE request_id = new.request_id AND status = 'open');
    END`,
];
