import { expect, test } from 'vitest';
import { requestTickets } from '../../worker/features/tickets/request-tickets.db.ts';
import { newKey, post } from '../support/worker/ask-for-tickets.ts';
import { signedInAs } from '../support/worker/auth.ts';
import { shareMark } from '../support/worker/circle.ts';
import { db } from '../support/worker/db.ts';
import { stockOf } from '../support/worker/event-with-tickets.ts';
import { launch } from '../support/worker/launch.ts';
import { askAs, type Deal, HOUR_MS, later, look, MINUTE_MS, newDeal, pay } from '../support/worker/paid-deal.ts';

type Person = Pick<Deal['buyer'], 'user'>;

/** Asks at the deal's time, which the test moves. */
async function askAt(deal: Deal, { user }: Person = deal.buyer) {
  const input = { buyer_id: user.id, event_id: deal.event.id, quantity: 1, key: newKey() };
  const { granted } = await requestTickets(db, { input, now: new Date(Date.now() + deal.clock.ahead) });
  if ('code' in granted) return granted.code;
  await look({ ...deal, id: granted.id });
  return granted.id;
}

const lapse = (deal: Deal) => later(deal, 16 * MINUTE_MS);

test('after two holds that ran out unpaid within a day, there is none for a day from the second on', async () => {
  const deal = await newDeal();
  for (let time = 0; time < 2; time += 1) {
    expect(await askAt(deal)).not.toContain('tickets.');
    await lapse(deal);
  }
  expect(await askAt(deal)).toBe('tickets.holds_paused');
  expect(await stockOf(deal.listing)).toMatchObject({ quantity: 6, held: 0 });
  deal.clock.ahead += 23 * HOUR_MS;
  expect(await askAt(deal)).toBe('tickets.holds_paused');
  deal.clock.ahead += HOUR_MS;
  expect(await askAt(deal)).not.toContain('tickets.');
});

test('the refusal says until when, and a group is refused too', async () => {
  const deal = await newDeal();
  await launch('handover', true);
  for (let time = 0; time < 2; time += 1) {
    await askAt(deal);
    await lapse(deal);
  }
  const now = new Date(Date.now() + deal.clock.ahead);
  const input = { buyer_id: deal.buyer.user.id, event_id: deal.event.id, quantity: 1, key: newKey() };
  expect((await requestTickets(db, { input, now })).granted).toMatchObject({
    code: 'tickets.holds_paused',
    message: expect.stringMatching(/You can hold tickets again from \w+, \d+:\d\d [AP]M on\.$/),
  });
  const { headers } = deal.buyer;
  const group = await post('/api/groups', {
    headers: { ...headers, 'Idempotency-Key': newKey() },
    body: { event_id: deal.event.id, places: 2 },
  });
  expect([group.status, group.json]).toMatchObject([409, { error: { code: 'tickets.holds_paused' } }]);
});

test('one hold that ran out, a paid one, and some that were cancelled cost nothing; a buyer who cancels again and again waits', async () => {
  const deal = await newDeal();
  await askAt(deal);
  await lapse(deal);
  deal.clock.ahead = 0;
  await askAs(deal);
  await pay(deal);
  await post(`/api/ticket-requests/${deal.id}/cancel`, { headers: deal.buyer.headers });
  await look(deal);
  const holdAndCancel = async () => {
    const id = await askAt(deal);
    if (!id.includes('.')) await post(`/api/ticket-requests/${id}/cancel`, { headers: deal.buyer.headers });
    return id;
  };
  for (let time = 0; time < 3; time += 1) expect(await holdAndCancel()).not.toContain('tickets.');
  expect(await holdAndCancel()).toBe('tickets.holds_paused');
});

test('people who share a browser, such as that of a library, keep each other from nothing', async () => {
  const deal = await newDeal();
  const roommate = await signedInAs('user');
  await shareMark([deal.buyer.user, roommate.user], 'device');
  await askAt(deal);
  expect(await askAt(deal, roommate)).not.toContain('tickets.');
});

test('a second account with the same card, phone or inbox counts as the same person, and a stranger does not', async () => {
  for (const kind of ['card', 'phone', 'inbox'] as const) {
    const deal = await newDeal();
    const [second, stranger] = [await signedInAs('user'), await signedInAs('user')];
    await shareMark([deal.buyer.user, second.user], kind);
    await askAt(deal);
    expect(await askAt(deal, second)).toBe('tickets.held_by_alike');
    await lapse(deal);
    expect(await askAt(deal, second)).not.toContain('tickets.');
    await lapse(deal);
    for (const person of [deal.buyer, second]) expect(await askAt(deal, person)).toBe('tickets.holds_paused');
    expect(await askAt(deal, stranger)).not.toContain('tickets.');
  }
});
