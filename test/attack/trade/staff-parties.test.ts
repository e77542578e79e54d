import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { eventOrganizers, refunds, staffAsks } from '../../../drizzle/tables/all-tables.ts';
import { SECOND_PERSON_ABOVE_CENTS } from '../../../worker/contract/trade/money-desk.ts';
import { ask } from '../../support/worker/admin.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import { openHoldsOf } from '../../support/worker/trade/holds.ts';
import { LARGE, NOTE, refund, refundsOf } from '../../support/worker/trade/money-desk.ts';
import { requestWithPayment } from '../../support/worker/trade/paid-request.ts';
import { book } from '../../support/worker/trade/paid-sale.ts';
import { changeEvent } from '../../support/worker/nights/event-row.ts';
import { changeProfile, requestOf } from '../../support/worker/trade/deals/rows.ts';
import { decide, type Person, send } from '../../support/worker/trade/deals/calls.ts';
import { failProvider, PROBLEM } from '../../support/worker/trade/deals/deals.ts';
import { fromNow } from '../../support/worker/moments.ts';
import { handoverOf } from '../../support/worker/door.ts';

beforeEach(failProvider);

const statusOf = async (id: string) => (await handoverOf(id)).status;
const move = ({ headers }: Person, refund_id: string, to: 'approve' | 'drop') =>
  ask(`/api/admin/refunds/${refund_id}/${to}`, { headers, method: 'POST' });
const settleHeld = ({ headers }: Person, id: string, ...reasons: string[]) =>
  ask(`/api/admin/payouts/${id}`, { headers, json: { to: 'due', reasons } });

/** `become` makes an admin a party to a sale. It does nothing for buyer and seller, whom the test sets itself. */
const PARTS: [part: string, become: (id: string, admin_id: string) => PromiseLike<unknown>][] = [
  ['buyer', () => Promise.resolve()],
  ['seller', () => Promise.resolve()],
  ['organizer', async (id, organizer_id) => changeEvent((await requestOf(id)).event_id, { organizer_id })],
  [
    'co-organizer',
    async (id, user_id) => {
      const { event_id } = await requestOf(id);
      await db.insert(eventOrganizers).values({ event_id, user_id, added_by: user_id });
    },
  ],
];

test.each(PARTS)('an admin who is the %s cannot decide about the money of a sale', async (part, become) => {
  const [admin, other] = [await signedInAs('admin'), await signedInAs('admin')];
  const sold = part === 'buyer' || part === 'seller' ? { request: { [`${part}_id`]: admin.user.id } } : {};
  const { request } = await requestWithPayment({ ...PROBLEM, ...LARGE, ...sold });
  const { id } = request;
  const asked = await refund(other.headers, { request_id: id, amount: 300 });
  await become(id, admin.user.id);
  const answers = [
    ...(await Promise.all(['failed', 'received', 'replaced'].map((to) => decide(admin, id, to)))),
    await refund(admin.headers, { request_id: id, amount: 1 }),
    await ask(`/api/admin/payouts/${id}`, { headers: admin.headers, json: { to: 'frozen' } }),
    await settleHeld(admin, id, 'staff'),
    await move(admin, asked.body.id, 'approve'),
    await move(admin, asked.body.id, 'drop'),
  ];
  expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual(
    answers.map(() => [403, 'payments.party']),
  );
  expect(await statusOf(id)).toBe('problem');
  expect(await refundsOf(id)).toMatchObject([{ status: 'asked' }]);
  expect(await db.select().from(staffAsks).where(eq(staffAsks.target_id, id))).toEqual([]);
});

test('a problem above $200 needs two admins who decide the same', async () => {
  const [one, other] = [await signedInAs('admin'), await signedInAs('admin')];
  const { request } = await requestWithPayment({ ...PROBLEM, ...LARGE });
  const first = await decide(one, request.id);
  expect([first.status, first.body['waits']]).toEqual([200, true]);
  expect((await decide(one, request.id)).body.error.code).toBe('payments.second_person');
  expect((await decide(other, request.id, 'received')).body['waits']).toBe(true);
  expect([await statusOf(request.id), await refundsOf(request.id)]).toEqual(['problem', []]);
  const { body } = await ask('/api/admin/money', other);
  const { asks } = (body as unknown as { stuck: { asks: { target_id: string; action: string }[] } }).stuck;
  expect(asks.filter(({ target_id }) => target_id === request.id).map(({ action }) => action)).toEqual([
    'handover.failed',
    'handover.received',
  ]);
  const second = await decide(other, request.id);
  expect([second.status, second.body['waits']]).toEqual([200, false]);
  expect(await refundsOf(request.id)).toMatchObject([
    { amount_cents: 54_100, reason: 'problem', status: 'due', asked_by: one.user.id, approved_by: other.user.id },
  ]);
  expect(await db.select().from(staffAsks).where(eq(staffAsks.target_id, request.id))).toEqual([]);
});

test('the first of two needed decisions is void after a day, or once its author is no longer an admin', async () => {
  const [one, other, third] = [await signedInAs('admin'), await signedInAs('admin'), await signedInAs('admin')];
  const { request } = await requestWithPayment({ ...PROBLEM, ...LARGE });
  expect((await decide(one, request.id)).body['waits']).toBe(true);
  await changeProfile(one.user.id, { role: 'user' });
  expect((await decide(other, request.id)).body['waits']).toBe(true);
  const asked_at = fromNow(-25 * 3_600_000);
  await db.update(staffAsks).set({ asked_at }).where(eq(staffAsks.target_id, request.id));
  expect((await decide(third, request.id)).body['waits']).toBe(true);
  expect([await statusOf(request.id), await refundsOf(request.id)]).toEqual(['problem', []]);
  expect((await decide(other, request.id)).body['waits']).toBe(false);
});

