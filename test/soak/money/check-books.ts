import { keptCardPromises } from './check-kept-cards.ts';
import { ticketPromises } from './check-tickets.ts';
import { squadPromises } from './squads.ts';
import type { World } from './world.ts';

/** Reads a sum from the database, in cents or tickets. */
const sum = ({ database }: World, query: string): number =>
  Number(Object.values(database.prepare(query).get()!)[0] ?? 0);

/** Returns our balance at the provider by the ledger, minus the provider's own figure. */
export function ledgerDifference(world: World): number {
  const ours = sum(
    world,
    "SELECT coalesce(sum(debits_cents - credits_cents), 0) FROM ledger_accounts WHERE name = 'provider'",
  );
  return ours - world.fake.state().balance;
}

const rows = (world: World, query: string) =>
  world.database
    .prepare(query)
    .all()
    .map((row) => JSON.stringify(row));

/** Checks the promises that must hold once nothing is due. Returns each broken one with the rows that break it. */
export function brokenPromises(world: World): string[] {
  const broken: string[] = [];
  const promise = (sentence: string, offenders: readonly string[]) => {
    if (offenders.length > 0) broken.push(`${sentence}: ${offenders.slice(0, 3).join(' ')} (${offenders.length})`);
  };
  const difference = ledgerDifference(world);
  promise('the ledger equals the balance at the provider', difference === 0 ? [] : [String(difference)]);
  promise(
    'debits equal credits',
    rows(
      world,
      'SELECT * FROM (SELECT sum(debits_cents) AS debits, sum(credits_cents) AS credits FROM ledger_accounts) WHERE debits <> credits',
    ),
  );
  promise(
    'an account is the sum of its transfers',
    rows(
      world,
      `SELECT name FROM ledger_accounts a WHERE debits_cents <> (SELECT coalesce(sum(amount_cents), 0)
        FROM ledger_transfers WHERE debit = a.name)
        OR credits_cents <> (SELECT coalesce(sum(amount_cents), 0) FROM ledger_transfers WHERE credit = a.name)`,
    ),
  );
  promise(
    'a closed request holds, owes and disputes nothing',
    rows(
      world,
      `SELECT name, debits_cents, credits_cents FROM ledger_accounts WHERE debits_cents <> credits_cents
        AND (name LIKE 'hold:%' OR name LIKE 'refund_due:%' OR name LIKE 'disputed:%' OR name LIKE 'payable:%')`,
    ),
  );
  promise(
    'every payment is over',
    rows(world, "SELECT request_id, status, last_error FROM payments WHERE status IN ('awaiting', 'authorized')"),
  );
  promise('every hand-over has ended', rows(world, 'SELECT request_id, status FROM handovers WHERE ended_at IS NULL'));
  promise(
    'every payout has left or was dropped',
    rows(world, "SELECT request_id, status FROM payouts WHERE status IN ('due', 'frozen')"),
  );
  promise(
    'every refund was sent or dropped',
    rows(world, "SELECT id, status, failures FROM refunds WHERE status NOT IN ('sent', 'dropped')"),
  );
  promise('every dispute is closed', rows(world, "SELECT provider_id FROM disputes WHERE status = 'open'"));
  promise(
    'a request is accepted if and only if its card was charged',
    rows(
      world,
      "SELECT id FROM ticket_requests r JOIN payments p ON p.request_id = r.id WHERE (r.status = 'accepted') <> (p.status = 'captured')",
    ),
  );
  promise(
    'nobody gets more back than they paid, and paid sellers got what was left',
    rows(
      world,
      `SELECT p.request_id FROM payments p JOIN payouts o ON o.request_id = p.request_id
        WHERE o.status = 'sent' AND p.taken_cents = 0
          AND o.paid_cents + o.recouped_cents <> p.tickets_cents - p.seller_fee_cents`,
    ),
  );
  const more = [...ticketPromises(world), ...squadPromises(world), ...keptCardPromises(world)];
  for (const [sentence, offenders] of more) promise(sentence, offenders);
  promise('no ticket is lost or doubled', lostTickets(world));
  promise(
    'no card stays authorized',
    intents(world, 'requires_capture').map(({ id }) => id),
  );
  promise('no card is charged without an acceptance', unacceptedCharges(world));
  promise(
    'no checkout stays open',
    [...world.fake.state().sessions.values()].filter(({ view }) => view.status === 'open').map(({ view }) => view.id),
  );
  return broken;
}

const intents = ({ fake }: World, status: string) =>
  [...fake.state().intents.values()].filter((intent) => intent.status === status);

function unacceptedCharges(world: World): string[] {
  const accepted = new Set(
    world.database
      .prepare(
        "SELECT p.intent_id AS id FROM payments p JOIN ticket_requests r ON r.id = p.request_id WHERE r.status = 'accepted'",
      )
      .all()
      .map(({ id }) => id),
  );
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
