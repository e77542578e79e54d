import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { eventRow, venueRow } from '../../../drizzle/seed/rows.ts';
import { type Event, events, listings, payments, ticketRequests, venues } from '../../../drizzle/tables/all-tables.ts';
import { saleEnd } from '../../../worker/http/shared/promised-times.ts';
import { endOfSale } from '../../../worker/contract/trade/payment-times.ts';
import { findDuePayments } from '../../../worker/features/trade/payments/due-payments.db.ts';
import { brokenConstraint } from '../../../worker/http/database/constraint.ts';
import { ask } from '../../support/worker/admin.ts';
import { dealOf, pastEvent } from '../../support/worker/people/circle.ts';
import { db } from '../../support/worker/db.ts';
import { newBuyer } from '../../support/worker/trade/event-with-tickets.ts';
import {
  askAs,
  booksOf,
  CLOSED,
  DAY_MS,
  dealAt,
  factsOf,
  HOUR_MS,
  later,
  MINUTE_MS,
  newDeal,
  onboard,
  pay,
  type Deal,
  statusOf,
} from '../../support/worker/trade/paid-deal.ts';
import { readPayouts } from '../../support/worker/trade/payouts.ts';
import { requestWithPayment } from '../../support/worker/trade/paid-request.ts';
import { changeEvent } from '../../support/worker/nights/event-row.ts';

/** Edits the event directly in the database, past the checks of the API. Even such edits must harm nobody. */
const edit = ({ event, clock }: Pick<Deal, 'event' | 'clock'>, to: Partial<Event>) =>
  changeEvent(event.id, { ...to, updated_at: new Date(Date.now() + clock.ahead) });

test('moving a night into the past marks no sale as received and pays nobody', async () => {
  const deal = await dealAt('delivered');
  await onboard(deal);
  await edit(deal, { start_at: new Date(Date.now() - 15 * DAY_MS), end_at: null });
  await later(deal, 2 * MINUTE_MS);
  expect(await statusOf(deal)).toMatchObject({ handover: 'delivered', payout: 'due', refunds: [] });
  expect(await readPayouts(deal.seller)).toMatchObject({ ready: 0, may_ask: false });
  expect((await ask('/api/my/payouts/now', { headers: deal.seller.headers, json: {} })).status).toBe(409);
  const { payout, payment } = await factsOf(deal);
  expect(payout!.due_at.getTime()).toBe(payment.promised_end_at.getTime() + 3 * DAY_MS);
});

test('if a night is moved by half an hour while the buyer pays, the sale keeps the start that the buyer was shown', async () => {
  // The start is in the evening in New York, so half an hour earlier is still the same night.
  const start_at = new Date(new Date(Date.now() + 4 * DAY_MS).setUTCHours(2, 0, 0, 0));
  const deal = await dealAt('awaiting', { event: { start_at } });
  await edit(deal, { start_at: new Date(start_at.getTime() - HOUR_MS / 2) });
  await pay(deal);
  const { payment } = await factsOf(deal);
  expect([payment.status, payment.promised_start_at]).toEqual(['authorized', deal.event.start_at]);
});

test('nobody is charged for a night that is moved to another day while the buyer pays', async () => {
  for (const ms of [-15 * DAY_MS, 2 * DAY_MS]) {
    const deal = await dealAt('awaiting');
    await edit(deal, { start_at: new Date(deal.event.start_at.getTime() + ms), end_at: null });
    await pay(deal);
    await later(deal, MINUTE_MS);
    expect(await statusOf(deal)).toMatchObject({ request: 'declined', payment: 'failed' });
    expect(await booksOf(deal)).toEqual(CLOSED(6, 0));
  }
});

test('moving a night earlier and back again does not shorten the seller’s time to hand over the tickets', async () => {
  const deal = await dealAt('captured');
  const { due_at } = (await factsOf(deal)).handover!;
  await edit(deal, { start_at: new Date(Date.now() + HOUR_MS) });
  await later(deal, 2 * MINUTE_MS);
  await edit(deal, { start_at: deal.event.start_at });
  await later(deal, HOUR_MS);
  expect((await factsOf(deal)).handover).toMatchObject({ status: 'due', due_at });
});

test('a later end of the night delays the payout, at most to a week after the promised end', async () => {
  const deal = await dealAt('received');
  const { payment } = await factsOf(deal);
  const promised = payment.promised_end_at.getTime();
  const dueAfter = async (start_at: Date) => {
    await edit(deal, { start_at, end_at: null });
    await later(deal, MINUTE_MS);
    return (await factsOf(deal)).payout!.due_at.getTime() - promised;
  };
  const start = deal.event.start_at.getTime();
  expect(await dueAfter(new Date(start + 2 * HOUR_MS))).toBe(3 * DAY_MS + 2 * HOUR_MS);
  expect(await dueAfter(new Date(Date.UTC(2090, 0, 1)))).toBe(7 * DAY_MS);
  expect(await dueAfter(new Date(start - 2 * DAY_MS))).toBe(3 * DAY_MS);
  expect(await dueAfter(new Date(start))).toBe(3 * DAY_MS);
});

