import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { scans, ticketFiles } from '../../../../drizzle/tables/all-tables.ts';
import { ticketFileRow } from '../../../../drizzle/seed/ticket-rows.ts';
import { settleSellerFailures } from '../../../../worker/features/trade/payments/settle-failures.cron.ts';
import { ask } from '../../../support/worker/admin.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { db } from '../../../support/worker/db.ts';
import { handoverStatus, listOther, problemOf, replacementOf } from '../../../support/worker/trade/kept-tickets.ts';
import { launch } from '../../../support/worker/launch.ts';
import {
  balanceOf,
  DAY_MS,
  factsOf,
  HOUR_MS,
  later,
  MINUTE_MS,
  statusOf,
  step,
} from '../../../support/worker/trade/paid-deal.ts';
import { answer, report, sentElsewhere, difference, failuresOf } from '../../../support/worker/trade/problem-calls.ts';
import { changeEvent } from '../../../support/worker/nights/event-row.ts';
import { changeHandover } from '../../../support/worker/trade/deals/rows.ts';
import { decide, refusal, subjectsTo } from '../../../support/worker/trade/deals/calls.ts';
import { replacedDeal } from '../../../support/worker/trade/deals/deals.ts';
import { post } from '../../../support/worker/trade/ask-for-tickets.ts';
import { fileOf } from '../../../support/worker/trade/ticket-files.ts';

beforeEach(() => launch('handover', true));

test('tickets whose files we store cannot be reported as missing', async () => {
  const { next } = await replacedDeal(2500);
  expect(refusal(await report(next, { kind: 'not_delivered' }))).toEqual([409, 'payments.tickets_are_here']);
  expect(await problemOf(next)).toBeNull();
});

test('if the buyer reports that the night is cancelled, the sale is refunded and the seller does not count as failed', async () => {
  const deal = await sentElsewhere();
  await listOther(deal, { ask_price_cents: 2500 });
  await changeEvent(deal.event.id, { cancelled_at: new Date() });
  expect((await report(deal, { kind: 'event_cancelled' })).status).toBe(200);
  await later(deal, 3 * MINUTE_MS);
  expect(await problemOf(deal)).toMatchObject({ kind: 'event_cancelled', status: 'refunded', decided_by: 'facts' });
  expect(await statusOf(deal)).toMatchObject({ handover: 'failed', refunds: [['sent', 2750]] });
  expect(await failuresOf(deal)).toEqual([]);
  expect(await replacementOf(deal)).toBeNull();
});

test.each([
  ['received', 'rejected'],
  ['failed', 'refunded'],
  ['replaced', 'replaced'],
] as const)('the decision “%s” by staff gives a reported problem the status “%s”', async (to, status) => {
  const deal = await sentElsewhere();
  const admin = await signedInAs('admin');
  await listOther(deal, { ask_price_cents: 2500 });
  await report(deal, { kind: 'not_as_described' });
  expect((await decide(admin, deal.id, to)).status).toBe(200);
  expect(await problemOf(deal)).toMatchObject({ status, decided_by: 'staff' });
  expect(await handoverStatus(deal)).toBe(to === 'received' ? 'received' : 'failed');
  expect(await failuresOf(deal)).toHaveLength(to === 'received' ? 0 : 1);
  expect((await replacementOf(deal)) !== null).toBe(to === 'replaced');
  expect(refusal(await decide(admin, deal.id, to))).toEqual([409, 'payments.decided']);
  expect(await difference(deal)).toBe(0);
});

test('a decision about a problem sends the money where staff were told that it would go', async () => {
  const admin = await signedInAs('admin');
  const story = async (id: string) => (await ask(`/api/admin/money/requests/${id}`, admin)).body;
  const [kept, returned] = [await sentElsewhere(), await sentElsewhere()];
  expect((await story(kept.id))['decision']).toBeNull();
  for (const deal of [kept, returned]) {
    await report(deal, { kind: 'not_as_described', text: 'For the balcony.' });
    await answer(deal, { text: 'So I said.' });
    const scan = { event_id: deal.event.id, request_id: deal.id, position: 1, staff_id: deal.seller.user.id };
    const place = `ticket:${deal.id}:1`;
    await db.insert(scans).values({ ...scan, place, nonce: deal.id, way: 'code', at: new Date(), door: 'Main' });
  }
  const { problems, decision } = (await story(kept.id)) as never as {
    problems: object[];
    decision: {
      facts: { text: string }[];
      outcomes: { failed: { buyer: number }; received: { seller: number; fees: number } };
    };
  };
  expect(problems).toMatchObject([{ text: 'For the balcony.', seller_text: 'So I said.' }]);
  expect(decision.facts.map(({ text }) => text)).toEqual([
    'The buyer reported a problem: "For the balcony."',
    'Ticket 1 was let in at door Main, without a signed code.',
  ]);
  const { failed, received } = decision.outcomes;
  expect([failed, received]).toMatchObject([
    { buyer: 27.5, seller: 0, fees: 0 },
    { buyer: 0, seller: 25, fees: 2.5 },
  ]);
  await decide(admin, kept.id, 'received');
  await later(kept, MINUTE_MS);
  expect(await balanceOf(`payable:${kept.seller.user.id}`)).toBe(-received.seller * 100);
  expect((await statusOf(kept)).refunds).toEqual([]);
  await decide(admin, returned.id);
  await later(returned, MINUTE_MS);
  expect((await statusOf(returned)).refunds).toEqual([['sent', failed.buyer * 100]]);
});

