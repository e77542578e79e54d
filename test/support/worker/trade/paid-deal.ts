import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import {
  type Event,
  handovers,
  ledgerAccounts,
  type Listing,
  payments,
  payouts,
  refunds,
  ticketRequests,
} from '../../../../drizzle/tables/all-tables.ts';
import { settle } from '../../../../worker/features/trade/payments/settle.ts';
import { expireTickets } from '../../../../worker/features/trade/requests/expire-requests.cron.ts';
import type { Fake } from '../../../../worker/local/fake-provider/fake.ts';
import { tellPeople } from '../../../../worker/tell-people.ts';
import { newKey, post } from './ask-for-tickets.ts';
import { signedInAs } from '../people/auth.ts';
import { db } from '../db.ts';
import { eventWithTickets, stockOf } from './event-with-tickets.ts';
import { launch } from '../launch.ts';
import { newProvider, readPayouts, setUpPayouts } from './payouts.ts';

const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
const FAR = new Date('2040-01-01T00:00:00Z');

type Person = Awaited<ReturnType<typeof signedInAs>>;

export interface Deal {
  fake: Fake;
  seller: Person;
  buyer: Person;
  event: Event;
  listing: Listing;
  /** The id of the ticket request. Empty until there is one. */
  id: string;
  /** The ledger account `provider` minus the money at the fake provider, both before the deal, in cents. */
  before: number;
  clock: { ahead: number };
}

export const STAGES = ['awaiting', 'authorized', 'answered', 'captured', 'delivered', 'received', 'paid out'] as const;
export type Stage = (typeof STAGES)[number];

/**
 * Makes an event that starts in three days, and lists six tickets at $25 each. From then on, nothing settles the
 * payments of earlier tests.
 */
export async function newDeal({
  event: night = {},
  listing: own = {},
}: { event?: Partial<Event>; listing?: Partial<Listing> } = {}): Promise<Deal> {
  await launch('payments', true);
  await db.update(ticketRequests).set({ expires_at: FAR }).where(eq(ticketRequests.status, 'pending'));
  await db.update(payments).set({ settle_at: null });
  const clock = { ahead: 0 };
  const fake = newProvider({ now: () => Date.now() + clock.ahead });
  fake.act.topUp(100_000);
  const [seller, buyer] = [await signedInAs('user'), await signedInAs('user')];
  const { event, listed } = await eventWithTickets([{ seller_id: seller.user.id, quantity: 6, ...own }], night);
  const before = (await balanceOf('provider')) - 100_000;
  return { fake, seller, buyer, event, listing: listed[0]!, id: '', before, clock };
}

export async function dealAt(stage: Stage, given: Parameters<typeof newDeal>[0] = {}): Promise<Deal> {
  const deal = await newDeal(given);
  const at = STAGES.indexOf(stage);
  await askAs(deal);
  if (at >= 1) await pay(deal);
  if (at >= 2) await step(deal, 'seller', 'accept');
  if (at >= 3) await later(deal, 11 * SECOND_MS);
  if (at >= 4) await step(deal, 'seller', 'delivered');
  if (at >= 5) await step(deal, 'buyer', 'received');
  if (at >= 6) await payOut(deal);
  return deal;
}

/** Requests tickets as the buyer. The first request becomes the deal's request. */
export async function askAs(
  deal: Deal,
  { key = newKey(), quantity = 1, ...body }: { key?: string; quantity?: number; total?: number } = {},
) {
  const answer = await post('/api/ticket-requests', {
    headers: { ...deal.buyer.headers, 'Idempotency-Key': key },
    body: { event_id: deal.event.id, quantity, ...body },
  });
  deal.id ||= answer.json.id ?? '';
  return answer;
}

export async function pay(deal: Deal, by?: { card: 'ok' | 'declined' }) {
  const { session_id } = (await factsOf(deal)).payment;
  deal.fake.act.pay(session_id!, by);
  await look(deal);
}

export const look = (deal: Deal) => settle(env, deal.id, { now: new Date(Date.now() + deal.clock.ahead) });

