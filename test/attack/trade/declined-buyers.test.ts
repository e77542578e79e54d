import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { priceOf } from '../../../worker/contract/trade/fees.ts';
import { requestTickets } from '../../../worker/features/trade/requests/request-tickets.db.ts';
import { feesOf } from '../../../worker/http/shared/configured-fees.ts';
import { afterUndo } from '../../support/worker/trade/after-undo.ts';
import { askForTickets, newKey, post } from '../../support/worker/trade/ask-for-tickets.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import { eventWithTickets, newBuyer, stockOf } from '../../support/worker/trade/event-with-tickets.ts';
import { launch } from '../../support/worker/launch.ts';
import { addRequest, requestOf } from '../../support/worker/trade/deals/rows.ts';
import { askFor } from '../../support/worker/trade/deals/calls.ts';

const MINUTE = 60_000;

test('a buyer whose request was declined can ask for the same listing again after 30 minutes', async () => {
  const [seller, buyer] = [await signedInAs('user'), await signedInAs('user')];
  const { event, listed } = await eventWithTickets([{ quantity: 2, seller_id: seller.user.id }]);
  const wanted = { event_id: event.id, quantity: 1 };
  const { json } = await askForTickets(buyer.headers, wanted);
  expect((await post(`/api/ticket-requests/${json.id}/decline`, seller)).status).toBe(200);
  await afterUndo();
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const again = await askForTickets(buyer.headers, wanted);
    expect([again.status, again.json.error.code, again.json.error.message]).toEqual([
      409,
      'tickets.cooling_down',
      'The seller of the best price has declined your request. Ask again in 30 minutes.',
    ]);
  }
  expect(await stockOf(listed[0]!)).toMatchObject({ quantity: 2, held: 0 });
  expect((await askForTickets((await signedInAs('user')).headers, wanted)).status).toBe(201);
  const row = await requestOf(json.id);
  const after = (ms: number) =>
    requestTickets(db, {
      input: { ...wanted, buyer_id: buyer.user.id, key: `after-${ms}-ms` },
      now: new Date(row.declined_at!.getTime() + ms),
    });
  expect((await after(30 * MINUTE - 1)).granted).toMatchObject({ code: 'tickets.cooling_down' });
  expect((await after(30 * MINUTE)).granted).toMatchObject({ status: 'pending', listing_id: listed[0]!.id });
});

test('after a decline, a buyer is told to wait, unless the tickets now cost more than the buyer accepts', async () => {
  await launch('payments', true);
  const buyer = await newBuyer();
  const { event, listed } = await eventWithTickets([{ quantity: 2 }]);
  const { ask_price_cents: ask_cents } = listed[0]!;
  const declined = { status: 'declined' as const, declined_at: new Date() };
  await addRequest(listed[0]!, { buyer_id: buyer.id, ...declined });
  const fees = feesOf(env);
  const { total_cents } = priceOf({ ask_cents, quantity: 1, fees });
  const asked = async (most_total_cents: number) => {
    const input = { buyer_id: buyer.id, event_id: event.id, quantity: 1, key: newKey(), most_total_cents };
    return (await requestTickets(db, { input, fees, now: new Date() })).granted;
  };
  expect(await asked(total_cents)).toMatchObject({ code: 'tickets.cooling_down' });
  expect(await asked(total_cents - 1)).toMatchObject({ code: 'tickets.price_changed' });
  await launch('payments', false);
});

test('after a decline, a buyer can ask at once for another listing that has become the cheapest', async () => {
  const [seller, buyer] = [await signedInAs('user'), await signedInAs('user')];
  const { event, listed } = await eventWithTickets([
    { quantity: 1, seller_id: seller.user.id, ask_price_cents: 2300 },
    { quantity: 1, ask_price_cents: 2400 },
  ]);
  const { json } = await askFor(event, buyer);
  await post(`/api/ticket-requests/${json.id}/decline`, seller);
  await afterUndo();
  await post(`/api/listings/${listed[0]!.id}/withdraw`, seller);
  expect((await askFor(event, buyer)).json.listing_id).toBe(listed[1]!.id);
});
