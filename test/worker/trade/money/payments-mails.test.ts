import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { outbox } from '../../../../drizzle/tables/talk/outbox.ts';
import { afterAll, expect, test } from 'vitest';
import { authUsers, handovers, payments, ticketRequests } from '../../../../drizzle/tables/all-tables.ts';
import type { RefundReason } from '../../../../drizzle/vocabulary.ts';
import type { HandoverStatus } from '../../../../drizzle/handover-vocabulary.ts';
import { longDate } from '../../../../worker/contract/time/event-time.ts';
import { tellPayments } from '../../../../worker/features/trade/news/tell-payments.cron.ts';
import { db } from '../../../support/worker/db.ts';
import { mailsTo } from '../../../support/worker/talk/mailbox.ts';
import { requestWithPayment } from '../../../support/worker/trade/paid-request.ts';
import { handoverOf } from '../../../support/worker/door.ts';
import { paymentOf } from '../../../support/worker/trade/charged-sale.ts';
import { addRefund } from '../../../support/worker/trade/deals/rows.ts';

const NOW = new Date();
const inHours = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);

type Scene = Awaited<ReturnType<typeof requestWithPayment>>;

async function mailsOf({ buyer, seller }: Scene) {
  const [to_buyer, to_seller] = await Promise.all([mailsTo(buyer.user.email!), mailsTo(seller.user.email!)]);
  return { to_buyer, to_seller };
}

/** Runs `tellPayments` twice in parallel, then once more. Returns all subjects of the mails to buyer and seller. */
async function tellOften(scene: Scene, now = NOW) {
  await Promise.all([tellPayments(env, now), tellPayments(env, now)]);
  await tellPayments(env, now);
  const { to_buyer, to_seller } = await mailsOf(scene);
  return { buyer: to_buyer.map(({ subject }) => subject), seller: to_seller.map(({ subject }) => subject) };
}

const unsent = () => db.$count(outbox, eq(outbox.status, 'pending'));

// Waits for the queue, which is still sending hundreds of mails and could get stuck if the database is emptied.
afterAll(async () => {
  for (let [before, now] = [-1, await unsent()]; now > 0 && now !== before; [before, now] = [now, await unsent()])
    await scheduler.wait(1000);
});

test('the seller of paid tickets gets one mail with the buyer’s address, the deadline and the payout', async () => {
  const scene = await requestWithPayment({ handover: { told_status: null, due_at: inHours(20) } });
  expect(await tellOften(scene)).toEqual({ buyer: [], seller: ['Paid: send the tickets for Disco Deficit'] });
  const [mail] = (await mailsOf(scene)).to_seller;
  for (const fact of [
    scene.buyer.user.email!,
    longDate(inHours(20).toISOString()),
    '$25.00',
    '1 ticket for Disco Deficit',
    '/my-tickets',
  ]) {
    expect(mail!.text).toContain(fact);
  }
});

/** Status and other columns of a hand-over, the mails' subjects without the event's title, and a part of a mail. */
const STATUSES: [HandoverStatus, object, { buyer?: string; seller?: string }, string][] = [
  ['delivered', {}, { buyer: 'Sent to you' }, 'If you say nothing, they count as received on'],
  [
    'problem',
    { problem: 'It is a screenshot.' },
    { seller: 'Problem reported' },
    "says: “It is a screenshot.” We're looking into it",
  ],
  ['received', {}, { seller: 'Received' }, 'You can be paid $25.00 from'],
  [
    'received',
    { ended_by: 'time' },
    { seller: 'Received' },
    'The buyer reported no problem with 1 ticket for Disco Deficit, so the sale is complete.',
  ],
  [
    'received',
    { ended_by: 'staff' },
    { buyer: 'Decided', seller: 'Decided' },
    'and decided in your favor. You can be paid $25.00 from',
  ],
  [
    'failed',
    { ended_by: 'time' },
    { seller: 'Not paid out' },
    'The tickets weren’t sent in time. The buyer of 1 ticket for Disco Deficit gets $27.50 back',
  ],
  ['failed', { ended_by: 'event' }, { seller: 'Not paid out' }, 'The night was canceled.'],
];
const about = (subject?: string) => (subject ? [`${subject}: Disco Deficit`] : []);

test.each(STATUSES)('a hand-over status is mailed once (%s, %o)', async (status, handover, subjects, text) => {
  const scene = await requestWithPayment({ handover: { status, told_status: 'due', ...handover } });
  expect(await tellOften(scene)).toEqual({ buyer: about(subjects.buyer), seller: about(subjects.seller) });
  const { to_buyer, to_seller } = await mailsOf(scene);
  expect((to_seller[0] ?? to_buyer[0])!.text).toContain(text);
  expect((await handoverOf(scene.request.id)).told_status).toBe(status);
});

