import { OPEN_END_MS } from '../../../drizzle/open-end.ts';
import { broken, type Promised, rows } from './promises.ts';
import type { World } from './world.ts';

const DAY_MS = 86_400_000;

const LATE = `SELECT 'problem' AS what, request_id, decide_by AS due FROM problems WHERE status = 'open'
    AND ((decide_by <= ?1 AND held_because IS NOT 'confirmed') OR ruled_by IS NOT NULL)
  UNION ALL SELECT 'hand-over', request_id, due_at FROM handovers WHERE status = 'due' AND due_at <= ?1
  UNION ALL SELECT 'receipt', h.request_id, coalesce(e.end_at, e.start_at + ${OPEN_END_MS}) FROM handovers h
    JOIN ticket_requests r ON r.id = h.request_id JOIN events e ON e.id = r.event_id
    WHERE h.status = 'delivered' AND coalesce(e.end_at, e.start_at + ${OPEN_END_MS}) + ${DAY_MS} <= ?1
  UNION ALL SELECT 'problem without a row', h.request_id, h.problem_at FROM handovers h
    WHERE h.status = 'problem' AND NOT EXISTS (SELECT 1 FROM problems p WHERE p.request_id = h.request_id
      AND p.status = 'open')`;

/** Query for the payments whose next check by the cron job comes after their next deadline. */
const FORGOTTEN = `SELECT * FROM (SELECT p.request_id, h.status, p.failures, coalesce(p.settle_at, 1e15) AS looks,
    CASE h.status WHEN 'due' THEN h.due_at
      WHEN 'delivered' THEN coalesce(e.end_at, e.start_at + ${OPEN_END_MS}) + ${DAY_MS}
      WHEN 'problem' THEN (SELECT o.decide_by FROM problems o WHERE o.request_id = p.request_id
        AND o.status = 'open') END AS due
  FROM payments p JOIN handovers h ON h.request_id = p.request_id JOIN ticket_requests r ON r.id = p.request_id
    JOIN events e ON e.id = r.event_id WHERE p.status = 'captured' AND h.ended_at IS NULL) WHERE looks > due`;

/** Lists what is overdue. Call this after a complete run of the cron job. */
export const overdue = (world: World): string[] => [
  ...broken('nothing stays open after its deadline', rows(world, LATE, world.clock.ms)),
  ...broken('the next check of a payment is no later than its next deadline', rows(world, FORGOTTEN)),
];

/** SQL condition: the ledger transfer belongs to a replacement, a refund or a lost dispute. */
export const RETURNED = "(cause LIKE 'replaced:%' OR cause LIKE 'refund:%' OR cause LIKE 'dispute-lost:%')";

const total = (of: string) => `(${of}.tickets_cents + ${of}.buyer_fee_cents)`;