export const step = (
  deal: Deal,
  as: 'buyer' | 'seller',
  to: 'accept' | 'decline' | 'undo' | 'cancel' | 'delivered' | 'received' | 'problem',
) =>
  post(`/api/ticket-requests/${deal.id}/${to}`, {
    headers: deal[as].headers,
    ...(to === 'problem' ? { body: { text: 'No.' } } : {}),
  });

export async function later(deal: Deal, ms: number): Promise<void> {
  deal.clock.ahead += ms;
  const now = new Date(Date.now() + deal.clock.ahead);
  await expireTickets(env, now);
  await tellPeople(env, now);
}

export async function payOut(deal: Deal): Promise<void> {
  await onboard(deal);
  const { payout } = await factsOf(deal);
  await db
    .update(payouts)
    .set({ send_at: new Date(payout!.due_at) })
    .where(eq(payouts.request_id, deal.id));
  await later(deal, 8 * DAY_MS);
}

export async function onboard({ fake, seller }: Deal): Promise<void> {
  await setUpPayouts(seller);
  fake.act.onboard([...fake.state().accounts.keys()].at(-1)!);
  await readPayouts(seller, '?back=1');
}

export async function factsOf({ id }: Deal) {
  const [[request], [payment], [handover], [payout], refundRows] = await db.batch([
    db.select().from(ticketRequests).where(eq(ticketRequests.id, id)),
    db.select().from(payments).where(eq(payments.request_id, id)),
    db.select().from(handovers).where(eq(handovers.request_id, id)),
    db.select().from(payouts).where(eq(payouts.request_id, id)),
    db.select().from(refunds).where(eq(refunds.request_id, id)),
  ]);
  return {
    request: request!,
    payment: payment!,
    handover: handover ?? null,
    payout: payout ?? null,
    refunds: refundRows,
  };
}

export async function statusOf(deal: Deal) {
  const { request, payment, handover, payout, refunds: all } = await factsOf(deal);
  return {
    request: request.status,
    payment: payment.status,
    handover: handover?.status ?? null,
    payout: payout?.status ?? null,
    refunds: all.map(({ status, amount_cents }) => [status, amount_cents]),
  };
}

/** Returns the balance of a ledger account: debits minus credits, in cents. */
export async function balanceOf(name: string): Promise<number> {
  const [row] = await db.select().from(ledgerAccounts).where(eq(ledgerAccounts.name, name));
  return row ? row.debits_cents - row.credits_cents : 0;
}

export async function booksOf(deal: Deal) {
  const { fake, before, id, listing, seller } = deal;
  const { intents, balance, charges } = fake.state();
  const { quantity, held } = await stockOf(listing);
  return {
    // Must be 0: the deal changes the ledger account `provider` and the fake provider's balance by the same amount.
    difference: (await balanceOf('provider')) - before - balance,
    open: [...intents.values()].filter(({ status }) => status === 'requires_capture').length,
    charged: [...charges.values()].filter(({ captured }) => captured).length,
    hold: 0 - (await balanceOf(`hold:${id}`)),
    refund_due: 0 - (await balanceOf(`refund_due:${id}`)),
    disputed: await balanceOf(`disputed:${id}`),
    payable: 0 - (await balanceOf(`payable:${seller.user.id}`)),
    receivable: await balanceOf(`receivable:${seller.user.id}`),
    stock: [quantity, held],
  };
}

/** The expected books of a closed deal: `free` of its six tickets are on sale, and `charged` charges were made. */
export const CLOSED = (free: number, charged: number) => ({
  difference: 0,
  open: 0,
  charged,
  hold: 0,
  refund_due: 0,
  disputed: 0,
  payable: 0,
  receivable: 0,
  stock: [free, 0],
});

/** Returns what was refunded to the buyer's card, in cents. */
export const refunded = ({ fake }: Deal): number =>
  [...fake.state().refunds.values()]
    .filter(({ status }) => status === 'succeeded')
    .reduce((sum, { amount }) => sum + amount, 0);
