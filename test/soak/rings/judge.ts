import { salesOf } from './honest.ts';
import { STEP_KINDS } from './steps.ts';
import { rows, type World } from './world.ts';
import { HONEST, isHonest, isOfTheRing, type Name, RING } from './names.ts';

export interface Verdict {
  gained_cents: number;
  /** Sentences about wrongs done to honest people. */
  lost: string[];
  /** Counts of what happened in the history, and of the steps of each kind that were not refused. */
  met: Record<string, number>;
}

/** A seller who failed owes at most this for a replacement, in cents per ticket. */
const MOST_OWED_CENTS = 4000;

/**
 * Returns each person's payouts minus their card payments, in cents. Reversed payouts, refunds and lost disputes are
 * deducted.
 */
function cashOf(world: World): Map<Name, number> {
  const cash = new Map<Name, number>();
  const add = (name: Name | undefined, cents: number) => name && cash.set(name, (cash.get(name) ?? 0) + cents);
  const { charges, refunds, disputes, transfers } = world.fake.state();
  const paid = rows<{ charge_id: string; buyer_id: string }>(
    world,
    'SELECT charge_id, buyer_id FROM payments JOIN ticket_requests ON id = request_id WHERE charge_id IS NOT NULL',
  );
  const buyers = new Map(paid.map(({ charge_id, buyer_id }) => [charge_id, world.owners.get(buyer_id)]));
  for (const { id, captured, amount_captured } of charges.values()) if (captured) add(buyers.get(id), -amount_captured);
  for (const { charge, status, amount } of refunds.values())
    if (status === 'succeeded') add(buyers.get(charge), amount);
  for (const { charge, status, amount } of disputes.values()) if (status === 'lost') add(buyers.get(charge), amount);
  for (const { destination, amount, amount_reversed } of transfers.values())
    add(world.owners.get(world.accounts.get(destination) ?? ''), amount - amount_reversed);
  return cash;
}

/** Compares everybody's balance at the end with what the rules promise. */
export function judge(world: World): Verdict {
  const cash = cashOf(world);
  const sales = salesOf(world).filter(({ payment }) => payment === 'captured');
  const lost = [...world.wrongs];
  let gained = RING.reduce((sum, name) => sum + (cash.get(name) ?? 0), 0) - debtOfRing(world);
  const paid = new Map<Name, number>();
  for (const sale of sales) {
    const price = priceOf(world, sale.id);
    const isGot = hasTickets(world, sale) && !isLostBySilence(world, sale);
    // A good ticket that the ring bought from an honest seller counts as gain, at its price. The price of a good ticket
    // that the ring sold to an honest buyer is earned, so it is no gain.
    if (isOfTheRing(sale.buyer) && isHonest(sale.seller) && isGot) gained += price.tickets;
    if (isHonest(sale.buyer) && isOfTheRing(sale.seller) && isGot) gained -= price.tickets;
    if (isHonest(sale.buyer) && isGot) paid.set(sale.buyer, (paid.get(sale.buyer) ?? 0) + price.total);
    if (isHonest(sale.seller) && isGot) paid.set(sale.seller, (paid.get(sale.seller) ?? 0) - price.tickets);
  }
  for (const { failed, buyer, seller, owed_cents } of owedForSilence(world)) {
    paid.set(failed, (paid.get(failed) ?? 0) + owed_cents);
    if (isOfTheRing(buyer) && isOfTheRing(seller)) gained -= owed_cents;
  }
  for (const name of HONEST) {
    const has = (cash.get(name) ?? 0) + (paid.get(name) ?? 0);
    if (has < 0) lost.push(`${name} ends with $${(-has / 100).toFixed(2)} too little`);
  }
  return { gained_cents: gained, lost, met: metBy(world) };
}

function metBy(world: World): Verdict['met'] {
  const { charges, transfers, refunds } = world.fake.state();
  const count = (query: string) => rows<{ found: number }>(world, `SELECT count(*) AS found FROM ${query}`)[0].found;
  return {
    charged: [...charges.values()].filter(({ captured }) => captured).length,
    'paid out': transfers.size,
    'paid back': refunds.size,
    replaced: count('payments WHERE replaces IS NOT NULL'),
    edited: count("audit_log WHERE action LIKE 'event.%'"),
    offered: count('waitlist_offers'),
    'taken at once': count(
      `ticket_requests JOIN payments ON request_id = id WHERE idempotency_key LIKE 'kept:%'
        AND authorized_at IS NOT NULL AND session_id IS NULL`,
    ),
    confirmed: count('listing_tickets WHERE matched_at IS NOT NULL'),
    ...Object.fromEntries(STEP_KINDS.map((kind) => [`step: ${kind}`, world.taken.get(kind) ?? 0])),
  };
}

