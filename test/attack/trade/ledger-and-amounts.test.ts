import { eq, type SQL, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { paymentRow } from '../../../drizzle/seed/payment-rows.ts';
import { ledgerAccounts, ledgerTransfers, payments, ticketRequests } from '../../../drizzle/tables/all-tables.ts';
import type { PaymentStatus } from '../../../drizzle/vocabulary.ts';
import { type Fees, priceOf } from '../../../worker/contract/trade/fees.ts';
import { buyerFee, sellerFee, totalFor } from '../../../worker/http/shared/ticket-price.ts';
import { db } from '../../support/worker/db.ts';
import { requestWithPayment } from '../../support/worker/trade/paid-request.ts';
import { refusalOf } from '../../support/worker/trade/refusal-of.ts';
import { addRefund, changePayment, changeRequest } from '../../support/worker/trade/deals/rows.ts';

test('the database refuses a charge without the seller’s yes, and the status `accepted` without a charge', async () => {
  for (const answer of [null, 'declined'] as const) {
    const { request } = await requestWithPayment({
      payment: { status: 'authorized' },
      request: { answer, asked_until: answer && new Date() },
    });
    const capture = changePayment(request.id, { status: 'captured', captured_at: new Date() });
    expect([answer, await refusalOf(capture)]).toEqual([answer, 'capture_needs_acceptance']);
  }
  for (const status of ['awaiting', 'authorized', 'voided', 'failed'] satisfies PaymentStatus[]) {
    const { request } = await requestWithPayment({ payment: { status } });
    const accept = changeRequest(request.id, { status: 'accepted' });
    expect([status, await refusalOf(accept)]).toEqual([status, 'acceptance_needs_capture']);
  }
});

test('the database refuses to change the price or fees of a payment, and to delete a charged payment or its request', async () => {
  const { request } = await requestWithPayment();
  const its = eq(payments.request_id, request.id);
  for (const change of [
    { tickets_cents: 1 },
    { buyer_fee_cents: 1 },
    { seller_fee_cents: 1 },
    { created_at: new Date() },
  ]) {
    expect(await refusalOf(db.update(payments).set(change).where(its))).toBe('payment_terms_are_fixed');
  }
  expect(await refusalOf(db.update(payments).set({ taken_cents: 2751 }).where(its))).toBe('payments_taken');
  expect(await refusalOf(db.delete(payments).where(its))).toBe('payment_is_kept');
  expect(await refusalOf(db.delete(ticketRequests).where(eq(ticketRequests.id, request.id)))).toBe('payment_is_kept');
});

let causes = 0;

const transfer = (debit: string, credit: string, amount_cents = 100, cause = `test-${++causes}`) =>
  refusalOf(db.insert(ledgerTransfers).values({ cause, leg: 1, debit, credit, amount_cents, at: new Date() }));

test('the ledger refuses invalid transfers, and every change of a stored transfer', async () => {
  expect(await transfer('provider', 'hold:attack', 100, 'attack')).toBeNull();
  const [row] = await db.select().from(ledgerTransfers).where(eq(ledgerTransfers.cause, 'attack'));
  const its = eq(ledgerTransfers.seq, row!.seq);
  expect(await refusalOf(db.update(ledgerTransfers).set({ amount_cents: 1 }).where(its))).toBe('ledger_update');
  expect(await refusalOf(db.delete(ledgerTransfers).where(its))).toBe('ledger_delete');
  expect(await refusalOf(db.delete(ledgerAccounts).where(eq(ledgerAccounts.name, 'provider')))).toBe(
    'ledger_account_delete',
  );
  for (const name of ['holds:attack', 'hold:', 'hold', 'Hold:attack', 'provider ', 'cost', '', 'banks']) {
    expect([name, await transfer('provider', name)]).toEqual([name, 'ledger_accounts.kind']);
    expect([name, await transfer(name, 'hold:attack')]).toEqual([name, 'ledger_accounts.kind']);
  }
  for (const name of ['hold:attack', 'payable:attack', 'refund_due:attack']) {
    expect([name, await transfer(name, 'provider', 101)]).toEqual([name, 'ledger_accounts_owed']);
  }
  for (const name of ['receivable:attack', 'disputed:attack']) {
    expect([name, await transfer('provider', name, 1)]).toEqual([name, 'ledger_accounts_due_to_us']);
  }
  expect(await transfer('provider', 'hold:attack', 100, 'attack')).toBe('ledger_transfers.cause, ledger_transfers.leg');
  for (const amount of [0, -100])
    expect(await transfer('provider', 'hold:attack', amount)).toBe('ledger_transfers_amount');
  expect(await transfer('hold:attack', 'hold:attack')).toBe('ledger_transfers_two_accounts');
  const [hold] = await db.select().from(ledgerAccounts).where(eq(ledgerAccounts.name, 'hold:attack'));
  expect(hold).toMatchObject({ debits_cents: 0, credits_cents: 100 });
  const [sums] = await db.select({ net: sql`sum(debits_cents) - sum(credits_cents)` }).from(ledgerAccounts);
  expect(sums).toEqual({ net: 0 });
});

test('no table accepts a fraction of a cent', async () => {
  expect(await transfer('provider', 'hold:half', 0.5)).toBe('ledger_transfers_amount');
  const { request } = await requestWithPayment({ payment: { status: 'authorized' } });
  const other = await requestWithPayment({ payment: { status: 'failed' } });
  await db.delete(payments).where(eq(payments.request_id, other.request.id));
  for (const over of [{ tickets_cents: 2500.5 }, { buyer_fee_cents: 250.25 }, { seller_fee_cents: 0.1 }]) {
    const row = db.insert(payments).values(paymentRow({ request_id: other.request.id, ...over }));
    expect(await refusalOf(row)).toBe('payments_whole_cents');
  }
  const refund = addRefund({ request_id: request.id, amount_cents: 0.5 });
  expect(await refusalOf(refund)).toBe('refunds_amount');
});

test('the SQL for prices and the function `priceOf` of the contract compute the same prices', async () => {
  const asks = [0, 1, 49, 50, 99, 1234, 2500, 2506, 2507, 9999, 50_000, 99_999];
  const each = [
    { buyer_pct: 8, buyer_fixed_cents: 50, seller_pct: 0 },
    { buyer_pct: 7.25, buyer_fixed_cents: 99, seller_pct: 2.5 },
    { buyer_pct: 0, buyer_fixed_cents: 0, seller_pct: 0 },
    { buyer_pct: 12.3456, buyer_fixed_cents: 1, seller_pct: 33.3333 },
  ];
  for (const fees of each) {
    for (const quantity of [1, 3, 6]) {
      const bound = await Promise.all(
        asks.map((ask) => db.all(sql`select ${pricesOf(sql`${ask}`, { quantity, fees })}`)),
      );
      const read = await db.all(
        sql`select ${pricesOf(sql`value`, { quantity, fees })} from json_each(${JSON.stringify(asks)})`,
      );
      const expected = asks.map((ask_cents) => {
        const { total_cents, buyer_fee_cents, seller_fee_cents } = priceOf({ ask_cents, quantity, fees });
        return { total: total_cents, buyer: buyer_fee_cents, seller: seller_fee_cents };
      });
      expect([bound.flat(), read]).toEqual([expected, expected]);
    }
  }
});

const pricesOf = (ask: SQL, { quantity, fees }: { quantity: number; fees: Fees }) =>
  sql`${totalFor(ask, { quantity, fees })} as total, ${buyerFee(ask, fees)} * ${quantity} as buyer,
    ${sellerFee(ask, fees)} * ${quantity} as seller`;
