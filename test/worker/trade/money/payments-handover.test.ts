import { beforeEach, expect, test } from 'vitest';
import { HANDOVER_STATUSES, type HandoverStatus } from '../../../../drizzle/handover-vocabulary.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { post } from '../../../support/worker/trade/ask-for-tickets.ts';
import { callCounted } from '../../../support/worker/call.ts';
import { fakeProvider } from '../../../support/worker/trade/fake-provider.ts';
import { requestWithPayment } from '../../../support/worker/trade/paid-request.ts';
import { changeEvent } from '../../../support/worker/nights/event-row.ts';
import { fromNow } from '../../../support/worker/moments.ts';
import { payoutOf } from '../../../support/worker/trade/deals/rows.ts';
import { refusal } from '../../../support/worker/trade/deals/calls.ts';
import { handoverOf } from '../../../support/worker/door.ts';
import { DAY_MS, HOUR_MS } from '../../../support/worker/trade/paid-deal.ts';
import { paymentOf } from '../../../support/worker/trade/charged-sale.ts';

beforeEach(() => void fakeProvider());

type Step = 'delivered' | 'received' | 'problem';
const STEPS: readonly Step[] = ['delivered', 'received', 'problem'];
const TAKEN_BY = { delivered: 'seller', received: 'buyer', problem: 'buyer' } as const;

const send = (id: string, step: Step, headers: HeadersInit, text = 'The code was used before.') =>
  post(`/api/ticket-requests/${id}/${step}`, { headers, ...(step === 'problem' ? { body: { text } } : {}) });

const over = (ago: number) => ({ start_at: fromNow(-ago - HOUR_MS), end_at: fromNow(-ago) });

/** The steps that each status allows. Repeating the step that led to the status changes nothing. */
const ALLOWED: Record<HandoverStatus, Partial<Record<Step, 'new' | 'repeat'>>> = {
  due: { delivered: 'new', received: 'new', problem: 'new' },
  delivered: { delivered: 'repeat', received: 'new', problem: 'new' },
  problem: { problem: 'repeat' },
  received: { received: 'repeat' },
  failed: {},
};

const EVERY_STEP = HANDOVER_STATUSES.flatMap((status) => STEPS.map((step) => [status, step] as const));

test.each(EVERY_STEP)('a hand-over with status "%s" accepts or refuses the step "%s"', async (status, step) => {
  const { seller, buyer, request } = await requestWithPayment({ handover: { status } });
  const before = await handoverOf(request.id);
  const { status: code, json, cost } = await send(request.id, step, { buyer, seller }[TAKEN_BY[step]].headers);
  const allowed = ALLOWED[status][step];
  expect([code, allowed ? json.payment.handover?.status : json.error.code]).toEqual(
    allowed ? [200, step] : [409, 'payments.handover_ended'],
  );
  const after = await handoverOf(request.id);
  expect(after).toEqual(allowed === 'new' ? { ...after, status: step } : before);
  // Every change increases the version of the payment.
  expect((await paymentOf(request.id)).version > 0).toBe(allowed === 'new');
  // A refused or repeated step takes two round trips, for the guard and the step. A refused problem report takes a
  // third, to find the reason for the refusal. A new step takes at least two, because it also moves money after the
  // response.
  const refused = step === 'problem' && !allowed ? 3 : 2;
  expect(allowed === 'new' ? Math.min(cost.round_trips, 2) : cost.round_trips).toBe(refused);
});

test('each step changes the status of the hand-over, but only a reported problem freezes the payout', async () => {
  const sold = await requestWithPayment();
  const at = expect.any(Date) as Date;
  await send(sold.request.id, 'delivered', sold.seller.headers);
  expect(await handoverOf(sold.request.id)).toMatchObject({ status: 'delivered', delivered_at: at, ended_at: null });
  await send(sold.request.id, 'received', sold.buyer.headers);
  expect(await handoverOf(sold.request.id)).toMatchObject({ status: 'received', ended_by: 'buyer', ended_at: at });
  expect(await payoutOf(sold.request.id)).toMatchObject({ status: 'due' });

  const bad = await requestWithPayment();
  await send(bad.request.id, 'problem', bad.buyer.headers, '  It is a screenshot. ');
  const reported = { status: 'problem', problem: 'It is a screenshot.', ended_at: null };
  expect(await handoverOf(bad.request.id)).toMatchObject(reported);
  expect(await payoutOf(bad.request.id)).toMatchObject({ status: 'frozen' });
  await send(bad.request.id, 'problem', bad.buyer.headers, 'Something else.');
  expect((await handoverOf(bad.request.id)).problem).toBe('It is a screenshot.');
});

test('a repeated report does not freeze a payout again after staff have released it', async () => {
  const { buyer, request } = await requestWithPayment({ handover: { status: 'problem' } });
  expect((await send(request.id, 'problem', buyer.headers)).status).toBe(200);
  expect(await payoutOf(request.id)).toMatchObject({ status: 'due' });
});

test('a payout that is frozen by a dispute stays frozen when the buyer reports a problem', async () => {
  const { buyer, request } = await requestWithPayment({ holds: ['dispute'] });
  expect((await send(request.id, 'problem', buyer.headers)).status).toBe(200);
  expect(await payoutOf(request.id)).toMatchObject({ status: 'frozen' });
});

