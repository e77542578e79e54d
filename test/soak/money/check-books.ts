import { keptCardsBroken } from './check-kept-cards.ts';
import { TICKET_PROMISES } from './check-tickets.ts';
import { broken, type Promised, rows } from './promises.ts';
import { SQUAD_PROMISES, wrongCharges } from './squads.ts';
import type { World } from './world.ts';

/** Returns our balance at the provider according to the ledger, minus the provider's own figure, in cents. */
export function ledgerDifference({ database, fake }: World): number {
  const query = "SELECT sum(debits_cents - credits_cents) AS ours FROM ledger_accounts WHERE name = 'provider'";
  return Number(database.prepare(query).get()!['ours'] ?? 0) - fake.state().balance;
}

/** The rules for the ledger and for sales. They must hold once nothing is due. */
const BOOKS: readonly Promised[] = [
  [
    'debits equal credits',
    `SELECT * FROM (SELECT sum(debits_cents) AS debits, sum(credits_cents) AS credits FROM ledger_accounts)
      WHERE debits <> credits`,
  ],
  [
    'an account is the sum of its transfers',
    `SELECT name FROM ledger_accounts a WHERE debits_cents <> (SELECT coalesce(sum(amount_cents), 0)
      FROM ledger_transfers WHERE debit = a.name)
      OR credits_cents <> (SELECT coalesce(sum(amount_cents), 0) FROM ledger_transfers WHERE credit = a.name)`,
  ],
  [
    'no money is held, owed to people or in dispute',
    `SELECT name, debits_cents, credits_cents FROM ledger_accounts WHERE debits_cents <> credits_cents
      AND (name LIKE 'hold:%' OR name LIKE 'refund_due:%' OR name LIKE 'disputed:%' OR name LIKE 'payable:%')`,
  ],
  [
    'every payment is over',
    "SELECT request_id, status, last_error FROM payments WHERE status IN ('awaiting', 'authorized')",
  ],
  ['every hand-over has ended', 'SELECT request_id, status FROM handovers WHERE ended_at IS NULL'],
  ['no payout is due or frozen', "SELECT request_id, status FROM payouts WHERE status IN ('due', 'frozen')"],
  [
    'every refund was sent or dropped',
    "SELECT id, status, failures FROM refunds WHERE status NOT IN ('sent', 'dropped')",
  ],
  ['every dispute is closed', "SELECT provider_id FROM disputes WHERE status = 'open'"],
  [
    'a request is accepted if and only if its card was charged',
    `SELECT id FROM ticket_requests r JOIN payments p ON p.request_id = r.id
      WHERE (r.status = 'accepted') <> (p.status = 'captured')`,
  ],
  [
    'the refunds of a payment and its replacements are at most what the buyer paid',
    `WITH RECURSIVE chain (charged, request_id, paid_cents) AS (
        SELECT request_id, request_id, tickets_cents + buyer_fee_cents FROM payments WHERE paid_from IS NULL
        UNION ALL SELECT charged, p.request_id, paid_cents FROM payments p JOIN chain c ON p.paid_from = c.request_id)
      SELECT charged FROM chain JOIN refunds USING (request_id) WHERE status <> 'dropped'
      GROUP BY charged HAVING sum(amount_cents) > paid_cents`,
  ],
  [
    'if the buyer got nothing back, payout plus recouped debt is the price minus the seller fee',
    `SELECT p.request_id FROM payments p JOIN payouts o ON o.request_id = p.request_id
      WHERE o.status = 'sent' AND p.taken_cents = 0
        AND o.paid_cents + o.recouped_cents <> p.tickets_cents - p.seller_fee_cents`,
  ],
];

const idsOf = (found: readonly { id: string }[]) => found.map(({ id }) => id);

/** Call it once nothing is due. */
export function brokenPromises(world: World): string[] {
  const difference = ledgerDifference(world);
  const queries = [...BOOKS, ...TICKET_PROMISES, ...SQUAD_PROMISES];
  const sessions = [...world.fake.state().sessions.values()];
  return [
    ...broken('the ledger equals the balance at the provider', difference === 0 ? [] : [String(difference)]),
    ...queries.flatMap(([sentence, query]) => broken(sentence, rows(world, query))),
    ...wrongCharges(world),
    ...keptCardsBroken(world),
    ...broken('no ticket is lost or doubled', lostTickets(world)),
    ...broken('no card stays authorized', idsOf(intents(world, 'requires_capture'))),
    ...broken('no card is charged without an acceptance', unacceptedCharges(world)),
    ...broken(
      'no checkout stays open',
      idsOf(sessions.map(({ view }) => view).filter(({ status }) => status === 'open')),
    ),
  ];
}

const intents = ({ fake }: World, status: string) =>
  [...fake.state().intents.values()].filter((intent) => intent.status === status);

function unacceptedCharges(world: World): string[] {
  const query = `SELECT p.intent_id AS id FROM payments p JOIN ticket_requests r ON r.id = p.request_id
    WHERE r.status = 'accepted'`;
  const found = world.database.prepare(query).all();
  const accepted = new Set(found.map(({ id }) => id));
  return intents(world, 'succeeded').flatMap(({ id }) => (accepted.has(id) ? [] : [id]));
}

function lostTickets(world: World): string[] {
  const found = world.database
    .prepare(
      `SELECT l.id, l.quantity + coalesce(sum(iif(r.status = 'accepted', r.quantity, 0)), 0) AS total, l.held
        FROM listings l
        LEFT JOIN ticket_requests r ON r.listing_id = l.id GROUP BY l.id`,
    )
    .all();
  return found.flatMap((row) =>
    row['total'] === world.stock.get(String(row['id'])) && row['held'] === 0 ? [] : [JSON.stringify(row)],
  );
}
