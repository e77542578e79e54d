import { env } from 'cloudflare:workers';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  authSessions,
  authUsers,
  type SellerAccount,
  sellerAccounts,
  sellerFailures,
} from '../../../../drizzle/tables/all-tables.ts';
import { sellerCents } from '../../../../worker/features/trade/payments/payout-money.db.ts';
import { askForPayouts } from '../../../../worker/features/trade/payouts/payouts.db.ts';
import { tellPayouts } from '../../../../worker/features/trade/payouts/tell-payouts.cron.ts';
import { settle } from '../../../../worker/features/trade/payments/settle.ts';
import { splitLeft } from '../../../../worker/features/trade/payments/settle/money-split.rules.ts';
import { ask } from '../../../support/worker/admin.ts';
import { accessToken } from '../../../support/worker/people/auth.ts';
import { chargedSale } from '../../../support/worker/trade/charged-sale.ts';
import { db } from '../../../support/worker/db.ts';
import { launch, launchForFile } from '../../../support/worker/launch.ts';
import { mailsTo } from '../../../support/worker/talk/mailbox.ts';
import { book, paidSale } from '../../../support/worker/trade/paid-sale.ts';
import { accountOf, newProvider, readPayouts, setUpPayouts } from '../../../support/worker/trade/payouts.ts';
import { reseller } from '../../../support/worker/people/reseller.ts';
import { changeHandover, payoutOf, requestOf } from '../../../support/worker/trade/deals/rows.ts';
import { fromNow } from '../../../support/worker/moments.ts';
import { type Person, refusal } from '../../../support/worker/trade/deals/calls.ts';
import { DAY_MS } from '../../../support/worker/trade/paid-deal.ts';

const HOUR = 3_600_000;
const past = fromNow(-HOUR);
const future = fromNow(HOUR);

launchForFile('payments');
beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue());

const payNow = ({ headers }: Person) => ask('/api/my/payouts/now', { headers, json: {} });

const READY = { can_receive: true, ready_at: past, updated_at: past };
const paidAccount = ({ user }: { user: { id: string } }, over: Partial<SellerAccount> = {}) =>
  db.insert(sellerAccounts).values({ user_id: user.id, provider_id: `acct_${user.id}`, ...READY, ...over });

const DUE = { due_at: past };

test('after a failed sale, the payouts page tells the seller when they can list tickets again', async () => {
  const seller = await reseller();
  const { request_id } = await paidSale({ seller_id: seller.user.id });
  await launch('handover', true);
  expect(await readPayouts(seller)).toMatchObject({ has_settled: true, lists_again_at: null });
  await db.insert(sellerFailures).values({ request_id, seller_id: seller.user.id, created_at: past });
  const lists_again_at = new Date(past.getTime() + 7 * DAY_MS).toISOString();
  expect(await readPayouts(seller)).toMatchObject({ has_settled: false, lists_again_at });
  await launch('handover', false);
});

test('the payouts page shows a seller the stage and the payout time of each of their sales', async () => {
  const [seller, other] = [await reseller(), await reseller()];
  const seller_id = seller.user.id;
  await paidAccount(seller);
  const open = await paidSale({ seller_id, handover: { status: 'delivered' }, payout: { due_at: future } });
  const waiting = await paidSale({ seller_id, tickets_cents: 3000, payout: { due_at: future } });
  const ready = await paidSale({ seller_id, tickets_cents: 2550, payout: DUE });
  const leaving = await paidSale({ seller_id, tickets_cents: 1000, payout: { ...DUE, send_at: past } });
  const frozen = await paidSale({ seller_id, tickets_cents: 500, payout: DUE, holds: ['dispute'] });
  const payout = { ...DUE, status: 'sent', sent_at: past, paid_cents: 3500, recouped_cents: 500 } as const;
  const sent = await paidSale({ seller_id, payout });
  const body = await readPayouts(seller);
  const sums = { waiting: 70, ready: 25.5, leaving: 10, frozen: 5, debt: 0 };
  expect(body).toMatchObject({ account: { state: 'ready' }, ...sums, may_ask: true });
  const list = body['payouts'] as { request_id: string; stage: string; pays_at: string | null }[];
  const stages = new Map(list.map(({ request_id, stage }) => [request_id, stage]));
  const sales = { handover: open, waiting, ready, leaving, frozen, sent };
  for (const [stage, { request_id }] of Object.entries(sales)) expect(stages.get(request_id)).toBe(stage);
  expect(list.at(-1)).toMatchObject({
    request_id: sent.request_id,
    event: { title: sent.event.title, slug: sent.event.slug, start_at: '2030-06-01T02:00:00.000Z' },
    quantity: 1,
    receives: 40,
    paid: 35,
    recouped: 5,
    held_because: [],
    pays_at: null,
  });
  expect(list.find(({ request_id }) => request_id === ready.request_id)!.pays_at).toBe(body['next_run']);
  expect(new Date(body['next_run'] as string).getTime()).toBeGreaterThan(past.getTime());
  expect(await readPayouts(other)).toMatchObject({ payouts: [], waiting: 0, ready: 0, frozen: 0 });
});

