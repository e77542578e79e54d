import { env } from 'cloudflare:workers';
import { eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { listingRow } from '../../../../drizzle/seed/rows.ts';
import { events, listings, payments, sellerFailures, ticketRequests } from '../../../../drizzle/tables/all-tables.ts';
import { findBought } from '../../../../worker/features/trade/custody/reveal.db.ts';
import { ProviderError } from '../../../../worker/features/trade/provider/provider-error.ts';
import { openProvider } from '../../../../worker/features/trade/provider/provider.ts';
import { tellBuyers } from '../../../../worker/features/trade/requests/tell-buyers.cron.ts';
import { settle } from '../../../../worker/features/trade/payments/settle.ts';
import { requestTickets } from '../../../../worker/features/trade/requests/request-tickets.db.ts';
import { newKey, post } from '../../../support/worker/trade/ask-for-tickets.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { db } from '../../../support/worker/db.ts';
import { eventWithTickets, stockOf } from '../../../support/worker/trade/event-with-tickets.ts';
import { launch } from '../../../support/worker/launch.ts';
import { mailsTo } from '../../../support/worker/talk/mailbox.ts';
import { factsOf, later, look, MINUTE_MS, newDeal } from '../../../support/worker/trade/paid-deal.ts';
import { newProvider } from '../../../support/worker/trade/payouts.ts';

/** Requests three places for a group, from two sellers. `payFor` then authorizes the card of one request. */
async function paidGroup() {
  const deal = await newDeal({ listing: { quantity: 2 } });
  await launch('handover', true);
  const other = await signedInAs('user');
  const listing = listingRow({ event_id: deal.event.id, seller_id: other.user.id, quantity: 1, ask_price_cents: 2600 });
  await db.insert(listings).values(listing);
  const body = { event_id: deal.event.id, places: 3 };
  const { status, json } = await post('/api/groups', {
    headers: { ...deal.buyer.headers, 'Idempotency-Key': newKey() },
    body,
  });
  expect([status, (json as unknown as { sellers: number }).sellers]).toEqual([201, 2]);
  const { requests } = json as unknown as {
    requests: { id: string; quantity: number; payment: { pay_url: string | null } }[];
  };
  const two = { ...deal, id: requests[0]!.id };
  const one = { ...deal, id: requests[1]!.id, seller: other, listing };
  expect(requests.map(({ quantity, payment }) => [quantity, payment.pay_url !== null])).toEqual([
    [2, true],
    [1, true],
  ]);
  const statuses = async () => {
    const rows = await db
      .select({ request: ticketRequests.status, payment: payments.status })
      .from(ticketRequests)
      .innerJoin(payments, eq(payments.request_id, ticketRequests.id))
      .where(inArray(ticketRequests.id, [two.id, one.id]))
      .orderBy(ticketRequests.group_seq);
    return rows.map(({ request, payment }) => `${request} ${payment}`);
  };
  const payFor = async (at: typeof two) => {
    deal.fake.act.pay((await factsOf(at)).payment.session_id!, undefined);
    await look(at);
  };
  const answer = (at: typeof two, to: 'accept' | 'decline') =>
    post(`/api/ticket-requests/${at.id}/${to}`, { headers: at.seller.headers });
  return { deal, two, one, statuses, payFor, answer };
}

test('two listings of one seller are a group of one seller', async () => {
  const { buyer, event, seller } = await newDeal({ listing: { quantity: 2 } });
  await launch('handover', true);
  await db.insert(listings).values(listingRow({ event_id: event.id, seller_id: seller.user.id, quantity: 1 }));
  const { json } = await post('/api/groups', {
    headers: { ...buyer.headers, 'Idempotency-Key': newKey() },
    body: { event_id: event.id, places: 3 },
  });
  expect(json).toMatchObject({ sellers: 1, requests: [{ quantity: 2 }, { quantity: 1 }] });
});

/** Returns the group of each of the buyer's requests, as the buyer sees it. */
async function groupsOf({ headers }: { headers: Record<string, string> }) {
  const { json } = await post('/api/my/ticket-requests', { headers, method: 'GET' });
  return (json as unknown as { ticket_requests: { group: unknown }[] }).ticket_requests.map(({ group }) => group);
}

test('no card of a group is charged before all are authorized and every seller has accepted; then all are charged', async () => {
  const { deal, two, one, statuses, payFor, answer } = await paidGroup();
  await payFor(two);
  expect((await answer(two, 'accept')).status).toBe(200);
  await later(deal, MINUTE_MS);
  expect(await statuses()).toEqual(['pending authorized', 'pending awaiting']);
  await payFor(one);
  await later(deal, 2 * MINUTE_MS);
  expect(await statuses()).toEqual(['pending authorized', 'pending authorized']);
  expect((await answer(one, 'accept')).status).toBe(200);
  // The first charge is made alone, as if the process was killed after it. A later run charges the second card.
  deal.clock.ahead += 2 * MINUTE_MS;
  await look(two);
  expect(await statuses()).toEqual(['accepted captured', 'pending authorized']);
  // Both parts of the purchase tell the buyer the same: one of two cards is charged.
  const whole = { payments: 2, places: 3, charged: 1, authorized: 2, ended: null, total: 83.58 };
  expect(await groupsOf(deal.buyer)).toEqual([expect.objectContaining(whole), expect.objectContaining(whole)]);
  expect((await post(`/api/ticket-requests/${one.id}/cancel`, { headers: deal.buyer.headers })).status).toBe(409);
  await Promise.all([look(one), look(one)]);
  await later(deal, 2 * MINUTE_MS);
  expect(await statuses()).toEqual(['accepted captured', 'accepted captured']);
  expect(await stockOf(two.listing)).toMatchObject({ quantity: 0, held: 0, status: 'sold' });
});

test('if one seller declines, or one card is not authorized in time, nobody is charged and every ticket is free again', async () => {
  for (const how of ['decline', 'time']) {
    const { deal, two, one, statuses, payFor, answer } = await paidGroup();
    await payFor(two);
    await answer(two, 'accept');
    if (how === 'decline') {
      await payFor(one);
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
    expect(new Set(subjects)).toEqual(
      new Set(['Group ended', how === 'decline' ? 'Not this time' : 'Not paid in time']),
    );
    for (const { listing } of [two, one])
      expect(await stockOf(listing)).toEqual({ quantity: listing.quantity, held: 0, status: 'active' });
  }
});

const refusal = () =>
  Promise.reject(new ProviderError('The card was refused.', { status: 402, code: 'card_declined' }));

/** A paid group whose two sellers have accepted, at a time when no answer can be undone. */
async function answeredGroup() {
  const group = await paidGroup();
  const { deal, two, one, payFor, answer } = group;
  await payFor(two);
  await payFor(one);
  for (const each of [two, one]) expect((await answer(each, 'accept')).status).toBe(200);
  deal.clock.ahead += MINUTE_MS / 2;
  const intents = () => [...deal.fake.state().intents.values()];
  const intentOf = async (at: typeof two) => (await factsOf(at)).payment.intent_id!;
  return { ...group, intents, intentOf };
}

test('a card that has lapsed is noticed before any card of its group is charged, whichever payment is settled first', async () => {
  for (const first of ['two', 'one'] as const) {
    const group = await answeredGroup();
    const { deal, two, one, statuses, intents, intentOf } = group;
    deal.fake.act.lapse(await intentOf(one));
    await look(group[first]);
    expect(intents().filter(({ status }) => status === 'succeeded')).toEqual([]);
    await later(deal, MINUTE_MS);
    expect((await statuses()).map((status) => status.split(' ')[1])).toEqual(['voided', 'voided']);
    expect(intents().filter(({ status }) => status !== 'canceled')).toEqual([]);
    for (const { listing } of [two, one])
      expect(await stockOf(listing)).toEqual({ quantity: listing.quantity, held: 0, status: 'active' });
  }
});

test('if a card of a group fails after another was charged, the charged money goes back within one run of the cron job', async () => {
  for (const how of ['lapsed', 'refused'] as const) {
    const { deal, two, one, statuses, intents, intentOf } = await answeredGroup();
    await look(two);
    expect(await statuses()).toEqual(['accepted captured', 'pending authorized']);
    if (how === 'lapsed') deal.fake.act.lapse(await intentOf(one));
    const provider = { ...openProvider(env), captureIntent: refusal };
    const now = new Date(Date.now() + deal.clock.ahead);
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

test('the tickets of a group open only once the cards of the whole group are charged', async () => {
  const { deal, two, one } = await answeredGroup();
  await look(two);
  const doors = new Date(Date.now() + deal.clock.ahead + 60 * MINUTE_MS);
  await db.update(events).set({ start_at: doors }).where(eq(events.id, deal.event.id));
  const whyNot = async () => {
    const now = new Date(Date.now() + deal.clock.ahead);
    return (await findBought(db, { request_id: two.id, user_id: deal.buyer.user.id, now })).why_not;
  };
  expect(await whyNot()).toBe('early');
  await look(one);
  expect(await whyNot()).toBe(null);
});

test('a group request is refused beside a pending request, above the stock or the shown price, and while `handover` is off', async () => {
  newProvider({ now: Date.now });
  await launch('payments', true);
  await launch('handover', true);
  const { event } = await eventWithTickets([
    { quantity: 2, ask_price_cents: 2500 },
    { quantity: 2, ask_price_cents: 2600 },
  ]);
  const { headers, user } = await signedInAs('user');
  const send = async (body: object) => {
    const { status, json } = await post('/api/groups', {
      headers: { ...headers, 'Idempotency-Key': newKey() },
      body: { event_id: event.id, ...body },
    });
    return [status, (json as { error?: { code: string } }).error?.code];
  };
  expect(await send({ places: 7 })).toEqual([422, 'request.invalid']);
  expect(await send({ places: 5 })).toEqual([409, 'tickets.group_too_large']);
  expect(await send({ places: 4, total: 20 })).toEqual([409, 'tickets.price_changed']);
  expect(await send({ places: 3 })).toEqual([201, undefined]);
  expect(await send({ places: 1 })).toEqual([409, 'tickets.request_pending']);
  const single = await requestTickets(db, {
    input: { buyer_id: user.id, event_id: event.id, quantity: 1, key: newKey() },
    now: new Date(),
  });
  expect(single.granted).toMatchObject({ code: 'tickets.request_pending' });
  await launch('handover', false);
  expect(await send({ places: 1 })).toEqual([403, 'launch.off']);
});
