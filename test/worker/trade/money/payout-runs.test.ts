import { env } from 'cloudflare:workers';
import { eq, inArray } from 'drizzle-orm';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  authUsers,
  outbox,
  payments,
  payoutRuns,
  payouts,
  sellerAccounts,
  type SellerAccount,
} from '../../../../drizzle/tables/all-tables.ts';
import { writePayoutFailure } from '../../../../worker/features/trade/payouts/payout-account.db.ts';
import { releasePayouts } from '../../../../worker/features/trade/payouts/release-payouts.cron.ts';
import { tellPayouts } from '../../../../worker/features/trade/payouts/tell-payouts.cron.ts';
import type { Fake } from '../../../../worker/local/fake-provider/fake.ts';
import { openProvider } from '../../../../worker/features/trade/provider/provider.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { db } from '../../../support/worker/db.ts';
import { mailsTo } from '../../../support/worker/talk/mailbox.ts';
import { book, paidSale } from '../../../support/worker/trade/paid-sale.ts';
import { accountOf, newProvider } from '../../../support/worker/trade/payouts.ts';
import { paymentOf } from '../../../support/worker/trade/charged-sale.ts';
import { changePayout, payoutOf } from '../../../support/worker/trade/deals/rows.ts';
import { subjectsTo } from '../../../support/worker/trade/deals/calls.ts';

/** `MONDAY` and `NEXT_MONDAY` are at 10 AM in New York. */
const MONDAY = new Date('2030-06-10T14:00:00Z');
const NEXT_MONDAY = new Date('2030-06-17T14:00:00Z');
const BEFORE = new Date('2030-06-01T00:00:00Z');

let fake: Fake;
const bindings = { ...env, NOTIFY_QUEUE: { sendBatch: async () => undefined } as unknown as Env['NOTIFY_QUEUE'] };
const run = (now: Date = MONDAY) => releasePayouts(bindings, now);
const tell = (now: Date = MONDAY) => tellPayouts(bindings, now);
const after = (minutes: number, from = MONDAY) => new Date(from.getTime() + minutes * 60_000);

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  await db.batch([
    db.delete(payoutRuns),
    db.delete(outbox),
    // Stops the payouts of earlier tests from being due.
    db.update(payouts).set({ status: 'frozen' }).where(eq(payouts.status, 'due')),
  ]);
  fake = newProvider();
});

/** Makes a seller, with an account at the provider unless `state` is `none`. */
async function aSeller(state: 'ready' | 'started' | 'none' = 'ready', over: Partial<SellerAccount> = {}) {
  const { user } = await signedInAs('user');
  if (state === 'none') return user;
  const { id: provider_id } = await openProvider(env).createAccount(
    {
      dashboard: 'express',
      contact_email: user.email!,
      identity: { country: 'us', entity_type: 'individual' },
      configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
      defaults: { responsibilities: { fees_collector: 'application', losses_collector: 'application' } },
    },
    `account:${user.id}`,
  );
  if (state === 'ready') fake.act.onboard(provider_id);
  const ready = state === 'ready' ? { can_receive: true, ready_at: BEFORE } : {};
  const made = { updated_at: BEFORE, created_at: BEFORE };
  await db.insert(sellerAccounts).values({ user_id: user.id, provider_id, ...ready, ...made, ...over });
  return user;
}

const sell = async ({ id }: { id: string }, ...amounts: number[]) => {
  const ids: string[] = [];
  for (const tickets_cents of amounts) ids.push((await paidSale({ seller_id: id, tickets_cents })).request_id);
  return ids;
};
const sendTimes = (ids: readonly string[]) => Promise.all(ids.map(async (id) => (await payoutOf(id)).send_at));
const idOfSale = async (over: Parameters<typeof paidSale>[0]) => (await paidSale(over)).request_id;

const isDone = async () => ((await db.select().from(payoutRuns))[0]?.done_at ?? null) !== null;
const accountFor = (user: { id: string }) => accountOf({ user });