test.each(STEPS)('strangers, visitors and the other side of the sale cannot take the step "%s"', async (step) => {
  const { seller, buyer, request } = await requestWithPayment();
  const other = TAKEN_BY[step] === 'buyer' ? seller : buyer;
  for (const { headers } of [await signedInAs('user'), await signedInAs('admin'), other]) {
    expect(refusal(await send(request.id, step, headers))).toEqual([404, 'tickets.request_not_found']);
  }
  expect((await send(request.id, step, {})).status).toBe(401);
  expect((await send('no-such-request', step, buyer.headers)).status).toBe(404);
  expect(await handoverOf(request.id)).toMatchObject({ status: 'due' });
  expect(await payoutOf(request.id)).toMatchObject({ status: 'due' });
});

test.each(STEPS)('the step "%s" is refused while the tickets are not paid', async (step) => {
  for (const status of ['awaiting', 'authorized', 'voided', 'failed'] as const) {
    const { seller, buyer, request } = await requestWithPayment({ payment: { status } });
    const { headers } = { buyer, seller }[TAKEN_BY[step]];
    expect(refusal(await send(request.id, step, headers))).toEqual([409, 'payments.not_paid']);
  }
});

test.each(STEPS)('the step "%s" is refused once the night is cancelled', async (step) => {
  const { seller, buyer, request, event } = await requestWithPayment();
  await changeEvent(event.id, { cancelled_at: new Date() });
  const { headers } = { buyer, seller }[TAKEN_BY[step]];
  expect(refusal(await send(request.id, step, headers))).toEqual([409, 'event.cancelled']);
  expect(await handoverOf(request.id)).toMatchObject({ status: 'due' });
});

test('after the deadline the seller can no longer mark the tickets as sent, but the buyer can confirm them', async () => {
  const { seller, buyer, request } = await requestWithPayment({ handover: { due_at: fromNow(-1000) } });
  const late = await send(request.id, 'delivered', seller.headers);
  expect([late.status, late.json.error.message]).toEqual([
    409,
    'The time to send these tickets is over. The buyer gets a refund.',
  ]);
  expect((await send(request.id, 'problem', buyer.headers)).status).toBe(409);
  expect((await send(request.id, 'received', buyer.headers)).status).toBe(200);
});

/** Overrides for a sold place on the door list of a night that starts in `start` ms. */
const opens = (start: number) => ({
  event: { start_at: fromNow(start) },
  payment: { promised_kind: 'name_list' as const },
  handover: { status: 'delivered' as const, delivered_at: new Date() },
});

test('a buyer can confirm a place on the door list from exactly an hour before the doors open', async () => {
  const early = await requestWithPayment(opens(HOUR_MS + 60_000));
  const refused = await send(early.request.id, 'received', early.buyer.headers);
  expect(refusal(refused)).toEqual([409, 'payments.too_early']);
  expect(refused.json.error.message).toMatch(/^You can confirm this from .+, an hour before the doors\./);
  expect(await handoverOf(early.request.id)).toMatchObject({ status: 'delivered' });
  const there = await requestWithPayment(opens(HOUR_MS));
  expect((await send(there.request.id, 'received', there.buyer.headers)).status).toBe(200);
});

test('a problem can be reported until two days after the end of the night', async () => {
  const inTime = await requestWithPayment({ event: over(2 * DAY_MS - 60_000), handover: { status: 'delivered' } });
  expect((await send(inTime.request.id, 'problem', inTime.buyer.headers)).status).toBe(200);
  const late = await requestWithPayment({ event: over(2 * DAY_MS + 60_000), handover: { status: 'delivered' } });
  const refused = await send(late.request.id, 'problem', late.buyer.headers);
  expect([refused.status, refused.json.error.message]).toEqual([
    409,
    "It's too late to report this here. Write to support.",
  ]);
  expect(await payoutOf(late.request.id)).toMatchObject({ status: 'due' });
});

test.each([
  ['', 422],
  ['   ', 422],
  ['x'.repeat(1001), 422],
  ['x'.repeat(1000), 200],
])('a report needs a text of at most 1,000 characters', async (text, code) => {
  const { buyer, request } = await requestWithPayment();
  expect((await send(request.id, 'problem', buyer.headers, text)).status).toBe(code);
});

test('if a buyer confirms the tickets and reports a problem at the same time, only one of the two succeeds', async () => {
  const { seller, buyer, request } = await requestWithPayment();
  const [received, problem] = await Promise.all([
    send(request.id, 'received', buyer.headers),
    send(request.id, 'problem', buyer.headers),
    send(request.id, 'delivered', seller.headers),
  ]);
  const { status } = await handoverOf(request.id);
  expect(new Set([received.status, problem.status])).toEqual(new Set([200, 409]));
  expect(status).toBe(received.status === 200 ? 'received' : 'problem');
  expect((await payoutOf(request.id)).status).toBe(status === 'problem' ? 'frozen' : 'due');
});

test('the response to a step is not cached', async () => {
  const { buyer, request } = await requestWithPayment();
  const { answer } = await callCounted(`/api/ticket-requests/${request.id}/received`, {
    method: 'POST',
    headers: buyer.headers,
  });
  expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
});
