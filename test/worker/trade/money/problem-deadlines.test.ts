import { beforeEach, expect, test } from 'vitest';
import { handoverStatus, listOther, problemOf, replacementOf } from '../../../support/worker/trade/kept-tickets.ts';
import { launch } from '../../../support/worker/launch.ts';
import { factsOf, HOUR_MS, later, MINUTE_MS, statusOf } from '../../../support/worker/trade/paid-deal.ts';
import { answer, report, sentElsewhere, failuresOf } from '../../../support/worker/trade/problem-calls.ts';
import { addFile, changeHandover } from '../../../support/worker/trade/deals/rows.ts';
import { changeEvent } from '../../../support/worker/nights/event-row.ts';
import { fromNow } from '../../../support/worker/moments.ts';
import { refusal, subjectsTo } from '../../../support/worker/trade/deals/calls.ts';

beforeEach(() => launch('handover', true));

test('if the seller does not answer a problem within a day, the buyer gets a refund', async () => {
  const deal = await sentElsewhere();
  const { status, json } = await report(deal, { kind: 'not_as_described', text: 'Two of them are for another night.' });
  expect([status, json.payment.problem?.kind, json.payment.problem?.status]).toEqual([200, 'not_as_described', 'open']);
  const problem = (await problemOf(deal))!;
  expect(problem.decide_by.getTime() - problem.created_at.getTime()).toBe(24 * HOUR_MS);
  expect((await factsOf(deal)).payout).toMatchObject({ status: 'frozen' });
  await later(deal, 24 * HOUR_MS - MINUTE_MS);
  expect(await problemOf(deal)).toMatchObject({ status: 'open' });
  await later(deal, 2 * MINUTE_MS);
  expect(await problemOf(deal)).toMatchObject({ status: 'refunded', decided_by: 'time' });
  expect(await statusOf(deal)).toMatchObject({ handover: 'failed', refunds: [['sent', 2750]] });
  expect(await failuresOf(deal)).toHaveLength(1);
});

test('if the seller answers but staff do not decide within three days of the report, the buyer gets a refund', async () => {
  const deal = await sentElsewhere();
  await report(deal, { kind: 'not_as_described' });
  const picture = await addFile({ owner_id: deal.seller.user.id, purpose: 'evidence', claimed_at: null });
  expect((await answer(deal, { text: 'It worked when I looked.', file_id: picture.id })).status).toBe(200);
  const problem = (await problemOf(deal))!;
  const answered = { seller_text: 'It worked when I looked.', seller_file_id: picture.id, status: 'open' };
  expect(problem).toMatchObject(answered);
  expect(problem.decide_by.getTime() - problem.created_at.getTime()).toBe(72 * HOUR_MS);
  expect((await answer(deal, { text: 'It worked when I looked.' })).status).toBe(200);
  expect(refusal(await answer(deal, { text: 'Something else.' }))).toEqual([409, 'payments.problem_ended']);
  // Moving the night does not change the deadline of staff.
  await changeEvent(deal.event.id, { start_at: fromNow(HOUR_MS) });
  await later(deal, 71 * HOUR_MS);
  expect(await problemOf(deal)).toMatchObject({ status: 'open' });
  await later(deal, 2 * HOUR_MS);
  expect(await problemOf(deal)).toMatchObject({ status: 'refunded', decided_by: 'time' });
});

test('the seller has two hours to answer a problem that is reported shortly before the doors open', async () => {
  const at = Date.now();
  const deal = await sentElsewhere('delivered', {
    event: { start_at: new Date(at + HOUR_MS / 2), end_at: new Date(at + 6 * HOUR_MS) },
  });
  await listOther(deal, { ask_price_cents: 2500 });
  await report(deal, { kind: 'did_not_work' });
  const problem = (await problemOf(deal))!;
  expect(problem.decide_by.getTime() - problem.created_at.getTime()).toBe(2 * HOUR_MS);
  await later(deal, 2 * HOUR_MS + MINUTE_MS);
  const next = (await replacementOf(deal))!;
  expect(await problemOf(deal)).toMatchObject({ status: 'replaced', replaced_by: next.id, decided_by: 'time' });
  expect(await handoverStatus(next)).toBe('delivered');
});

test('the deadline of a problem stays the same when the night is moved', async () => {
  const deal = await sentElsewhere();
  await report(deal, { kind: 'not_as_described' });
  const { decide_by } = (await problemOf(deal))!;
  for (const ms of [48 * HOUR_MS, 4 * HOUR_MS, HOUR_MS / 2]) {
    const start_at = fromNow(ms);
    await changeEvent(deal.event.id, { start_at, updated_at: new Date() });
    await later(deal, MINUTE_MS);
    expect((await problemOf(deal))!.decide_by).toEqual(decide_by);
  }
  const reported = `Problem reported: ${deal.event.title}`;
  expect((await subjectsTo(deal.seller)).filter((subject) => subject === reported)).toHaveLength(1);
});

test('missing tickets can be reported only after the seller’s deadline, and the report is decided immediately', async () => {
  const deal = await sentElsewhere('captured');
  expect(refusal(await report(deal, { kind: 'not_delivered' }))).toEqual([409, 'payments.still_due']);
  expect(await handoverStatus(deal)).toBe('due');
  await listOther(deal, { ask_price_cents: 2500 });
  await changeHandover(deal.id, { due_at: fromNow(-1000) });
  const late = await report(deal, { kind: 'not_delivered' });
  expect([late.status, late.json.payment.problem?.status]).toEqual([200, 'replaced']);
  expect(late.json.payment.replaced_by).toBe((await replacementOf(deal))!.id);
  expect(await problemOf(deal)).toMatchObject({ decided_by: 'facts' });
});
