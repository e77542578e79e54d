import { countRows } from '../../../support/worker/count-d1.ts';
import { expect, test } from 'vitest';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { callCounted } from '../../../support/worker/call.ts';
import { launchForFile } from '../../../support/worker/launch.ts';
import { newBuyer, eventWithTickets } from '../../../support/worker/trade/event-with-tickets.ts';
import { addEntry, addRequest } from '../../../support/worker/trade/deals/rows.ts';
import { fromNow } from '../../../support/worker/moments.ts';
import { refusal } from '../../../support/worker/trade/deals/calls.ts';
import { post } from '../../../support/worker/trade/ask-for-tickets.ts';

countRows();

launchForFile('sell', 'my-tickets');

async function mineAt(event: { id: string }, headers: Record<string, string>) {
  const { answer, cost } = await callCounted(`/api/my/events/${event.id}`, { headers });
  expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
  return { cost, mine: await answer.json() };
}

const madeOn = (day: number) => ({ created_at: new Date(Date.UTC(2030, 0, day)) });
const NOTHING = {
  requests: [],
  selling: null,
  waitlist: null,
  squad: null,
  may_manage: false,
  is_student_verified: true,
  lacks_badge: false,
};

test('a person’s state at an event has their live ticket requests, their listings and their waitlist entry', async () => {
  const [me, seller] = [await signedInAs('user'), await signedInAs('user')];
  const { event, listed } = await eventWithTickets([
    { quantity: 5, seller_id: seller.user.id },
    { quantity: 3, seller_id: me.user.id },
  ]);
  const other = await eventWithTickets([{ quantity: 1 }]);
  const buyer = await newBuyer();
  const made = { buyer_id: me.user.id };
  await addRequest(listed[0]!, { ...made, ...madeOn(1), status: 'accepted', id: 'was-accepted' });
  await addRequest(listed[0]!, { ...made, ...madeOn(2), status: 'declined' });
  await addRequest(listed[0]!, { ...made, ...madeOn(3), quantity: 2, id: 'is-pending' });
  await addRequest(listed[1]!, { ...madeOn(4), buyer_id: buyer.id });
  const entry = { event_id: event.id, email: me.user.email!, email_key: me.user.email!.toLowerCase() };
  await addEntry(entry);
  const { mine, cost } = await mineAt(event, me.headers);
  const pending = { id: 'is-pending', status: 'pending', quantity: 2, role: 'buyer', other: expect.any(Object) };
  expect(mine).toEqual({
    ...NOTHING,
    requests: [expect.objectContaining(pending), expect.objectContaining({ id: 'was-accepted', status: 'accepted' })],
    selling: { quantity: 2, held: 1 },
    waitlist: 'pending',
  });
  // One trip for the guard, one for the state.
  expect(cost.round_trips).toBe(2);
  expect(cost.rows_read).toBeLessThanOrEqual(40);
  expect((await mineAt(other.event, me.headers)).mine).toEqual(NOTHING);
  const signedOut = await post(`/api/my/events/${event.id}`, { headers: {}, method: 'GET' });
  expect(refusal(signedOut)).toEqual([401, 'request.signed_out']);
});

test('a person’s state at an event leaves out an expired ticket request and a declined waitlist entry', async () => {
  const [me, unproven] = [await signedInAs('user'), await signedInAs('user', { user: { email_confirmed_at: null } })];
  const { event, listed } = await eventWithTickets([{ quantity: 1 }]);
  await addRequest(listed[0]!, { buyer_id: me.user.id, expires_at: fromNow(-1) });
  for (const [{ user }, status] of [
    [me, 'declined'],
    [unproven, 'pending'],
  ] as const) {
    const address = { email: user.email!, email_key: user.email!.toLowerCase() };
    await addEntry({ event_id: event.id, ...address, status });
  }
  expect((await mineAt(event, me.headers)).mine).toEqual(NOTHING);
  expect((await mineAt(event, unproven.headers)).mine).toEqual(NOTHING);
});