export const TICKET_PROMISES: readonly Promised[] = [
  [
    'every paid request ends with received tickets, a refund or replacement tickets',
    `SELECT p.request_id, h.status, h.ended_by, p.taken_cents, p.added_cents FROM payments p
      LEFT JOIN handovers h ON h.request_id = p.request_id
      WHERE p.status = 'captured' AND NOT coalesce(h.status = 'received'
        OR (h.status = 'failed' AND p.taken_cents + p.moved_cents = ${total('p')} - p.added_cents), 0)`,
  ],
  ['every problem is decided', "SELECT request_id, kind FROM problems WHERE status = 'open'"],
  [
    'a problem and its hand-over end together, with the same result and the same decider',
    `SELECT o.request_id, o.status, h.status AS handover FROM problems o
      JOIN handovers h ON h.request_id = o.request_id
      WHERE (o.status = 'rejected') <> (h.status = 'received') OR o.decided_at IS NOT h.ended_at
        OR o.decided_by IS NOT
        coalesce(o.ruled_by, CASE h.ended_by WHEN 'staff' THEN 'staff' WHEN 'time' THEN 'time' ELSE 'facts' END)`,
  ],
  [
    'money moves between payments only for replacement tickets from another seller, for the same buyer and night',
    `SELECT p.request_id FROM payments p JOIN ticket_requests r ON r.id = p.request_id
      LEFT JOIN payments q ON q.replaces = p.request_id LEFT JOIN ticket_requests n ON n.id = q.request_id
      JOIN handovers h ON h.request_id = p.request_id
      WHERE (p.moved_cents > 0) <> (q.request_id IS NOT NULL) OR (q.request_id IS NOT NULL AND
        (h.status <> 'failed' OR n.seller_id IN (r.seller_id, r.buyer_id) OR n.buyer_id <> r.buyer_id
          OR n.event_id <> r.event_id
          OR n.quantity <> r.quantity OR p.taken_cents > 0))`,
  ],
  [
    'a replacement may cost up to 50% more than the buyer paid, but at most $40 a ticket more; unused money goes back',
    `SELECT q.request_id FROM payments q JOIN payments p ON p.request_id = q.replaces
      WHERE ${total('q')} > p.moved_cents * 3 / 2 OR q.added_cents <> max(0, ${total('q')} - p.moved_cents)
        OR q.added_cents > 4000 * (SELECT quantity FROM ticket_requests WHERE id = q.request_id)
        OR (SELECT coalesce(sum(amount_cents), 0) FROM ledger_transfers WHERE cause = 'replaced:' || p.request_id
          AND credit = 'refund_due:' || q.request_id)
          <> max(0, p.moved_cents - ${total('q')})`,
  ],
  [
    'the money that Vouch added to replacements is booked as a debt of the sellers who failed',
    `SELECT * FROM (SELECT (SELECT coalesce(sum(CASE WHEN debit LIKE 'receivable:%'
      AND cause LIKE 'replaced:%' THEN amount_cents ELSE 0 END
        - CASE WHEN credit = 'income:remedy' OR (credit LIKE 'receivable:%' AND ${RETURNED}) THEN amount_cents
          ELSE 0 END), 0)
        FROM ledger_transfers) AS booked,
      (SELECT coalesce(sum(iif(moved_cents > 0, 0, added_cents - taken_cents * added_cents / max(1,
        ${total('payments')} - added_cents))), 0)
        FROM payments) AS added) WHERE booked <> added OR booked < 0`,
  ],
  [
    'a buyer of stored ticket files has as many files as tickets',
    `SELECT r.id, r.quantity, count(t.id) AS given FROM ticket_requests r JOIN listings l ON l.id = r.listing_id
      AND l.handover_kind = 'file'
      LEFT JOIN listing_tickets t ON t.request_id = r.id WHERE r.status = 'accepted' GROUP BY r.id
        HAVING count(t.id) <> r.quantity`,
  ],
  [
    'a ticket code is on sale or sold at most once for a night',
    `SELECT event_id, code_hmac, count(*) AS times FROM listing_tickets WHERE freed_at IS NULL
      OR request_id IS NOT NULL
      GROUP BY event_id, code_hmac HAVING count(*) > 1`,
  ],
  [
    'a listing has one unsold file for each ticket that it shows as available or held',
    `SELECT l.id, l.quantity, l.held, count(t.id) AS tickets FROM listings l LEFT JOIN listing_tickets t
      ON t.listing_id = l.id AND t.request_id IS NULL AND t.freed_at IS NULL
      WHERE l.handover_kind = 'file' AND l.status IN ('active', 'reserved', 'sold') GROUP BY l.id
        HAVING count(t.id) <> l.quantity + l.held`,
  ],
  [
    'replaced tickets are recorded as a failure of their seller',
    `SELECT request_id FROM payments p WHERE moved_cents > 0 AND
      NOT EXISTS (SELECT 1 FROM seller_failures f WHERE f.request_id = p.request_id)`,
  ],
];
