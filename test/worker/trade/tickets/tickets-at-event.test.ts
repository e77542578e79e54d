import { expect, test, beforeEach } from 'vitest';
import { ticketRequestRow, waitlistRow } from '../../../../drizzle/seed/rows.ts';
import { ticketRequests, waitlist } from '../../../../drizzle/tables/all-tables.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { callCounted } from '../../../support/worker/call.ts';
import { db } from '../../../support/worker/db.ts';
import { launch } from '../../../support/worker/launch.ts';
import { newBuyer, eventWithTickets } from '../../../support/worker/trade/event-with-tickets.ts';

beforeEach(async () => {
  await launch('sell', true);
  await launch('my-tickets', true);
});

async function refusalOf(path: string, headers: Record<string, string>) {
  const { answer, cost } = await callCounted(path, { headers });
  return { cost, refusal: [answer.status, (await answer.json<{ error: { code: string } }>()).error.code] };
}

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

test('a person’s state at an event has their live requests, listings and waitlist entry, in one round trip after the guard', async () => {
  const [me, seller] = [await signedInAs('user'), await signedInAs('user')];
  const { event, listed } = await eventWithTickets([
    { quantity: 5, seller_id: seller.user.id },
    { quantity: 3, seller_id: me.user.id },
  ]);
  const other = await eventWithTickets([{ quantity: 1 }]);
  const buyer = await newBuyer();
  const made = { event_id: event.id, listing_id: listed[0]!.id, buyer_id: me.user.id, seller_id: seller.user.id };
  const rows = [
    ticketRequestRow({ ...made, ...madeOn(1), status: 'accepted', id: 'was-accepted' }),
    ticketRequestRow({ ...made, ...madeOn(2), status: 'declined' }),
    ticketRequestRow({ ...made, ...madeOn(3), quantity: 2, id: 'is-pending' }),
    ticketRequestRow({ ...made, ...madeOn(4), buyer_id: buyer.id, listing_id: listed[1]!.id, seller_id: me.user.id }),
  ];
  for (const row of rows) await db.insert(ticketRequests).values(row);
  const entry = { event_id: event.id, email: me.user.email!, email_key: me.user.email!.toLowerCase() };
  await db.insert(waitlist).values(waitlistRow(entry));
  const { mine, cost } = await mineAt(event, me.headers);
  expect(mine).toEqual({
    requests: [
      expect.objectContaining({
        id: 'is-pending',
        status: 'pending',
        quantity: 2,
        role: 'buyer',
        other: expect.any(Object),
      }),
      expect.objectContaining({ id: 'was-accepted', status: 'accepted' }),
    ],
    selling: { quantity: 2, held: 1 },
    waitlist: 'pending',
    squad: null,
    may_manage: false,
    is_student_verified: true,
    lacks_badge: false,
  });
  // One trip for the guard, one for the state.
  expect(cost.round_trips).toBe(2);
  expect(cost.rows_read).toBeLessThanOrEqual(40);
  expect((await mineAt(other.event, me.headers)).mine).toEqual(NOTHING);
  expect((await refusalOf(`/api/my/events/${event.id}`, {})).refusal).toEqual([401, 'request.signed_out']);
});

test('a person’s state at an event leaves out an expired request, a declined waitlist entry and the entry of an unproven address', async () => {
  const [me, unproven] = [await signedInAs('user'), await signedInAs('user', { user: { email_confirmed_at: null } })];
  const { event, listed, seller } = await eventWithTickets([{ quantity: 1 }]);
  const made = { event_id: event.id, listing_id: listed[0]!.id, buyer_id: me.user.id, seller_id: seller.id };
  await db.insert(ticketRequests).values(ticketRequestRow({ ...made, expires_at: new Date(Date.now() - 1) }));
  for (const [{ user }, status] of [
    [me, 'declined'],
    [unproven, 'pending'],
  ] as const) {
    await db
      .insert(waitlist)
      .values(waitlistRow({ event_id: event.id, email: user.email!, email_key: user.email!.toLowerCase(), status }));
  }
  expect((await mineAt(event, me.headers)).mine).toEqual(NOTHING);
  expect((await mineAt(event, unproven.headers)).mine).toEqual(NOTHING);
});