test('the database refuses a night of more than 24 hours', async () => {
  const venue = venueRow();
  await db.insert(venues).values(venue);
  const start_at = new Date('2031-01-01T02:00:00Z');
  const lasting = (ms: number) =>
    db.insert(events).values(eventRow({ venue_id: venue.id, start_at, end_at: new Date(start_at.getTime() + ms) }));
  await lasting(DAY_MS);
  expect(await lasting(DAY_MS + 1).catch(brokenConstraint)).toMatchObject({ name: 'events_longest' });
  expect(await lasting(60 * 365 * DAY_MS).catch(brokenConstraint)).toMatchObject({ name: 'events_longest' });
});

test('editing a listing between checkout and authorization does not change whether the sale is “sold at once”', async () => {
  for (const is_instant of [true, false]) {
    const deal = await newDeal({ listing: { is_instant } });
    await askAs(deal);
    await db.update(listings).set({ is_instant: !is_instant }).where(eq(listings.id, deal.listing.id));
    await pay(deal);
    expect(await statusOf(deal)).toMatchObject(
      is_instant ? { request: 'accepted', payment: 'captured' } : { request: 'pending', payment: 'authorized' },
    );
  }
});

test('the database refuses to change the promised times, the kind of hand-over or “sold at once” of a sale', async () => {
  const deal = await dealAt('captured');
  for (const change of [
    { promised_start_at: new Date(0) },
    { promised_end_at: new Date(Date.UTC(2090, 0, 1)) },
    { promised_due_at: new Date(0) },
    { promised_opens_at: new Date(0) },
    { promised_kind: 'name_list' as const },
    { sold_at_once: true },
  ]) {
    const write = db.update(payments).set(change).where(eq(payments.request_id, deal.id));
    expect(await write.catch(brokenConstraint)).toMatchObject({ name: 'payment_promise_is_fixed' });
  }
  expect(await booksOf(deal)).toMatchObject({ difference: 0, hold: 2750 });
});

test('moving or cancelling a night does not delay the due steps of sales for other nights', async () => {
  await db.update(payments).set({ settle_at: null });
  const { event, request } = await requestWithPayment();
  const now = new Date();
  const due = new Date(now.getTime() - MINUTE_MS);
  const urgent = await requestWithPayment({ payment: { settle_at: due } });
  const clock = { ahead: 0 };
  const found = () => findDuePayments(db, { now, limit: 20 });
  await edit({ event, clock }, { start_at: new Date(event.start_at.getTime() - HOUR_MS) });
  expect(await found()).toEqual([urgent.request.id]);
  await edit({ event, clock }, { cancelled_at: now });
  expect(await found()).toEqual([urgent.request.id]);
  const [waiting] = await db.select().from(payments).where(eq(payments.request_id, request.id));
  expect(waiting!.settle_at!.getTime()).toBeGreaterThan(due.getTime());
});

test('if a night gets a later end, at most twenty of its sales are settled each minute', async () => {
  const [event, seller, buyer] = [await pastEvent(), await newBuyer(), await newBuyer()];
  for (let at = 0; at < 21; at += 1) await dealOf({ event, seller, buyer });
  const now = new Date();
  const end_at = new Date(event.start_at.getTime() + 5 * HOUR_MS);
  await changeEvent(event.id, { end_at, updated_at: now });
  const woken = await db
    .select({ settle_at: payments.settle_at })
    .from(payments)
    .innerJoin(ticketRequests, eq(ticketRequests.id, payments.request_id))
    .where(eq(ticketRequests.event_id, event.id));
  const waits = woken.map(({ settle_at }) => settle_at!.getTime() - now.getTime());
  expect(waits.toSorted((a, b) => a - b)).toEqual([...Array.from({ length: 20 }, () => 0), MINUTE_MS]);
});

test('endOfSale in the contract and saleEnd in SQL compute the same end of a sale', async () => {
  const deal = await dealAt('delivered');
  const { payment } = await factsOf(deal);
  for (const hours of [-50, -1, 0, 1, 90, 96, 500]) {
    const start_at = new Date(deal.event.start_at.getTime() + hours * HOUR_MS);
    await edit(deal, { start_at });
    const [found] = await db
      .select({ ends_at: sql<number>`${saleEnd()}` })
      .from(payments)
      .innerJoin(events, eq(events.id, deal.event.id))
      .where(eq(payments.request_id, deal.id));
    expect(found!.ends_at).toBe(endOfSale(payment, { start_at, end_at: null }).getTime());
  }
});