test('a request for payouts pays out only the seller’s own sales that are ready', async () => {
  newProvider();
  const [seller, other] = [await reseller(), await reseller()];
  await Promise.all([paidAccount(seller), paidAccount(other)]);
  const own = { seller_id: seller.user.id, payout: DUE };
  const paid = [await paidSale(own), await paidSale({ ...own, tickets_cents: 300 })];
  const untouched = [
    await paidSale({ ...own, payout: { due_at: future } }),
    await paidSale({ ...own, handover: { status: 'delivered' } }),
    await paidSale({ ...own, holds: ['staff'] }),
    await paidSale({ seller_id: other.user.id, payout: DUE }),
  ];
  const answers = await Promise.all([payNow(seller), payNow(seller)]);
  const once = { status: 202, body: { leaving: 2 } };
  expect(answers).toMatchObject([once, once]);
  for (const { request_id } of paid) expect((await payoutOf(request_id)).send_at).not.toBeNull();
  for (const { request_id } of untouched) expect((await payoutOf(request_id)).send_at).toBeNull();
  expect((await accountOf(seller))!.payout_asked_at).not.toBeNull();
  expect((await accountOf(other))!.payout_asked_at).toBeNull();
});

test('exactly a dollar can be paid out', async () => {
  newProvider();
  const seller = await reseller();
  await paidAccount(seller);
  const { request_id } = await paidSale({ seller_id: seller.user.id, tickets_cents: 100, payout: DUE });
  expect(await payNow(seller)).toMatchObject({ status: 202, body: { leaving: 1 } });
  const { send_at } = await payoutOf(request_id);
  expect((await accountOf(seller))!.payout_asked_at).toEqual(send_at);
});

test.each([
  ['without a payout account', null, 4000, 0, 'payments.no_payout_account'],
  ['with a payout account that cannot receive money', { can_receive: false }, 4000, 0, 'payments.no_payout_account'],
  ['with less than a dollar', {}, 99, 0, 'payments.nothing_ready'],
  ['with a debt that leaves less than a dollar', {}, 4000, 3901, 'payments.nothing_ready'],
] as const)('nothing is paid out to a seller %s', async (_what, account, tickets_cents, debt, code) => {
  const seller = await reseller();
  if (account) await paidAccount(seller, account);
  const { request_id } = await paidSale({ seller_id: seller.user.id, tickets_cents, payout: DUE });
  const owed = `receivable:${seller.user.id}`;
  if (debt > 0) {
    await book(request_id, { cause: 'debt', legs: [[owed, 'cost:losses', debt + 70]] });
    await book(request_id, { cause: 'paid back', legs: [['cost:losses', owed, 70]] });
  }
  expect(refusal(await payNow(seller))).toEqual([409, code]);
  expect((await payoutOf(request_id)).send_at).toBeNull();
  expect((await accountOf(seller))?.payout_asked_at ?? null).toBeNull();
  expect(await readPayouts(seller)).toMatchObject({ ready: tickets_cents / 100, debt: debt / 100, may_ask: false });
});

