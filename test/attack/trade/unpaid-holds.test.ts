import { expect, test } from 'vitest';
import { paymentRow, promisedOf } from '../../../drizzle/seed/payment-rows.ts';
import { payments } from '../../../drizzle/tables/all-tables.ts';
import type { TicketRequestStatus } from '../../../drizzle/vocabulary.ts';
import { requestTickets } from '../../../worker/features/trade/requests/request-tickets.db.ts';
import { newKey, post } from '../../support/worker/trade/ask-for-tickets.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { shareMark } from '../../support/worker/people/circle.ts';
import { db } from '../../support/worker/db.ts';
import { eventWithTickets, stockOf } from '../../support/worker/trade/event-with-tickets.ts';
import { launch } from '../../support/worker/launch.ts';
import {
  askAs,
  type Deal,
  HOUR_MS,
  later,
  look,
  MINUTE_MS,
  newDeal,
  pay,
  statusOf,
  step,
} from '../../support/worker/trade/paid-deal.ts';
import { addRequest } from '../../support/worker/trade/deals/rows.ts';
import { fromNow } from '../../support/worker/moments.ts';
import { nowOf } from '../../support/worker/trade/deals/deals.ts';
import { refusal, send } from '../../support/worker/trade/deals/calls.ts';

type Person = Pick<Deal['buyer'], 'user'>;

async function askAt(deal: Deal, { user }: Person = deal.buyer) {
  const input = { buyer_id: user.id, event_id: deal.event.id, quantity: 1, key: newKey() };
  const { granted } = await requestTickets(db, { input, now: nowOf(deal) });
  if ('code' in granted) return granted.code;
  await look({ ...deal, id: granted.id });
  return granted.id;
}

const lapse = (deal: Deal) => later(deal, 16 * MINUTE_MS);

test('after two unpaid holds have expired within a day, the buyer can hold no tickets for 24 hours', async () => {
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

test('a buyer whose two holds expired unpaid is told when they can hold tickets again', async () => {
  const deal = await newDeal();
  await launch('handover', true);
  for (const _ of ['once', 'again']) {
    await askAt(deal);
    await lapse(deal);
  }
  const now = nowOf(deal);
  const input = { buyer_id: deal.buyer.user.id, event_id: deal.event.id, quantity: 1, key: newKey() };
  expect((await requestTickets(db, { input, now })).granted).toMatchObject({
    code: 'tickets.holds_paused',
    message: expect.stringMatching(/You can hold tickets again from \w+, \d+:\d\d [AP]M\.$/),
  });
  const group = await send('/api/groups', deal.buyer, { event_id: deal.event.id, places: 2 });
  expect(refusal(group)).toEqual([409, 'tickets.holds_paused']);
});

test('after one unpaid hold that expired and three that the buyer cancelled, the next request is refused', async () => {
  const deal = await newDeal();
  await askAt(deal);
  await lapse(deal);
  deal.clock.ahead = 0;
  const holdAndCancel = async () => {
    const id = await askAt(deal);
    if (!id.includes('.')) await post(`/api/ticket-requests/${id}/cancel`, deal.buyer);
    return id;
  };
  for (let time = 0; time < 3; time += 1) expect(await holdAndCancel()).not.toContain('tickets.');
  expect(await holdAndCancel()).toBe('tickets.holds_paused');
});

async function askAndPay(deal: Deal) {
  deal.id = '';
  const { status } = await askAs(deal);
  expect(status).toBe(201);
  await pay(deal);
  expect(await statusOf(deal)).toMatchObject({ payment: 'authorized' });
}

test('a buyer who cancels six requests after authorizing a card for each is refused the next hold', async () => {
  const deal = await newDeal();
  for (let time = 0; time < 6; time += 1) {
    await askAndPay(deal);
    expect((await step(deal, 'buyer', 'cancel')).status).toBe(200);
    await look(deal);
    expect(await statusOf(deal)).toMatchObject({ request: 'cancelled', payment: 'voided' });
  }
  expect(await askAt(deal)).toBe('tickets.holds_paused');
});

interface Ended {
  status: TicketRequestStatus;
  /** How another request of the same group ended. */
  other?: TicketRequestStatus;
  is_night_cancelled?: boolean;
  /** The buyer opened the card page, but authorized no card. */
  is_unpaid?: boolean;
}

/** Adds seven holds that began an hour ago and ended as given. */
async function sevenEnded({ user }: Person, { status, other, is_night_cancelled, is_unpaid }: Ended) {
  for (let time = 0; time < 7; time += 1) {
    const cancelled_at = is_night_cancelled ? new Date() : null;
    const { event, listed } = await eventWithTickets([{ quantity: 6 }], { cancelled_at });
    const asked = { buyer_id: user.id, group_id: other ? crypto.randomUUID() : null, created_at: fromNow(-HOUR_MS) };
    const card = is_unpaid
      ? ({ status: 'failed', authorized_at: null } as const)
      : ({ status: 'voided', authorized_at: asked.created_at } as const);
    const paid = { ...promisedOf(event), ...card };
    for (const of of [status, ...(other ? [other] : [])]) {
      const { id } = await addRequest(listed[0]!, { ...asked, status: of });
      await db.insert(payments).values(paymentRow({ request_id: id, session_id: newKey(), ...paid }));
    }
  }
}

test.each([
  ['the buyer cancelled, the buyer must wait', { status: 'cancelled' }, 'tickets.holds_paused'],
  [
    'the buyer cancelled with their whole groups, the buyer must wait',
    { status: 'cancelled', other: 'cancelled' },
    'tickets.holds_paused',
  ],
  [
    'the buyer cancelled before paying, the buyer must wait',
    { status: 'cancelled', is_unpaid: true },
    'tickets.holds_paused',
  ],
  [
    'ended before payment because a seller of the group withdrew, the buyer must wait',
    { status: 'cancelled', other: 'declined', is_unpaid: true },
    'tickets.holds_paused',
  ],
  ['no seller answered, the buyer may hold again', { status: 'expired' }, null],
  ['the seller declined, the buyer may hold again', { status: 'declined' }, null],
  ['one seller of the group declined, the buyer may hold again', { status: 'cancelled', other: 'declined' }, null],
  ['one seller of the group did not answer, the buyer may hold again', { status: 'cancelled', other: 'expired' }, null],
  ['ended with a cancelled night, the buyer may hold again', { status: 'cancelled', is_night_cancelled: true }, null],
  [
    'ended with a cancelled night before payment, the buyer may hold again',
    { status: 'cancelled', is_night_cancelled: true, is_unpaid: true },
    null,
  ],
] as const)('after seven holds that %s', async (_who, ended, code) => {
  const deal = await newDeal();
  await sevenEnded(deal.buyer, ended);
  const answer = await askAt(deal);
  expect(answer.includes('.') ? answer : null).toBe(code);
});

test('people who share a browser, for example in a library, do not limit each other', async () => {
  const deal = await newDeal();
  const roommate = await signedInAs('user');
  await shareMark([deal.buyer.user, roommate.user], 'device');
  await askAt(deal);
  expect(await askAt(deal, roommate)).not.toContain('tickets.');
});

test('two accounts with the same card, phone or inbox count as one person', async () => {
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
