import { FOR_AN_ABSENT } from './check-kept-cards.ts';
import { RETURNED } from './check-tickets.ts';
import type { World } from './world.ts';

/** Counts for each kind of event that a run should meet how often it happened. */
export function metBy({ database, fake }: World): Record<string, number> {
  const count = (query: string) => Number(Object.values(database.prepare(query).get()!)[0]);
  return {
    captured: count("SELECT count(*) FROM payments WHERE status = 'captured'"),
    voided: count("SELECT count(*) FROM payments WHERE status = 'voided'"),
    failed: count("SELECT count(*) FROM payments WHERE status = 'failed'"),
    refunds: count("SELECT count(*) FROM refunds WHERE status = 'sent'"),
    'partial refunds': count("SELECT count(*) FROM refunds WHERE status = 'sent' AND reason = 'staff'"),
    'cancelled nights': count("SELECT count(*) FROM refunds WHERE reason = 'event_cancelled'"),
    'disputes won': count("SELECT count(*) FROM disputes WHERE status = 'won'"),
    'disputes lost': count("SELECT count(*) FROM disputes WHERE status = 'lost'"),
    'disputes lost beyond the sale': count('SELECT count(*) FROM disputes WHERE beyond_cents > 0'),
    'disputes lost after the payout': count(
      "SELECT count(*) FROM disputes d JOIN payouts o ON o.request_id = d.request_id WHERE d.status = 'lost' AND d.closed_at > o.sent_at",
    ),
    payouts: count("SELECT count(*) FROM payouts WHERE status IN ('sent', 'reversed')"),
    reversals: count('SELECT count(*) FROM payouts WHERE reversed_cents > 0'),
    'debts of sellers': count("SELECT count(*) FROM ledger_accounts WHERE name LIKE 'receivable:%'"),
    recouped: count("SELECT count(*) FROM ledger_transfers WHERE cause LIKE 'recouped:%'"),
    'received by time': count("SELECT count(*) FROM handovers WHERE status = 'received' AND ended_by = 'time'"),
    'not delivered': count("SELECT count(*) FROM refunds WHERE reason = 'not_delivered'"),
    replacements: count('SELECT count(*) FROM payments WHERE replaces IS NOT NULL'),
    'dearer replacements': count('SELECT count(*) FROM payments WHERE added_cents > 0'),
    'cheaper replacements': count("SELECT count(*) FROM refunds WHERE reason = 'cheaper'"),
    'replacements paid back': count('SELECT count(*) FROM payments WHERE replaces IS NOT NULL AND taken_cents > 0'),
    'additions that came back': count(
      `SELECT count(*) FROM ledger_transfers WHERE credit = 'income:remedy'
        OR (credit LIKE 'receivable:%' AND ${RETURNED})`,
    ),
    'problems that waited for staff': count('SELECT count(*) FROM problems WHERE held_because IS NOT NULL'),
    'problems replaced': count("SELECT count(*) FROM problems WHERE status = 'replaced'"),
    'problems paid back': count("SELECT count(*) FROM problems WHERE status = 'refunded'"),
    'problems rejected': count("SELECT count(*) FROM problems WHERE status = 'rejected'"),
    'problems decided by facts': count("SELECT count(*) FROM problems WHERE decided_by = 'facts'"),
    'problems decided by time': count("SELECT count(*) FROM problems WHERE decided_by = 'time'"),
    'problems decided by staff': count("SELECT count(*) FROM problems WHERE decided_by = 'staff'"),
    'problems with an answer': count('SELECT count(*) FROM problems WHERE seller_answered_at IS NOT NULL'),
    'failures of sellers that were settled': count('SELECT count(*) FROM seller_failures WHERE settled_at IS NOT NULL'),
    squads: count('SELECT count(*) FROM squads'),
    'squads that are in': count(
      "SELECT count(*) FROM squads s WHERE status = 'held' AND NOT EXISTS (SELECT 1 FROM ticket_requests r WHERE r.group_id = s.id AND r.status <> 'accepted')",
    ),
    'squads that broke after the hold': count(
      "SELECT count(*) FROM squads s WHERE status = 'held' AND EXISTS (SELECT 1 FROM ticket_requests r WHERE r.group_id = s.id AND r.status <> 'accepted')",
    ),
    'squads out of time': count("SELECT count(*) FROM squads WHERE ended_because = 'time'"),
    'squads whose night changed': count("SELECT count(*) FROM squads WHERE ended_because = 'event'"),
    'taken at once': count(
      `SELECT count(*) FROM ticket_requests r JOIN payments p ON p.request_id = r.id WHERE ${FOR_AN_ABSENT}
        AND p.authorized_at IS NOT NULL AND p.session_id IS NULL`,
    ),
    'kept card refused': [...fake.state().intents.values()].filter(
      ({ customer, latest_charge }) =>
        customer !== null && fake.state().charges.get(latest_charge ?? '')?.paid === false,
    ).length,
    'paid by hand after a kept card': count(
      `SELECT count(*) FROM ticket_requests r JOIN payments p ON p.request_id = r.id WHERE ${FOR_AN_ABSENT}
        AND p.authorized_at IS NOT NULL AND p.session_id IS NOT NULL`,
    ),
    'keys tried again':
      count('SELECT count(*) FROM payments WHERE session_attempt > 1') +
      count('SELECT count(*) FROM refunds WHERE attempt > 1'),
  };
}
