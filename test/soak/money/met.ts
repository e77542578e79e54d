import { FOR_AN_ABSENT } from './check-kept-cards.ts';
import { RETURNED } from './check-tickets.ts';
import type { World } from './world.ts';

const UNSOLD = "(SELECT 1 FROM ticket_requests r WHERE r.group_id = s.id AND r.status <> 'accepted')";
const ABSENT_PAYER = `ticket_requests r JOIN payments p ON p.request_id = r.id
  WHERE ${FOR_AN_ABSENT} AND p.authorized_at IS NOT NULL`;

/** The rows to count for each situation that should arise in a run. */
const MET: Record<string, string> = {
  captured: "payments WHERE status = 'captured'",
  voided: "payments WHERE status = 'voided'",
  failed: "payments WHERE status = 'failed'",
  refunds: "refunds WHERE status = 'sent'",
  'partial refunds': "refunds WHERE status = 'sent' AND reason = 'staff'",
  'cancelled nights': "refunds WHERE reason = 'event_cancelled'",
  'disputes won': "disputes WHERE status = 'won'",
  'disputes lost': "disputes WHERE status = 'lost'",
  'disputes lost beyond the sale': 'disputes WHERE beyond_cents > 0',
  'disputes lost after the payout': `disputes d JOIN payouts o ON o.request_id = d.request_id
    WHERE d.status = 'lost' AND d.closed_at > o.sent_at`,
  payouts: "payouts WHERE status IN ('sent', 'reversed')",
  reversals: 'payouts WHERE reversed_cents > 0',
  'debts of sellers': "ledger_accounts WHERE name LIKE 'receivable:%'",
  recouped: "ledger_transfers WHERE cause LIKE 'recouped:%'",
  'received by time': "handovers WHERE status = 'received' AND ended_by = 'time'",
  'not delivered': "refunds WHERE reason = 'not_delivered'",
  replacements: 'payments WHERE replaces IS NOT NULL',
  'dearer replacements': 'payments WHERE added_cents > 0',
  'cheaper replacements': "refunds WHERE reason = 'cheaper'",
  'replacements paid back': 'payments WHERE replaces IS NOT NULL AND taken_cents > 0',
  'additions that came back': `ledger_transfers WHERE credit = 'income:remedy'
    OR (credit LIKE 'receivable:%' AND ${RETURNED})`,
  'problems that waited for staff': 'problems WHERE held_because IS NOT NULL',
  'problems replaced': "problems WHERE status = 'replaced'",
  'problems paid back': "problems WHERE status = 'refunded'",
  'problems rejected': "problems WHERE status = 'rejected'",
  'problems decided by facts': "problems WHERE decided_by = 'facts'",
  'problems decided by time': "problems WHERE decided_by = 'time'",
  'problems decided by staff': "problems WHERE decided_by = 'staff'",
  'problems with an answer': 'problems WHERE seller_answered_at IS NOT NULL',
  'failures of sellers that were settled': 'seller_failures WHERE settled_at IS NOT NULL',
  squads: 'squads',
  'squads that are in': `squads s WHERE status = 'held' AND NOT EXISTS ${UNSOLD}`,
  'squads that broke after the hold': `squads s WHERE status = 'held' AND EXISTS ${UNSOLD}`,
  'squads out of time': "squads WHERE ended_because = 'time'",
  'squads whose night changed': "squads WHERE ended_because = 'event'",
  'taken at once': `${ABSENT_PAYER} AND p.session_id IS NULL`,
  'paid by hand after a kept card': `${ABSENT_PAYER} AND p.session_id IS NOT NULL`,
};

export function metBy({ database, fake }: World): Record<string, number> {
  const count = (from: string) => Number(database.prepare(`SELECT count(*) AS n FROM ${from}`).get()!['n']);
  const { intents, charges } = fake.state();
  return {
    ...Object.fromEntries(Object.entries(MET).map(([what, from]) => [what, count(from)])),
    'kept card refused': [...intents.values()].filter(
      ({ customer, latest_charge }) => customer !== null && charges.get(latest_charge ?? '')?.paid === false,
    ).length,
    'keys tried again': count('payments WHERE session_attempt > 1') + count('refunds WHERE attempt > 1'),
  };
}