test('small refunds and the refund for a problem add up, and a total above $200 needs two admins', async () => {
  const admin = await signedInAs('admin');
  const { request } = await requestWithPayment({
    ...PROBLEM,
    payment: { tickets_cents: 20_000, buyer_fee_cents: 500 },
  });
  expect((await refund(admin.headers, { request_id: request.id, amount: 100 })).body.status).toBe('due');
  expect((await decide(admin, request.id)).body['waits']).toBe(true);
  expect((await refund(admin.headers, { request_id: request.id, amount: 101 })).body.status).toBe('asked');
});

test('if two admins decide that a hand-over failed, a waiting refund is dropped and everything is refunded instead', async () => {
  const [one, other] = [await signedInAs('admin'), await signedInAs('admin')];
  const { request } = await requestWithPayment({ ...PROBLEM, ...LARGE });
  const waiting = await refund(one.headers, { request_id: request.id, amount: 300 });
  expect(waiting.body.status).toBe('asked');
  await decide(one, request.id);
  expect((await decide(other, request.id)).body['waits']).toBe(false);
  const rows = await refundsOf(request.id);
  expect(rows.find(({ reason }) => reason === 'staff')).toMatchObject({ status: 'dropped' });
  expect(rows.find(({ reason }) => reason === 'problem')).toMatchObject({ amount_cents: 54_100, status: 'due' });
  expect((await move(one, waiting.body.id, 'drop')).body.error.code).toBe('payments.decided');
});

test('two admins can release a held payout above $200 only if both name all reasons for the hold', async () => {
  const [one, other] = [await signedInAs('admin'), await signedInAs('admin')];
  const { request } = await requestWithPayment({ ...LARGE, handover: { status: 'received' }, holds: ['ban', 'staff'] });
  expect((await settleHeld(one, request.id, 'staff', 'ban')).body['waits']).toBe(true);
  expect((await settleHeld(other, request.id, 'staff')).body['waits']).toBe(true);
  expect(await openHoldsOf(request.id)).toEqual(['ban', 'staff']);
  expect((await settleHeld(other, request.id, 'ban', 'staff')).body['waits']).toBe(false);
  expect(await openHoldsOf(request.id)).toEqual([]);
});

test('writing off more than $200 of a seller’s debt takes two admins, and none of them can be the seller', async () => {
  const [one, other, seller] = [await signedInAs('admin'), await signedInAs('admin'), await signedInAs('admin')];
  const { request } = await requestWithPayment();
  await book(request.id, { cause: 'debt', legs: [[`receivable:${seller.user.id}`, 'provider', 50_000]] });
  const writeOff = async (as: Person, amount: number) =>
    (await send(`/api/admin/sellers/${seller.user.id}/write-off`, as, { amount, note: NOTE })).json;
  expect((await writeOff(seller, 10)).error.code).toBe('payments.party');
  expect(await writeOff(one, 150)).toMatchObject({ owes: 350, waits: false });
  expect(await writeOff(one, 100)).toMatchObject({ owes: 350, waits: true });
  expect((await writeOff(one, 100)).error.code).toBe('payments.second_person');
  expect(await writeOff(other, 100)).toMatchObject({ owes: 250, waits: false });
});

test('money left over from a failed hand-over raises an alarm until two admins have agreed on the refund', async () => {
  const [one, other] = [await signedInAs('admin'), await signedInAs('admin')];
  const ended_at = fromNow(-2 * 3_600_000);
  const { request } = await requestWithPayment({ ...LARGE, handover: { status: 'failed', ended_at } });
  type Desk = {
    alarm: string | null;
    stuck: { stranded: { request_id: string; left: number; asked: number; handover: string }[] };
  };
  const desk = async () => (await ask('/api/admin/money', one)).body as unknown as Desk;
  const leftOf = async () => (await desk()).stuck.stranded.filter(({ request_id }) => request_id === request.id);
  expect(await leftOf()).toMatchObject([{ left: 541, asked: 0, handover: 'failed' }]);
  expect((await desk()).alarm).not.toBeNull();
  const { body } = await refund(one.headers, { request_id: request.id, amount: 541 });
  expect(body.status).toBe('asked');
  // One admin alone cannot silence the alarm.
  expect(await leftOf()).toMatchObject([{ left: 541, asked: 541 }]);
  expect((await desk()).alarm).toMatch(/has not reached anybody\.$/);
  expect((await move(other, body.id, 'approve')).body.status).toBe('due');
  expect(await leftOf()).toEqual([]);
});

test('the database refuses a refund above the limit for one admin if no second admin has approved it', async () => {
  const admin = await signedInAs('admin');
  const { request } = await requestWithPayment(LARGE);
  const row = { request_id: request.id, reason: 'problem' as const, asked_by: admin.user.id, created_at: new Date() };
  const more = db.insert(refunds).values({ ...row, amount_cents: SECOND_PERSON_ABOVE_CENTS + 1 });
  await expect(more).rejects.toThrow(/Failed query/);
});
