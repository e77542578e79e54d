import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authUsers, ledgerTransfers, payouts, profiles } from '../../../drizzle/tables/all-tables.ts';
import { adminClient } from '../../support/worker/people/admin-client.ts';
import { ask, logOf } from '../../support/worker/admin.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import { book, paidSale } from '../../support/worker/trade/paid-sale.ts';
import { reseller } from '../../support/worker/people/reseller.ts';
import { changeHandover, changePayout, payoutOf } from '../../support/worker/trade/deals/rows.ts';
import { send } from '../../support/worker/trade/deals/calls.ts';

const accounts = adminClient();
const NOT_PAID_OUT =
  "This account can't be deleted yet. A sale isn't paid out yet: Payouts says when it will be. Then try again.";
const NOT_HANDED_OVER =
  "This account can't be deleted yet. It paid for tickets that aren't confirmed yet: once you have them, say so in My tickets. Then try again.";
const accountOf = async ({ id }: { id: string }) => (await db.select().from(authUsers).where(eq(authUsers.id, id)))[0];

test.each([
  ['is due', { status: 'due' }],
  ['is frozen', { status: 'frozen' }],
] as const)('an account with a payout that %s cannot be deleted', async (_what, payout) => {
  const seller = await reseller();
  await paidSale({ seller_id: seller.user.id, payout });
  for (const keepsRow of [false, true]) {
    const { error } = await accounts.deleteUser(seller.user.id, keepsRow);
    expect([error?.status, error?.message]).toEqual([409, NOT_PAID_OUT]);
  }
  expect(await accountOf(seller.user)).toMatchObject({ email: seller.user.email, deleted_at: null });
  expect((await ask('/api/me', seller)).status).toBe(200);
});

test('a buyer’s account can be deleted only after the paid tickets were handed over', async () => {
  const [seller, buyer] = [await reseller(), await signedInAs('user')];
  const people = { seller_id: seller.user.id, buyer_id: buyer.user.id };
  const { request_id } = await paidSale({ ...people, handover: { status: 'due' } });
  const { error } = await accounts.deleteUser(buyer.user.id);
  expect([error?.status, error?.message]).toEqual([409, NOT_HANDED_OVER]);
  const received = { status: 'received', ended_at: new Date(), ended_by: 'buyer' } as const;
  await changeHandover(request_id, received);
  expect((await accounts.deleteUser(buyer.user.id)).error).toBeNull();
  expect(await accountOf(buyer.user)).toBeUndefined();
});

test('a seller’s account can be deleted once the payout has been sent', async () => {
  const seller = await reseller();
  const { request_id } = await paidSale({ seller_id: seller.user.id });
  const sent = { status: 'sent', sent_at: new Date(), paid_cents: 4000 } as const;
  await changePayout(request_id, sent);
  expect((await accounts.deleteUser(seller.user.id)).error).toBeNull();
  expect(await db.select().from(payouts).where(eq(payouts.request_id, request_id))).toMatchObject([sent]);
  expect(await db.select().from(profiles).where(eq(profiles.id, seller.user.id))).toMatchObject([
    { display_name: null, email: null },
  ]);
});

test('a ban freezes the seller’s payouts of finished sales, and a suspension leaves the payouts due', async () => {
  const [banned, suspended] = [await reseller(), await reseller()];
  const sales = [await paidSale({ seller_id: banned.user.id }), await paidSale({ seller_id: suspended.user.id })];
  expect((await accounts.updateUserById(banned.user.id, { ban_duration: '24h' })).error).toBeNull();
  const { headers } = await signedInAs('admin');
  const { id, updated_at } = suspended.application;
  const json = { status: 'suspended', updated_at };
  expect((await ask(`/api/admin/reseller-applications/${id}`, { headers, method: 'PATCH', json })).status).toBe(200);
  const statuses = sales.map(async ({ request_id }) => (await payoutOf(request_id)).status);
  expect(await Promise.all(statuses)).toEqual(['frozen', 'due']);
});

test('a seller’s account can be deleted once the debt has been paid by bank transfer', async () => {
  const [admin, seller] = [await signedInAs('admin'), await signedInAs('user')];
  const account = `receivable:${seller.user.id}`;
  const sent = { status: 'sent', sent_at: new Date(), paid_cents: 4000 } as const;
  const { request_id } = await paidSale({ seller_id: seller.user.id, payout: sent });
  await book(request_id, { cause: 'debt', legs: [[account, 'cost:losses', 3000]] });
  const pay = (is_paid: boolean) => {
    const paid = { amount: 30, note: 'Paid by bank transfer.', is_paid };
    return send(`/api/admin/sellers/${seller.user.id}/write-off`, admin, paid, 'paid-by-hand');
  };
  expect((await accounts.deleteUser(seller.user.id)).error?.message).toContain('owes $30.00');
  expect((await pay(true)).json).toEqual({ owes: 0, waits: false });
  expect([(await pay(true)).status, (await pay(false)).json.error.code]).toEqual([201, 'payments.key_reused']);
  const booked = await db.select().from(ledgerTransfers).where(eq(ledgerTransfers.credit, account));
  expect(booked).toMatchObject([{ debit: 'bank', amount_cents: 3000 }]);
  expect((await logOf(seller.user.id)).map(({ action }) => action)).toEqual(['seller.debt_paid']);
  expect((await accounts.deleteUser(seller.user.id)).error).toBeNull();
});
