import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sellerFailures } from '../../../../drizzle/tables/all-tables.ts';
import { findBought } from '../../../../worker/features/trade/custody/reveal.db.ts';
import { ProviderError } from '../../../../worker/features/trade/provider/provider-error.ts';
import { tellBuyers } from '../../../../worker/features/trade/requests/tell-buyers.cron.ts';
import { settle } from '../../../../worker/features/trade/payments/settle.ts';
import { requestTickets } from '../../../../worker/features/trade/requests/request-tickets.db.ts';
import { type Answer, newKey, post } from '../../../support/worker/trade/ask-for-tickets.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { db } from '../../../support/worker/db.ts';
import { eventWithTickets, stockOf } from '../../../support/worker/trade/event-with-tickets.ts';
import { launch } from '../../../support/worker/launch.ts';
import { mailsTo } from '../../../support/worker/talk/mailbox.ts';
import { type Deal, factsOf, later, look, MINUTE_MS, newDeal, pay } from '../../../support/worker/trade/paid-deal.ts';
import { newProvider } from '../../../support/worker/trade/payouts.ts';
import { addListing } from '../../../support/worker/trade/deals/rows.ts';
import { changeEvent } from '../../../support/worker/nights/event-row.ts';
import { nowOf } from '../../../support/worker/trade/deals/deals.ts';
import { refusal, send } from '../../../support/worker/trade/deals/calls.ts';
import { openProvider } from '../../../../worker/features/trade/provider/provider.ts';

/** Requests three places for a group, from two sellers. */
async function paidGroup() {
  const deal = await newDeal({ listing: { quantity: 2 } });
  await launch('handover', true);
  const other = await signedInAs('user');
  const own = { event_id: deal.event.id, seller_id: other.user.id };
  const listing = await addListing({ ...own, quantity: 1, ask_price_cents: 2600 });
  const { status, json } = await send('/api/groups', deal.buyer, { event_id: deal.event.id, places: 3 });
  const { sellers, requests } = json as unknown as { sellers: number; requests: Answer[] };
  expect([status, sellers]).toEqual([201, 2]);
  const two = { ...deal, id: requests[0]!.id };
  const one = { ...deal, id: requests[1]!.id, seller: other, listing };
  expect(requests.map(({ quantity, payment }) => [quantity, payment.pay_url !== null])).toEqual([
    [2, true],
    [1, true],
  ]);
  const statuses = async () => {
    const rows = await Promise.all([factsOf(two), factsOf(one)]);
    return rows.map(({ request, payment }) => `${request.status} ${payment.status}`);
  };

  const answer = (at: typeof two, to: 'accept' | 'decline') => post(`/api/ticket-requests/${at.id}/${to}`, at.seller);
  return { deal, two, one, statuses, answer };
}

test('the answer to a group request counts a seller with two listings once', async () => {
  const { buyer, event, seller } = await newDeal({ listing: { quantity: 2 } });
  await launch('handover', true);
  await addListing({ event_id: event.id, seller_id: seller.user.id, quantity: 1 });
  const { json } = await send('/api/groups', buyer, { event_id: event.id, places: 3 });
  expect(json).toMatchObject({ sellers: 1, requests: [{ quantity: 2 }, { quantity: 1 }] });
});

async function groupsOf({ headers }: { headers: Record<string, string> }) {
  const { json } = await post('/api/my/ticket-requests', { headers, method: 'GET' });
  return (json as unknown as { ticket_requests: { group: unknown }[] }).ticket_requests.map(({ group }) => group);
}

test('the cards of a group are charged only after all cards are authorized and all sellers have accepted', async () => {
  const { deal, two, one, statuses, answer } = await paidGroup();
  await pay(two);
  expect((await answer(two, 'accept')).status).toBe(200);
  await later(deal, MINUTE_MS);
  expect(await statuses()).toEqual(['pending authorized', 'pending awaiting']);
  await pay(one);
  await later(deal, 2 * MINUTE_MS);
  expect(await statuses()).toEqual(['pending authorized', 'pending authorized']);
  expect((await answer(one, 'accept')).status).toBe(200);
  // Only the first card is charged here, as if the process was killed after that. The second card is charged below.
  deal.clock.ahead += 2 * MINUTE_MS;
  await look(two);
  expect(await statuses()).toEqual(['accepted captured', 'pending authorized']);
  // Both requests show the buyer the same state of the group: one of its two cards is charged.
  const whole = { payments: 2, places: 3, charged: 1, authorized: 2, ended: null, total: 83.58 };
  expect(await groupsOf(deal.buyer)).toEqual([expect.objectContaining(whole), expect.objectContaining(whole)]);
  expect((await post(`/api/ticket-requests/${one.id}/cancel`, deal.buyer)).status).toBe(409);
  await Promise.all([look(one), look(one)]);
  await later(deal, 2 * MINUTE_MS);
  expect(await statuses()).toEqual(['accepted captured', 'accepted captured']);
  expect(await stockOf(two.listing)).toMatchObject({ quantity: 0, held: 0, status: 'sold' });
});