test('the payouts page shows a seller what is left after money went back to the buyer', async () => {
  const amounts = { tickets_cents: 3333, buyer_fee_cents: 317, seller_fee_cents: 111 };
  for (const taken_cents of [0, 1, 1025, 3649, 3650]) {
    const seller = await reseller();
    await paidSale({ seller_id: seller.user.id, payout: DUE, payment: { ...amounts, taken_cents } });
    const receives = splitLeft({ ...amounts, taken_cents, added_cents: 0, moved_cents: 0 }).seller_cents / 100;
    expect(await readPayouts(seller)).toMatchObject({ ready: receives, payouts: [{ receives }] });
  }
});

test('a payout can be sent at exactly the time at which it is due', async () => {
  const seller = await reseller();
  await paidAccount(seller);
  await paidSale({ seller_id: seller.user.id, payout: DUE });
  const sums = async (now: Date) => (await askForPayouts(db, { user_id: seller.user.id, now })).ready_cents;
  expect([await sums(new Date(past.getTime() - 1)), await sums(past)]).toEqual([0, 4000]);
});

test('for a replacement, `sellerCents` (SQL) and `splitLeft` (code) compute the same amount for the seller', async () => {
  const steps = [0, 1, 7, 500, 1025, 2450];
  const sales = steps.flatMap((taken_cents) =>
    [0, 1, 1200, 3650].flatMap((added_cents) =>
      [0, 1].map((moved_cents) => ({
        tickets_cents: 3333,
        buyer_fee_cents: 317,
        seller_fee_cents: 111,
        taken_cents: Math.min(taken_cents, 3650 - added_cents),
        added_cents,
        moved_cents,
      })),
    ),
  );
  const columns = Object.keys(sales[0]!).map((name) => sql`value ->> ${name} as ${sql.identifier(name)}`);
  const shown = await db
    .select({ cents: sellerCents(sql`sale`) })
    .from(sql`(select key, ${sql.join(columns, sql`, `)} from json_each(${JSON.stringify(sales)})) sale`)
    .orderBy(sql`sale.key`);
  expect(shown.map(({ cents }) => cents)).toEqual(sales.map((sale) => splitLeft(sale).seller_cents));
});

test('a seller who asks for the money of a sale twice at the same time gets one payout and one mail', async () => {
  const fake = newProvider();
  // The money can be paid out three days after the night.
  const { id } = await chargedSale(fake, { event: { start_at: fromNow(-5 * DAY_MS) } });
  const request = await requestOf(id);
  const [user] = await db.select().from(authUsers).where(eq(authUsers.id, request.seller_id));
  const [session] = await db.select().from(authSessions).where(eq(authSessions.user_id, request.seller_id));
  const seller = { headers: { Authorization: `Bearer ${await accessToken({ user: user!, session: session! })}` } };
  await changeHandover(id, { status: 'received', ended_at: past, ended_by: 'buyer' });
  await settle(env, id, { now: new Date() });
  expect(await readPayouts(seller)).toMatchObject({ ready: 25, may_ask: false });
  await setUpPayouts(seller);
  fake.act.onboard((await accountOf({ user: user! }))!.provider_id!);
  expect(await readPayouts(seller, '?back=1')).toMatchObject({ ready: 25, may_ask: true });
  await Promise.all([payNow(seller), payNow(seller)]);
  expect([...fake.state().transfers.values()].map(({ amount }) => amount)).toEqual([2500]);
  expect(await payoutOf(id)).toMatchObject({ status: 'sent', paid_cents: 2500 });
  expect(await readPayouts(seller)).toMatchObject({ ready: 0, leaving: 0, payouts: [{ stage: 'sent', paid: 25 }] });
  for (const minutes of [0, 1]) await tellPayouts(env, fromNow(minutes * 60_000));
  expect((await mailsTo(user!.email!)).filter(({ subject }) => subject === 'Paid: $25.00')).toHaveLength(1);
  expect((await payNow(seller)).body.error.code).toBe('payments.nothing_ready');
});
