import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { problems } from '../../../drizzle/tables/all-tables.ts';
import { reportProblem } from '../../../worker/features/trade/handover/problems.db.ts';
import { ticketCodeHmac } from '../../../worker/http/shared/ticket-codes.ts';
import { post } from '../../support/worker/trade/ask-for-tickets.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import { boughtDeal, openAs } from '../../support/worker/trade/file-deal.ts';
import { listOther, problemOf, replacementOf } from '../../support/worker/trade/kept-tickets.ts';
import { hashOf } from '../../support/worker/trade/list-files.ts';
import { launch } from '../../support/worker/launch.ts';
import {
  DAY_MS,
  type Deal,
  factsOf,
  HOUR_MS,
  later,
  MINUTE_MS,
  statusOf,
} from '../../support/worker/trade/paid-deal.ts';
import { mailsTo } from '../../support/worker/talk/mailbox.ts';
import { changeEvent } from '../../support/worker/nights/event-row.ts';
import { decide, subjectsTo } from '../../support/worker/trade/deals/calls.ts';
import { fromNow } from '../../support/worker/moments.ts';
import { sentElsewhere } from '../../support/worker/trade/problem-calls.ts';

// While the switch `handover` is off, a test can mark a ticket as sent without a picture.
beforeEach(() => launch('handover', false));

const report = ({ id, buyer }: Deal, kind: string) =>
  post(`/api/ticket-requests/${id}/problem`, { headers: buyer.headers, body: { kind } });

const open = async ({ buyer }: Deal, { id }: { id: string }) => (await openAs(buyer.headers, id)).arrayBuffer();

/** The buyer's phone reads the code that the seller listed. */
async function confirm(deal: Deal, { id, code_hmac }: { id: string; code_hmac: string }) {
  const hashes = await Promise.all(['code 1', 'code 2'].map(hashOf));
  const event_id = deal.event.id;
  const hmacs = await Promise.all(hashes.map((code_hash) => ticketCodeHmac(env, { event_id, code_hash })));
  const body = { code_hash: hashes[hmacs.indexOf(code_hmac)] };
  const { json } = await post(`/api/tickets/${id}/check`, { headers: deal.buyer.headers, body });
  expect(json).toEqual({ matches: true });
}

async function confirmed(start_at: Date) {
  const { deal, ticket } = await boughtDeal({ shows_at_once: true, event: { start_at } });
  await open(deal, ticket);
  await confirm(deal, ticket);
  return deal;
}

async function transferred(start_at: Date) {
  const deal = await sentElsewhere('delivered', { event: { start_at } });
  await launch('handover', true);
  return deal;
}

const atTheDoor = (quantity = 1) =>
  boughtDeal({ shows_at_once: true, event: { start_at: fromNow(HOUR_MS / 2) } }, { quantity });

test('four days before the doors, a buyer cannot report that a file did not work', async () => {
  const deal = await confirmed(fromNow(4 * DAY_MS));
  await listOther(deal);
  for (const kind of ['did_not_work', 'not_as_described']) {
    const { status, json } = await report(deal, kind);
    expect([status, json.error.code]).toEqual([409, 'payments.too_early']);
    expect(json.error.message).toMatch(/^You can report this from .+, an hour before the doors\./);
  }
  expect(await problemOf(deal)).toBeNull();
  await later(deal, 2 * DAY_MS);
  expect(await replacementOf(deal)).toBeNull();
  expect((await factsOf(deal)).handover).toMatchObject({ status: 'delivered' });
});