test('if one seller declines, or one card is not authorized in time, no card of the group is charged', async () => {
  for (const how of ['decline', 'time']) {
    const { deal, two, one, statuses, answer } = await paidGroup();
    await pay(two);
    await answer(two, 'accept');
    if (how === 'decline') {
      await pay(one);
      await later(deal, MINUTE_MS);
      await answer(one, 'decline');
      await later(deal, MINUTE_MS);
    } else await later(deal, 16 * MINUTE_MS);
    await look(two);
    await look(one);
    await later(deal, 2 * MINUTE_MS);
    const ended = how === 'decline' ? 'declined voided' : 'expired failed';
    expect(await statuses()).toEqual(['cancelled voided', ended]);
    const whole = { charged: 0, ended: how === 'decline' ? 'declined' : 'expired', unpaid: how === 'decline' ? 0 : 1 };
    expect(await groupsOf(deal.buyer)).toEqual([expect.objectContaining(whole), expect.objectContaining(whole)]);
    expect([...deal.fake.state().intents.values()].filter(({ status }) => status === 'succeeded')).toEqual([]);
    await tellBuyers(env, new Date());
    const subjects = (await mailsTo(deal.buyer.user.email!)).map(({ subject }) => subject.split(':')[0]);
    const outcome = how === 'decline' ? 'Not this time' : 'Not paid in time';
    expect(new Set(subjects)).toEqual(new Set(['Group ended', outcome]));
    await expectFree(two, one);
  }
});

async function expectFree(...sales: Deal[]): Promise<void> {
  for (const { listing } of sales)
    expect(await stockOf(listing)).toEqual({ quantity: listing.quantity, held: 0, status: 'active' });
}

const refuseCard = () =>
  Promise.reject(new ProviderError('The card was refused.', { status: 402, code: 'card_declined' }));

/** A group whose two cards are authorized, and whose two sellers have accepted and can no longer undo that. */
async function answeredGroup() {
  const group = await paidGroup();
  const { deal, two, one, answer } = group;
  await pay(two);
  await pay(one);
  for (const each of [two, one]) expect((await answer(each, 'accept')).status).toBe(200);
  deal.clock.ahead += MINUTE_MS / 2;
  const intents = () => [...deal.fake.state().intents.values()];
  const intentOf = async (at: typeof two) => (await factsOf(at)).payment.intent_id!;
  return { ...group, intents, intentOf };
}

test('if the authorization of one card has lapsed, no card of the group is charged, whichever payment is settled first', async () => {
  for (const first of ['two', 'one'] as const) {
    const group = await answeredGroup();
    const { deal, two, one, statuses, intents, intentOf } = group;
    deal.fake.act.lapse(await intentOf(one));
    await look(group[first]);
    expect(intents().filter(({ status }) => status === 'succeeded')).toEqual([]);
    await later(deal, MINUTE_MS);
    expect((await statuses()).map((status) => status.split(' ')[1])).toEqual(['voided', 'voided']);
    expect(intents().filter(({ status }) => status !== 'canceled')).toEqual([]);
    await expectFree(two, one);
  }
});

test('if one card of a group fails after another card was charged, the next run of the cron job refunds the charged money', async () => {
  for (const how of ['lapsed', 'refused'] as const) {
    const { deal, two, one, statuses, intents, intentOf } = await answeredGroup();
    await look(two);
    expect(await statuses()).toEqual(['accepted captured', 'pending authorized']);
    if (how === 'lapsed') deal.fake.act.lapse(await intentOf(one));
    const provider = { ...openProvider(env), captureIntent: refuseCard };
    const now = nowOf(deal);
    await (how === 'lapsed' ? look(one) : settle(env, one.id, { now, provider }));
    await later(deal, MINUTE_MS);
    const { payment, handover, refunds: back } = await factsOf(two);
    expect((await statuses()).map((status) => status.split(' ')[1])).toEqual(['captured', 'voided']);
    const cents = payment.tickets_cents + payment.buyer_fee_cents;
    expect(back).toMatchObject([{ reason: 'group_broken', status: 'sent', amount_cents: cents }]);
    expect(handover).toMatchObject({ status: 'failed', ended_by: 'group' });
    expect(payment.taken_cents).toBe(cents);
    expect(intents().filter(({ status }) => status === 'requires_capture')).toEqual([]);
    expect(await db.select().from(sellerFailures).where(eq(sellerFailures.request_id, two.id))).toEqual([]);
  }
});

test('the tickets of a group can be opened only after all cards of the group have been charged', async () => {
  const { deal, two, one } = await answeredGroup();
  await look(two);
  const doors = new Date(Date.now() + deal.clock.ahead + 60 * MINUTE_MS);
  await changeEvent(deal.event.id, { start_at: doors });
  const whyNot = async () => {
    const now = nowOf(deal);
    return (await findBought(db, { request_id: two.id, user_id: deal.buyer.user.id, now })).why_not;
  };
  expect(await whyNot()).toBe('early');
  await look(one);
  expect(await whyNot()).toBe(null);
});

test('a group request is refused if the stock is too small or the total is higher than shown', async () => {
  newProvider({ now: Date.now });
  await launch('payments', true);
  await launch('handover', true);
  const { event } = await eventWithTickets([
    { quantity: 2, ask_price_cents: 2500 },
    { quantity: 2, ask_price_cents: 2600 },
  ]);
  const buyer = await signedInAs('user');
  const group = async (body: object) => refusal(await send('/api/groups', buyer, { event_id: event.id, ...body }));
  expect(await group({ places: 7 })).toEqual([422, 'request.invalid']);
  expect(await group({ places: 5 })).toEqual([409, 'tickets.group_too_large']);
  expect(await group({ places: 4, total: 20 })).toEqual([409, 'tickets.price_changed']);
  expect(await group({ places: 3 })).toEqual([201, undefined]);
  expect(await group({ places: 1 })).toEqual([409, 'tickets.request_pending']);
  const single = await requestTickets(db, {
    input: { buyer_id: buyer.user.id, event_id: event.id, quantity: 1, key: newKey() },
    now: new Date(),
  });
  expect(single.granted).toMatchObject({ code: 'tickets.request_pending' });
  await launch('handover', false);
  expect(await group({ places: 1 })).toEqual([403, 'launch.off']);
});