test('if a hand-over ends before the mail about its beginning was written, people get only the mail about its end', async () => {
  const scene = await requestWithPayment({ handover: { status: 'received', told_status: null } });
  expect(await tellOften(scene)).toEqual({ buyer: [], seller: ['Received: Disco Deficit'] });
});

test('buyer and seller are reminded once of a deadline, three hours before it', async () => {
  const scene = await requestWithPayment({ payment: { captured_at: inHours(-20) }, handover: { due_at: inHours(4) } });
  expect(await tellOften(scene, inHours(0.9))).toEqual({ buyer: [], seller: [] });
  expect(await tellOften(scene, inHours(1.1))).toEqual({
    buyer: ['Your tickets are due soon: Disco Deficit'],
    seller: ['Send the tickets soon: Disco Deficit'],
  });
  const { to_buyer, to_seller } = await mailsOf(scene);
  expect(to_buyer[0]!.text).toContain('you get $27.50 back');
  expect(to_seller[0]!.text).toContain(scene.buyer.user.email!);
});

test('if tickets are due two to six hours after the payment, the seller is reminded at half of that time', async () => {
  const short = await requestWithPayment({ payment: { captured_at: NOW }, handover: { due_at: inHours(4) } });
  const shortest = await requestWithPayment({ payment: { captured_at: NOW }, handover: { due_at: inHours(1.5) } });
  expect((await tellOften(short, inHours(1.9))).seller).toEqual([]);
  expect((await tellOften(short, inHours(2.1))).seller).toEqual(['Send the tickets soon: Disco Deficit']);
  expect((await tellOften(shortest, inHours(1.4))).seller).toEqual([]);
});

test('nobody is reminded if the tickets are already sent or their deadline has passed', async () => {
  const sent = await requestWithPayment({
    payment: { captured_at: inHours(-20) },
    handover: { status: 'delivered', due_at: inHours(1) },
  });
  const late = await requestWithPayment({ payment: { captured_at: inHours(-20) }, handover: { due_at: inHours(-1) } });
  expect([await tellOften(sent), await tellOften(late)]).toEqual([
    { buyer: [], seller: [] },
    { buyer: [], seller: [] },
  ]);
});

const REASONS: [RefundReason, string][] = [
  ['event_cancelled', 'because the night was canceled'],
  ['not_delivered', 'because the seller didn’t send the tickets in time'],
  ['problem', 'because you reported a problem and we decided in your favor'],
  ['staff', 'as our support team decided'],
];

test.each(REASONS)('the buyer gets one mail with the amount and reason of a refund (%s)', async (reason, why) => {
  const scene = await requestWithPayment();
  const asked_by = reason === 'staff' ? scene.seller.user.id : null;
  const sent = { reason, asked_by, amount_cents: 1050, status: 'sent' } as const;
  await addRefund({ request_id: scene.request.id, ...sent });
  expect(await tellOften(scene)).toEqual({ buyer: ['Refund of $10.50: Disco Deficit'], seller: [] });
  const { to_buyer } = await mailsOf(scene);
  const news = `$10.50 for 1 ticket for Disco Deficit is on its way back to your card, ${why}.`;
  expect(to_buyer[0]!.text).toContain(news);
});

test('there is no mail about a refund before it is sent', async () => {
  const scene = await requestWithPayment();
  await addRefund({ request_id: scene.request.id, status: 'due' });
  expect((await tellOften(scene)).buyer).toEqual([]);
});

test('after a seller deletes their account, only the buyer gets mails about the sale', async () => {
  const scene = await requestWithPayment({
    handover: { status: 'received', ended_by: 'staff', told_status: 'problem' },
    payout: { status: 'sent' },
  });
  await db.update(authUsers).set({ deleted_at: NOW }).where(eq(authUsers.id, scene.seller.user.id));
  expect(await tellOften(scene)).toEqual({ buyer: ['Decided: Disco Deficit'], seller: [] });
});

test('if more hand-overs wait than one transaction can hold, each mail is still written exactly once', async () => {
  const scene = await requestWithPayment({ handover: { told_status: null } });
  const { request } = scene;
  const [payment, handover] = [await paymentOf(request.id), await handoverOf(request.id)];
  for (let at = 0; at < 51; at++) {
    const id = `${request.id}-${at}`;
    await db.batch([
      db.insert(ticketRequests).values({ ...request, id, idempotency_key: id }),
      db.insert(payments).values({ ...payment, request_id: id, session_id: id, intent_id: id }),
      db.insert(handovers).values({ ...handover, request_id: id }),
    ]);
  }
  expect((await tellOften(scene)).seller).toHaveLength(52);
});