test('on Mondays from 10 AM on, a seller’s sales are paid out if they add up to $20; smaller sums wait', async () => {
  const [enough, little] = [await aSeller(), await aSeller()];
  const [paid, waits] = [await sell(enough, 1250, 750), await sell(little, 1999)];
  for (const quiet of [after(-1), after(24 * 60)]) await run(quiet);
  expect(await sendTimes([...paid, ...waits])).toEqual([null, null, null]);
  await run(after(1));
  expect(await sendTimes([...paid, ...waits])).toEqual([after(1), after(1), null]);
  expect((await paymentOf(paid[0]!)).settle_at).toEqual(new Date(0));
});

test('a sale whose payout becomes due after Monday’s payout run is paid on the next Monday', async () => {
  const [early, late] = [await aSeller(), await aSeller()];
  const [first] = await sell(early, 4000);
  const { request_id: second } = await paidSale({ seller_id: late.id, payout: { due_at: after(2) } });
  for (const minutes of [0, 1, 2, 3, 600]) await run(after(minutes));
  expect(await sendTimes([first!, second])).toEqual([MONDAY, null]);
  expect(await isDone()).toBe(true);
  await run(after(5, NEXT_MONDAY));
  expect(await sendTimes([first!, second])).toEqual([MONDAY, after(5, NEXT_MONDAY)]);
});

test('a payout run that the cron missed at 10 AM is done later that Monday, and releases each payout once', async () => {
  const seller = await aSeller();
  const sales = await sell(seller, 2500, 2500);
  await Promise.all([run(after(400)), run(after(401)), run(after(400))]);
  const times = await sendTimes(sales);
  expect(times.every((at) => at !== null && at >= after(400))).toBe(true);
  const versions = async () =>
    (await db.select().from(payments).where(inArray(payments.request_id, sales))).map(({ version }) => version);
  const before = await versions();
  await run(after(402));
  expect([await sendTimes(sales), await versions()]).toEqual([times, before]);
});

test.each([
  ['spring', '2030-03-11T13:59:00Z', '2030-03-11T14:00:00Z'],
  ['autumn', '2030-11-04T14:59:00Z', '2030-11-04T15:00:00Z'],
])('after the clocks change in %s, the payout run begins at 10 AM New York time', async (_season, early, late) => {
  const seller = await aSeller('ready', { updated_at: new Date('2030-01-01'), ready_at: new Date('2030-01-01') });
  const payout = { due_at: new Date('2030-03-01T00:00:00Z') };
  const { request_id } = await paidSale({ seller_id: seller.id, payout });
  await run(new Date(early));
  expect(await sendTimes([request_id])).toEqual([null]);
  await run(new Date(late));
  expect(await sendTimes([request_id])).toEqual([new Date(late)]);
});

test('the weekly run pays no frozen payout, no sale with an open problem, and no seller who would get less than $20', async () => {
  const [seller, debtor] = [await aSeller(), await aSeller()];
  const waiting = [
    await idOfSale({ seller_id: seller.id, holds: ['dispute'] }),
    await idOfSale({ seller_id: seller.id, handover: { status: 'problem' } }),
    await idOfSale({ seller_id: seller.id, payment: { released_at: null } }),
    await idOfSale({ seller_id: debtor.id, tickets_cents: 2500 }),
  ];
  await book(waiting[3]!, { cause: 'debt', legs: [[`receivable:${debtor.id}`, 'cost:losses', 600]] });
  await run();
  expect(await sendTimes(waiting)).toEqual([null, null, null, null]);
});

test('a seller who cannot be paid gets one mail about what is missing, and is paid once nothing is missing', async () => {
  const [fresh, started] = [await aSeller('none'), await aSeller('started')];
  const sales = [...(await sell(fresh, 4000)), ...(await sell(started, 4000))];
  for (const minutes of [0, 1, 2]) await run(after(minutes));
  await Promise.all([tell(), tell()]);
  await tell(after(1));
  expect(await sendTimes(sales)).toEqual([null, null]);
  expect(await Promise.all([subjectsTo({ user: fresh }), subjectsTo({ user: started })])).toEqual([
    ['Your money is ready: set up payouts'],
    ['Action needed before we can pay you'],
  ]);
  fake.act.onboard((await accountFor(started))!.provider_id!);
  await run(NEXT_MONDAY);
  await tell(NEXT_MONDAY);
  expect(await sendTimes(sales)).toEqual([null, NEXT_MONDAY]);
  expect(await accountFor(started)).toMatchObject({ can_receive: true, facts_needed_at: null });
  expect((await mailsTo(fresh.email!)).length).toBe(1);
});