test('a seller’s failed hand-over is settled by staff, or after a week if the seller owes nothing', async () => {
  const deal = await sentElsewhere('captured');
  await later(deal, 25 * HOUR_MS);
  await settleSellerFailures(env, new Date(Date.now() + deal.clock.ahead + 6 * DAY_MS));
  expect(await failuresOf(deal)).toMatchObject([{ settled_at: null }]);
  await settleSellerFailures(env, new Date(Date.now() + deal.clock.ahead + 8 * DAY_MS));
  expect(await failuresOf(deal)).toMatchObject([{ settled_at: expect.any(Date) }]);
  const other = await sentElsewhere('captured');
  await later(other, 25 * HOUR_MS);
  const admin = await signedInAs('admin');
  const settle = async () =>
    (await post(`/api/admin/sellers/${other.seller.user.id}/settle`, { ...admin, body: { note: 'Our mistake.' } }))
      .status;
  expect([await settle(), await settle()]).toEqual([200, 409]);
  expect(await failuresOf(other)).toMatchObject([{ settled_at: expect.any(Date) }]);
});

test('a buyer who reported missing tickets ends the report for good by confirming that the tickets have arrived', async () => {
  const late = await sentElsewhere();
  await changeHandover(late.id, { status: 'delivered', delivered_at: new Date() });
  const { payout: before } = await factsOf(late);
  await report(late, { kind: 'not_delivered' });
  expect((await step(late, 'seller', 'received')).status).toBe(404);
  expect((await step(late, 'buyer', 'received')).status).toBe(200);
  expect(await problemOf(late)).toMatchObject({ status: 'rejected', ruled_by: null });
  const { handover, payout } = await factsOf(late);
  expect(handover).toMatchObject({ status: 'received', ended_by: 'buyer' });
  expect(payout).toMatchObject({ status: 'due', due_at: before!.due_at });
  expect((await report(late, { kind: 'not_delivered' })).json.error.code).toBe('payments.handover_ended');
  await later(late, 25 * HOUR_MS);
  expect(await statusOf(late)).toMatchObject({ handover: 'received', payout: 'due', refunds: [] });
});

test('a buyer who reported a problem other than missing tickets cannot confirm that the tickets have arrived', async () => {
  const deal = await sentElsewhere();
  await report(deal, { kind: 'not_as_described' });
  expect((await step(deal, 'buyer', 'received')).status).toBe(409);
  expect(await problemOf(deal)).toMatchObject({ status: 'open' });
});

test('a report of a problem accepts only a picture that the reporting person uploaded', async () => {
  const deal = await sentElsewhere();
  const own = ticketFileRow({ owner_id: deal.buyer.user.id, purpose: 'evidence', claimed_at: null });
  const foreign = ticketFileRow({ owner_id: deal.seller.user.id, purpose: 'evidence', claimed_at: null });
  await db.insert(ticketFiles).values([own, foreign]);
  const refused = await report(deal, { kind: 'not_as_described', file_id: foreign.id });
  expect(refusal(refused)).toEqual([409, 'payments.no_picture']);
  expect((await report(deal, { kind: 'not_as_described', file_id: own.id })).status).toBe(200);
  expect(await problemOf(deal)).toMatchObject({ file_id: own.id });
  expect((await fileOf(own.id)).claimed_at).not.toBeNull();
  expect((await report(deal, { kind: 'event_cancelled', text: 'No.' })).status).toBe(200);
  expect(await problemOf(deal)).toMatchObject({ kind: 'not_as_described' });
});

test('while hand-overs are off, a report waits for staff', async () => {
  const deal = await sentElsewhere();
  await launch('handover', false);
  expect((await report(deal, { text: 'They are fakes.' })).status).toBe(200);
  expect(await problemOf(deal)).toBeNull();
  await later(deal, 30 * DAY_MS);
  expect(await handoverStatus(deal)).toBe('problem');
});

test('buyer and seller get one mail about each stage of a problem', async () => {
  const deal = await sentElsewhere();
  const told = async () => {
    const subjects = (await Promise.all([deal.buyer, deal.seller].map(subjectsTo))).flat();
    return subjects.filter((subject) => /report|answer|Decided|on its way|Refund/.test(subject)).toSorted();
  };
  await report(deal, { kind: 'not_as_described' });
  await later(deal, MINUTE_MS);
  await later(deal, MINUTE_MS);
  const { title } = deal.event;
  expect(await told()).toEqual([`Problem reported: ${title}`, `We have your report: ${title}`]);
  await answer(deal, { text: 'It was good.' });
  await later(deal, MINUTE_MS);
  expect((await told()).slice(1, 3)).toEqual([`The seller has answered: ${title}`, `We have your answer: ${title}`]);
  await later(deal, 73 * HOUR_MS);
  // The buyer learns of the decision from the mail about the refund.
  const decided = (await told()).filter((subject) => !/report|answer/.test(subject));
  expect(decided).toEqual([`Decided: ${title}`, `Refund of $27.50: ${title}`]);
  expect(await problemOf(deal)).toMatchObject({ told: 'decided', status: 'refunded' });
});