const wasSilent = (world: World, name: Name) => world.silences.some(({ who }) => who === name);

/**
 * Returns whether a buyer with working tickets was rightly refunded or given other tickets, because the seller was away
 * and did not answer the problem in time. A buyer whose phone opened all files and read the right code in each has no
 * such right.
 */
function isLostBySilence(world: World, { id, seller, kind }: ReturnType<typeof salesOf>[number]): boolean {
  const [problem] = rows<{ created_at: number; decided_at: number; is_confirmed: number }>(
    world,
    `SELECT created_at, decided_at, NOT EXISTS (SELECT 1 FROM listing_tickets ticket
      WHERE ticket.request_id = problem.request_id
      AND (shown_at IS NULL OR matched_at IS NULL)) AS is_confirmed
    FROM problems problem WHERE request_id = ? AND status IN ('replaced', 'refunded') AND decided_by = 'time'
      AND seller_answered_at IS NULL`,
    id,
  );
  if (!problem || (kind === 'file' && problem.is_confirmed)) return false;
  return world.silences.some(
    ({ who, from, until }) => who === seller && from <= problem.decided_at && problem.created_at <= until,
  );
}

interface Owed {
  failed: Name;
  buyer: Name;
  seller: Name;
  owed_cents: number;
  /** `staff` if staff granted the replacement. Of a buyer's other replacements, only the first can make a debt. */
  by: string;
}

/** Returns the debts of honest sellers who were away, for replacements that cost more than the sellers' own tickets. */
function owedForSilence(world: World): Owed[] {
  if (world.silences.length === 0) return [];
  const found = rows<
    Record<'failed_id' | 'buyer_id' | 'seller_id' | 'by', string> & Record<'added_cents' | 'quantity', number>
  >(
    world,
    `SELECT failed.seller_id AS failed_id, request.buyer_id, request.seller_id, added_cents, request.quantity,
      handover.ended_by AS by
    FROM payments JOIN ticket_requests request ON request.id = payments.request_id
      JOIN ticket_requests failed ON failed.id = replaces
    JOIN handovers handover ON handover.request_id = failed.id ORDER BY request.rowid`,
  );
  const owed = found.map(({ failed_id, buyer_id, seller_id, added_cents, quantity, by }) => ({
    failed: world.owners.get(failed_id)!,
    buyer: world.owners.get(buyer_id)!,
    seller: world.owners.get(seller_id)!,
    owed_cents: Math.min(added_cents, quantity * MOST_OWED_CENTS),
    by,
  }));
  const isFirst = ({ buyer }: Owed, at: number) =>
    owed.findIndex((other) => other.buyer === buyer && other.by !== 'staff') === at;
  return owed.filter((one, at) => wasSilent(world, one.failed) && (one.by === 'staff' || isFirst(one, at)));
}

/** Returns the debts of the ring's existing accounts, which we take from their next sales. */
function debtOfRing(world: World): number {
  const ledger = rows<{ name: string; owed: number }>(
    world,
    "SELECT name, debits_cents - credits_cents AS owed FROM ledger_accounts WHERE name LIKE 'receivable:%'",
  );
  const living = new Set(
    [...world.people.values()].filter(({ name, isGone }) => isOfTheRing(name) && !isGone).map(({ id }) => id),
  );
  const bound = ledger.filter(({ name }) => living.has(name.slice('receivable:'.length)));
  return bound.reduce((sum, { owed }) => sum + owed, 0);
}

function priceOf(world: World, id: string): { tickets: number; total: number } {
  const query = `SELECT tickets_cents AS tickets, tickets_cents + buyer_fee_cents - added_cents AS total FROM payments
    WHERE request_id = ?`;
  return rows<{ tickets: number; total: number }>(world, query, id)[0];
}

/** Whether the buyer really had working tickets to a night that really took place. */
function hasTickets(world: World, { id, listing_id, kind }: ReturnType<typeof salesOf>[number]): boolean {
  if (world.calledOff.has(id)) return false;
  if (kind !== 'file') return world.given.has(id);
  const shown = rows(world, 'SELECT 1 FROM listing_tickets WHERE request_id = ? AND shown_at IS NOT NULL', id);
  return world.good.has(listing_id) && shown.length > 0;
}