test('the payout run pays no seller with a restricted account, and repeats a failed check of an account', async () => {
  const [restricted, silent] = [await aSeller(), await aSeller()];
  const sales = [...(await sell(restricted, 4000)), ...(await sell(silent, 4000))];
  fake.act.restrict((await accountFor(restricted))!.provider_id!);
  fake.faults.lostAnswer = 1;
  await run();
  expect([await sendTimes(sales), await isDone()]).toEqual([[null, null], false]);
  fake.faults.lostAnswer = 0;
  await run(after(1));
  await run(after(2));
  expect([await sendTimes(sales), await isDone()]).toEqual([[null, after(1)], true]);
  expect(await accountFor(restricted)).toMatchObject({ can_receive: false, facts_needed_at: after(1) });
});

test('an account that the provider no longer knows is not paid and does not delay other payouts', async () => {
  const [gone, fine] = [await aSeller('ready', { provider_id: 'acct_gone' }), await aSeller()];
  const sales = [...(await sell(gone, 4000)), ...(await sell(fine, 4000))];
  await run();
  await run(after(1));
  expect([await sendTimes(sales), await isDone()]).toEqual([[null, MONDAY], true]);
});

test('if a payout run has too many sellers for one minute, the rest are paid in the next minutes', async () => {
  const sellers = [];
  for (let made = 0; made < 23; made += 1) sellers.push(await aSeller());
  const sales = (await Promise.all(sellers.map((seller) => sell(seller, 4000)))).flat();
  await run();
  const first = (await sendTimes(sales)).filter(Boolean).length;
  expect([first, await isDone()]).toEqual([20, false]);
  await run(after(1));
  await run(after(2));
  expect([(await sendTimes(sales)).filter(Boolean).length, await isDone()]).toEqual([23, true]);
});

test('the mail about a paid sale waits up to half an hour, so that it can also list the seller’s other sales', async () => {
  const seller = await aSeller();
  const sales = await sell(seller, 4000, 1000, 500);
  const sent = (paid_cents: number, recouped_cents = 0) =>
    ({ status: 'sent', sent_at: MONDAY, paid_cents, recouped_cents }) as const;
  await changePayout(sales[0]!, sent(3900, 100));
  const others = inArray(payouts.request_id, sales.slice(1));
  await db.update(payouts).set({ send_at: MONDAY }).where(others);
  await tell(after(1));
  expect(await mailsTo(seller.email!)).toEqual([]);
  await changePayout(sales[1]!, sent(1000));
  await Promise.all([tell(after(31)), tell(after(31))]);
  const [mail, ...more] = await mailsTo(seller.email!);
  expect(more).toEqual([]);
  expect(mail!.subject).toBe('Paid: $49.00');
  expect(mail!.text).toContain('We have sent $49.00. Your bank will show it in a few days.');
  expect(mail!.text).toContain('We kept $1.00 of it for money that you owed us.');
  await changePayout(sales[2]!, sent(500));
  await tell(after(32));
  await tell(after(33));
  expect((await subjectsTo({ user: seller })).toSorted()).toEqual(['Paid: $49.00', 'Paid: $5.00']);
});

test('a seller gets one mail about a payout that the bank refused, unless the seller’s account is deleted', async () => {
  const [seller, gone] = [await aSeller(), await aSeller()];
  await db.update(authUsers).set({ deleted_at: MONDAY }).where(eq(authUsers.id, gone.id));
  for (const one of [seller, gone])
    await writePayoutFailure(db, { provider_id: (await accountFor(one))!.provider_id!, at: MONDAY });
  await Promise.all([tell(), tell()]);
  await tell(after(1));
  expect(await subjectsTo({ user: seller })).toEqual(['Your bank refused a payout']);
  expect(await mailsTo(gone.email!)).toEqual([]);
});