test('only staff decide about a ticket that the buyer has opened and the buyer’s phone has confirmed', async () => {
  const deal = await confirmed(fromNow(HOUR_MS / 2));
  await listOther(deal);
  const { status, json } = await report(deal, 'did_not_work');
  expect([status, json.payment.problem]).toEqual([
    200,
    expect.objectContaining({ status: 'open', is_for_staff: true }),
  ]);
  const problem = (await problemOf(deal))!;
  expect(problem).toMatchObject({ held_because: 'confirmed', ruled_by: null });
  expect(problem.decide_by.getTime() - problem.created_at.getTime()).toBe(72 * HOUR_MS);
  await later(deal, MINUTE_MS);
  for (const { user } of [deal.buyer, deal.seller]) {
    const told = (await mailsTo(user.email!)).find(
      ({ subject }) => subject === `Our team is looking into it: ${deal.event.title}`,
    );
    const whose = user === deal.buyer.user ? 'Your' : 'The buyer’s';
    expect(told?.text).toContain(
      `${whose} phone has read the code that the seller listed, so only our team decides this.`,
    );
    expect(told?.text).toMatch(/ We'll decide by .+ and write to you\. We hold the money until then\./);
  }
  await later(deal, 30 * DAY_MS);
  expect(await problemOf(deal)).toMatchObject({ status: 'open' });
  expect(await statusOf(deal)).toMatchObject({ handover: 'problem', payout: 'frozen', refunds: [] });
  expect(await replacementOf(deal)).toBeNull();
  expect((await decide(await signedInAs('admin'), deal.id, 'received')).status).toBe(200);
  expect(await statusOf(deal)).toMatchObject({ handover: 'received', refunds: [] });
});

test('a seller who does not answer a problem loses if the buyer’s phone never confirmed the file', async () => {
  const { deal, ticket } = await atTheDoor();
  await open(deal, ticket);
  expect((await report(deal, 'did_not_work')).status).toBe(200);
  await later(deal, 2 * HOUR_MS + MINUTE_MS);
  expect(await statusOf(deal)).toMatchObject({ handover: 'failed', refunds: [['sent', 2750]] });
});

test('a buyer cannot report a problem with a ticket file before opening the file', async () => {
  const { deal, ticket } = await atTheDoor();
  for (const kind of ['did_not_work', 'not_as_described', 'event_cancelled']) {
    const { status, json } = await report(deal, kind);
    expect([status, json.error.code]).toEqual([409, 'tickets.not_shown']);
    expect(json.error.message).toMatch(/^Open these tickets in My tickets first\./);
  }
  expect(await problemOf(deal)).toBeNull();
  expect((await factsOf(deal)).handover).toMatchObject({ status: 'delivered' });
  await open(deal, ticket);
  expect((await report(deal, 'did_not_work')).status).toBe(200);
});

test('if the buyer’s phone confirms a ticket after the report, only staff decide the problem', async () => {
  const { deal, ticket } = await atTheDoor();
  await listOther(deal);
  await open(deal, ticket);
  await report(deal, 'did_not_work');
  await later(deal, MINUTE_MS);
  expect(await problemOf(deal)).toMatchObject({ held_because: null, told: 'reported' });
  const { version } = (await factsOf(deal)).payment;
  await confirm(deal, ticket);
  const problem = (await problemOf(deal))!;
  expect(problem).toMatchObject({ status: 'open', held_because: 'confirmed', told: null });
  expect(problem.decide_by.getTime() - problem.created_at.getTime()).toBe(72 * HOUR_MS);
  // A decision prepared earlier can no longer be written.
  expect((await factsOf(deal)).payment.version).toBeGreaterThan(version);
  await later(deal, MINUTE_MS);
  const subject = `Our team is looking into it: ${deal.event.title}`;
  for (const person of [deal.buyer, deal.seller]) expect(await subjectsTo(person)).toContain(subject);
  await later(deal, 30 * DAY_MS);
  expect(await statusOf(deal)).toMatchObject({ handover: 'problem', payout: 'frozen', refunds: [] });
  expect(await replacementOf(deal)).toBeNull();
});

test('if the buyer’s phone confirms one of two tickets after the seller’s answer, only staff decide the problem', async () => {
  const { deal, tickets } = await atTheDoor(2);
  await open(deal, tickets[0]!);
  await report(deal, 'did_not_work');
  const { status } = await post(`/api/ticket-requests/${deal.id}/problem/answer`, {
    headers: deal.seller.headers,
    body: { text: 'They are good.' },
  });
  expect(status).toBe(200);
  await open(deal, tickets[1]!);
  const { version } = (await factsOf(deal)).payment;
  await confirm(deal, tickets[1]!);
  expect(await problemOf(deal)).toMatchObject({ status: 'open', held_because: 'confirmed' });
  expect((await factsOf(deal)).payment.version).toBeGreaterThan(version);
  await later(deal, 30 * DAY_MS);
  expect(await statusOf(deal)).toMatchObject({ handover: 'problem', payout: 'frozen', refunds: [] });
});

test('a decision of staff stands even if the buyer’s phone confirms the ticket afterwards', async () => {
  const { deal, ticket } = await atTheDoor();
  await open(deal, ticket);
  await report(deal, 'did_not_work');
  await db.update(problems).set({ ruled_by: 'staff' }).where(eq(problems.request_id, deal.id));
  await confirm(deal, ticket);
  await later(deal, MINUTE_MS);
  expect(await problemOf(deal)).toMatchObject({ status: 'refunded', held_because: null, decided_by: 'staff' });
});

test.each(['file', 'transfer'] as const)(
  'days before the doors, the buyer of a %s can report a cancellation only once Vouch shows the night as canceled',
  async (kind) => {
    const start_at = fromNow(4 * DAY_MS);
    const deal = kind === 'file' ? await confirmed(start_at) : await transferred(start_at);
    const { status, json } = await report(deal, 'event_cancelled');
    expect([status, json.error.code]).toEqual([409, 'payments.too_early']);
    expect(json.error.message).toMatch(/^This night isn’t canceled here\..+ you automatically get a full refund\./);
    await later(deal, 2 * DAY_MS);
    expect(await statusOf(deal)).toMatchObject({ handover: 'delivered', refunds: [] });
    await changeEvent(deal.event.id, { cancelled_at: new Date() });
    expect((await report(deal, 'event_cancelled')).status).toBe(200);
  },
);

test.each([
  ['did_not_work', 'file'],
  ['not_as_described', 'file'],
  ['event_cancelled', 'file'],
  ['did_not_work', 'transfer'],
  ['event_cancelled', 'transfer'],
] as const)(
  'a buyer can report “%s” about a %s from exactly an hour before the promised time of the doors',
  async (kind, sold) => {
    const doors = fromNow(DAY_MS);
    const deal = sold === 'file' ? await confirmed(doors) : await transferred(doors);
    const said = (now: number) =>
      reportProblem(db, { id: deal.id, actor_id: deal.buyer.user.id, kind, now: new Date(now) });
    const from = doors.getTime() - HOUR_MS;
    await expect(said(from - 1)).rejects.toMatchObject({ code: 'payments.too_early' });
    expect(await problemOf(deal)).toBeNull();
    expect(await said(from)).toMatchObject({ isNew: true });
    expect(await problemOf(deal)).toMatchObject({ kind, status: 'open' });
  },
);

test('days before the doors, a buyer can already report that a transfer is not as described', async () => {
  const deal = await transferred(fromNow(4 * DAY_MS));
  expect((await report(deal, 'not_as_described')).status).toBe(200);
});
