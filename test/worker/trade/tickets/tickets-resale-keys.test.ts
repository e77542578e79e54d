import { expect, test } from 'vitest';
import { listPlainTickets, newKey, post } from '../../../support/worker/trade/ask-for-tickets.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { launchForFile } from '../../../support/worker/launch.ts';
import { eventWithTickets } from '../../../support/worker/trade/event-with-tickets.ts';
import { reseller } from '../../../support/worker/people/reseller.ts';
import { askFor, refusal } from '../../../support/worker/trade/deals/calls.ts';
import { listingsOf } from '../../../support/worker/trade/list-files.ts';

launchForFile('sell');

test('repeating a listing with the same key creates one listing and returns its current state', async () => {
  const { headers } = await reseller();
  const { event } = await eventWithTickets([]);
  const sent = { event_id: event.id, quantity: 3, ask_price: 30, key: newKey() };
  const answers = await Promise.all([1, 2, 3].map(() => listPlainTickets(headers, sent)));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1);
  await askFor(event, await signedInAs('user'), 2);
  await post(`/api/listings/${answers[0]!.json.id}`, { headers, method: 'PATCH', body: { ask_price: 35 } });
  const again = await listPlainTickets(headers, sent);
  expect([again.status, again.json]).toMatchObject([
    201,
    { id: answers[0]!.json.id, quantity: 1, held: 2, ask_price: 35 },
  ]);
  expect(again.cost.round_trips).toBe(2);
  expect(await listingsOf(event.id)).toHaveLength(1);
});

test('a seller cannot use one key for two different listings', async () => {
  const { headers } = await reseller();
  const { event } = await eventWithTickets([]);
  const sent = { event_id: event.id, quantity: 3, ask_price: 30, key: newKey() };
  await listPlainTickets(headers, sent);
  const { event: other } = await eventWithTickets([]);
  for (const body of [{ quantity: 2 }, { ask_price: 30.01 }, { event_id: other.id }]) {
    expect(refusal(await listPlainTickets(headers, { ...sent, ...body }))).toEqual([422, 'tickets.key_reused']);
  }
  expect(await listingsOf(other.id)).toEqual([]);
  expect((await listPlainTickets((await reseller()).headers, sent)).status).toBe(201);
  expect(await listingsOf(event.id)).toHaveLength(2);
});

test('after a refused listing, the seller can use its key again', async () => {
  const { headers } = await reseller();
  const { event } = await eventWithTickets([]);
  const key = newKey();
  expect((await listPlainTickets(headers, { event_id: event.id, quantity: 1, ask_price: 99, key })).status).toBe(422);
  expect((await listPlainTickets(headers, { event_id: event.id, quantity: 1, ask_price: 25, key })).status).toBe(201);
  const without = await post('/api/listings', { headers, body: { event_id: event.id, quantity: 1, ask_price: 25 } });
  expect([without.status, Object.keys(without.json.error.fields!)]).toEqual([422, ['idempotency-key']]);
});
