import { expect, test } from 'vitest';
import { askForTickets, newKey, post } from '../../../support/worker/trade/ask-for-tickets.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { eventWithTickets, stockOf } from '../../../support/worker/trade/event-with-tickets.ts';
import { refusal } from '../../../support/worker/trade/deals/calls.ts';
import { requestsFor } from '../../../support/worker/trade/deals/rows.ts';

test('a ticket request that is repeated with the same key and body gets the first result, even in parallel', async () => {
  const { headers } = await signedInAs('user');
  const { event, listed } = await eventWithTickets([{ quantity: 5 }]);
  const input = { event_id: event.id, quantity: 2, key: newKey() };
  const answers = await Promise.all(Array.from({ length: 20 }, () => askForTickets(headers, input)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ json }) => JSON.stringify(json))).size).toBe(1);
  expect(await requestsFor(event.id)).toHaveLength(1);
  expect(await stockOf(listed[0]!)).toEqual({ quantity: 3, held: 2, status: 'active' });
});

test('the same key with another body is refused, but another buyer may use the same key', async () => {
  const [one, two] = [await signedInAs('user'), await signedInAs('user')];
  const { event, listed } = await eventWithTickets([{ quantity: 5 }]);
  const input = { event_id: event.id, quantity: 1, key: newKey() };
  const first = await askForTickets(one.headers, input);
  expect(refusal(await askForTickets(one.headers, { ...input, quantity: 2 }))).toEqual([422, 'tickets.key_reused']);
  const other = await askForTickets(two.headers, input);
  expect(other.status).toBe(201);
  expect(other.json.id).not.toBe(first.json.id);
  const buyers = (await requestsFor(event.id)).map(({ id, buyer_id }) => [id, buyer_id] as const);
  expect(new Map(buyers)).toEqual(
    new Map([
      [first.json.id, one.user.id],
      [other.json.id, two.user.id],
    ]),
  );
  expect(await stockOf(listed[0]!)).toMatchObject({ quantity: 3, held: 2 });
});

test.each([
  ['missing', undefined],
  ['short', 'seven77'],
  ['long', 'x'.repeat(129)],
  ['split by a space', 'two words'],
])('an Idempotency-Key that is %s is refused with an error that names the header', async (_, key) => {
  const { headers } = await signedInAs('user');
  const { event } = await eventWithTickets([{ quantity: 1 }]);
  const { status, json } = await post('/api/ticket-requests', {
    headers: { ...headers, ...(key === undefined ? {} : { 'Idempotency-Key': key }) },
    body: { event_id: event.id, quantity: 1 },
  });
  expect([status, Object.keys(json.error.fields ?? {})]).toEqual([422, ['idempotency-key']]);
  expect(await requestsFor(event.id)).toEqual([]);
});
