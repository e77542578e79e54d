import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { longDate } from '../../../../worker/contract/time/event-time.ts';
import { tellPayments } from '../../../../worker/features/trade/news/tell-payments.cron.ts';
import { tellBuyers } from '../../../../worker/features/trade/requests/tell-buyers.cron.ts';
import { mailsTo } from '../../../support/worker/talk/mailbox.ts';
import { requestWithPayment } from '../../../support/worker/trade/paid-request.ts';
import { addDispute, changeRequest } from '../../../support/worker/trade/deals/rows.ts';

const NOW = new Date();
const inHours = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);

/** Runs `tellBuyers` twice for a request that has ended. Returns the only mail that the buyer gets. */
async function outcomeOf(scene: Awaited<ReturnType<typeof requestWithPayment>>) {
  await changeRequest(scene.request.id, { told_at: null });
  await tellBuyers(env, NOW);
  await tellBuyers(env, NOW);
  const mails = await mailsTo(scene.buyer.user.email!);
  expect(mails).toHaveLength(1);
  return mails[0]!;
}

test('a buyer whose card was charged gets a receipt as the only mail about the ticket request', async () => {
  const due_at = inHours(20);
  const captured_at = inHours(-0.1);
  const mail = await outcomeOf(await requestWithPayment({ payment: { captured_at }, handover: { due_at } }));
  expect(mail.subject).toBe('Paid: Disco Deficit');
  for (const fact of [
    `your card was charged on ${longDate(captured_at.toISOString())}`,
    '1 ticket: $25.00\nFee: $2.50\nTotal: $27.50',
    `by ${longDate(due_at.toISOString())}. If they don't, you get $27.50 back.`,
    'Payment protection: we hold the money until hand-over.',
    '/guarantee',
  ]) {
    expect(mail.text).toContain(fact);
  }
  expect(mail.text).not.toMatch(/escrow/i);
});

test.each([
  ['transfer', 'The seller sends the tickets to this address by '],
  ['name_list', 'The seller puts your name on the list at the door by '],
  ['file', 'The seller uploaded the tickets, so they go to My tickets right away.'],
] as const)('the receipt for a hand-over by %s says how the tickets arrive', async (promised_kind, sentence) => {
  const { text } = await outcomeOf(
    await requestWithPayment({ payment: { captured_at: NOW, promised_kind }, handover: { due_at: inHours(20) } }),
  );
  expect(text).toContain(sentence);
});

test.each([
  ['declined', 'authorized', 'Not this time: Disco Deficit'],
  ['declined', 'voided', 'Not this time: Disco Deficit'],
  ['expired', 'voided', 'No answer in time: Disco Deficit'],
] as const)('the mail about a %s request (payment %s) says the card hold ends', async (status, payment, subject) => {
  const declined_at = status === 'declined' ? NOW : null;
  const scene = await requestWithPayment({ request: { status, declined_at }, payment: { status: payment } });
  const mail = await outcomeOf(scene);
  expect(mail.subject).toBe(subject);
  expect(mail.text).toContain('1 ticket for Disco Deficit at $27.50 with fees');
  expect(mail.text).toContain('Nothing was charged. The reservation on your card ends within days.');
});

test.each(['awaiting', 'failed'] as const)('a buyer who did not pay (payment %s) is told so', async (status) => {
  const mail = await outcomeOf(await requestWithPayment({ request: { status: 'expired' }, payment: { status } }));
  expect(mail.subject).toBe('Not paid in time: Disco Deficit');
  expect(mail.text).toContain('so the tickets are back on sale. Nothing was charged.');
  expect(mail.text).not.toContain('reservation');
});

test.each([
  ['open', 'received', 'Your bank is reviewing a payment', 'The buyer’s bank is reviewing a payment', 'for 1 ticket'],
  ['open', 'due', 'Your bank is reviewing a payment', 'The buyer’s bank is reviewing a payment', 'that is your proof'],
  ['won', 'received', 'Your bank has decided', 'The bank has decided', 'and you get paid as before'],
  ['won', 'failed', 'Your bank has decided', 'The bank has decided', 'you aren’t paid for it'],
  ['lost', 'received', 'Your bank has decided', 'The bank decided for the buyer', 'you aren’t paid for this sale'],
] as const)(
  'buyer and seller each get one mail about a dispute that is %s (hand-over %s)',
  async (status, handover, toBuyer, toSeller, says) => {
    const scene = await requestWithPayment({
      payment: { captured_at: NOW },
      handover: { status: handover, told_status: handover, due_at: inHours(20) },
    });
    const closed_at = status === 'open' ? null : NOW;
    await addDispute({ request_id: scene.request.id, status, closed_at });
    await Promise.all([tellPayments(env, NOW), tellPayments(env, NOW)]);
    await tellPayments(env, NOW);
    const [bought, sold] = await Promise.all([scene.buyer, scene.seller].map(({ user }) => mailsTo(user.email!)));
    expect(bought!.map(({ subject }) => subject)).toEqual([`${toBuyer}: Disco Deficit`]);
    expect(sold!.map(({ subject }) => subject)).toEqual([`${toSeller}: Disco Deficit`]);
    expect(sold![0]!.text).toContain(says);
  },
);
