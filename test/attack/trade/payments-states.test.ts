import { eq, type SQL, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { disputeRow, paymentRow, refundRow } from '../../../drizzle/seed/payment-rows.ts';
import {
  disputes,
  handovers,
  ledgerAccounts,
  ledgerTransfers,
  payments,
  payouts,
  refunds,
  ticketRequests,
} from '../../../drizzle/tables/all-tables.ts';
import {
  DISPUTE_STATUSES,
  HANDOVER_STATUSES,
  PAYMENT_STATUSES,
  type PaymentStatus,
  PAYOUT_STATUSES,
  REFUND_STATUSES,
} from '../../../drizzle/vocabulary.ts';
import { type Fees, priceOf } from '../../../worker/contract/trade/fees.ts';
import { DISPUTE_MOVES, HANDOVER_MOVES, PAYMENT_MOVES, PAYOUT_MOVES, REFUND_MOVES } from '../../../worker/contract/trade/payment-moves.ts';
import { buyerFee, sellerFee, totalFor } from '../../../worker/http/shared/ticket-price.ts';
import { brokenConstraint } from '../../../worker/http/database/constraint.ts';
import { db } from '../../support/worker/db.ts';
import { requestWithPayment } from '../../support/worker/trade/paid-request.ts';

/** The name of the constraint or trigger that refuses a write. Null if it is taken. */
async function refusalOf(write: Promise<unknown>): Promise<string | null> {
  try {
    await write;
    return null;
  } catch (error) {
    const broken = brokenConstraint(error);
    if (!broken) throw error;
    return broken.name;
  }
}

const pairsOf = <Status extends string>(statuses: readonly Status[]) =>
  statuses.flatMap((from) => statuses.filter((to) => to !== from).map((to) => [from, to] as const));

/** What becomes of each change of status, in words: as the contract says, and as the database answers. */
async function compare<Status extends string>(
  statuses: readonly Status[],
  {
    moves,
    make,
    trigger,
  }: { moves: Record<Status, readonly Status[]>; make: (from: Status, to: Status) => Promise<string | null>; trigger: string },
) {
  const [expected, found]: [string[], string[]] = [[], []];
  for (const [from, to] of pairsOf(statuses)) {
    expected.push(`${from} > ${to}: ${moves[from].includes(to) ? 'taken' : trigger}`);
    found.push(`${from} > ${to}: ${(await make(from, to)) ?? 'taken'}`);
  }
  return { expected, found };
}

const END = { ended_at: new Date(), ended_by: 'staff' } as const;

test('a payment moves as the contract says, and never otherwise', async () => {
  const acceptedWhile = { request: { status: 'pending', answer: 'accepted', asked_until: new Date() } } as const;
  const { expected, found } = await compare(PAYMENT_STATUSES, {
    moves: PAYMENT_MOVES,
    trigger: 'payment_moves',
    make: async (from, to) => {
      const { request } = await requestWithPayment({ payment: { status: from }, ...(from === 'captured' ? {} : acceptedWhile) });
      const captured_at = to === 'captured' ? new Date() : null;
      return refusalOf(db.update(payments).set({ status: to, captured_at }).where(eq(payments.request_id, request.id)));
    },
  });
  expect(found).toEqual(expected);
});

test('a hand-over moves as the contract says, and never otherwise', async () => {
  const { expected, found } = await compare(HANDOVER_STATUSES, {
    moves: HANDOVER_MOVES,
    trigger: 'handover_moves',
    make: async (from, to) => {
      const { request } = await requestWithPayment({ handover: { status: from } });
      const ended = to === 'received' || to === 'failed' ? END : { ended_at: null, ended_by: null };
      const problem = to === 'problem' ? { problem: 'No.', problem_at: new Date() } : {};
      return refusalOf(
        db
          .update(handovers)
          .set({ status: to, ...ended, ...problem })
          .where(eq(handovers.request_id, request.id)),
      );
    },
  });
  expect(found).toEqual(expected);
});

test('a payout moves as the contract says, and never otherwise', async () => {
  const { expected, found } = await compare(PAYOUT_STATUSES, {
    moves: PAYOUT_MOVES,
    trigger: 'payout_moves',
    make: async (from, to) => {
      const { request } = await requestWithPayment({ payout: { status: from } });
      return refusalOf(db.update(payouts).set({ status: to }).where(eq(payouts.request_id, request.id)));
    },
  });
  expect(found).toEqual(expected);
});

test('a refund moves as the contract says, and never otherwise', async () => {
  const { expected, found } = await compare(REFUND_STATUSES, {
    moves: REFUND_MOVES,
    trigger: 'refund_moves',
    make: async (from, to) => {
      const { request, seller, buyer } = await requestWithPayment();
      const refund = refundRow({
        request_id: request.id,
        status: from,
        reason: 'staff',
        asked_by: seller.user.id,
        approved_by: buyer.user.id,
      });
      await db.insert(refunds).values(refund);
      return refusalOf(db.update(refunds).set({ status: to }).where(eq(refunds.id, refund.id)));
    },
  });
  expect(found).toEqual(expected);
});

test('a dispute moves as the contract says, and never otherwise', async () => {
  const { expected, found } = await compare(DISPUTE_STATUSES, {
    moves: DISPUTE_MOVES,
    trigger: 'dispute_moves',
    make: async (from, to) => {
      const { request } = await requestWithPayment();
      const dispute = disputeRow({ request_id: request.id, status: from });
      await db.insert(disputes).values(dispute);
      const closed_at = to === 'open' ? null : new Date();
      return refusalOf(db.update(disputes).set({ status: to, closed_at }).where(eq(disputes.provider_id, dispute.provider_id)));
    },
  });
  expect(found).toEqual(expected);
});

test('nobody is charged before the seller has accepted, and nothing is accepted before it is charged', async () => {
  for (const answer of [null, 'declined'] as const) {
    const { request } = await requestWithPayment({
      payment: { status: 'authorized' },
      request: { answer, asked_until: answer && new Date() },
    });
    const capture = db.update(payments).set({ status: 'captured', captured_at: new Date() }).where(eq(payments.request_id, request.id));
    expect([answer, await refusalOf(capture)]).toEqual([answer, 'capture_needs_acceptance']);
  }
  for (const status of ['awaiting', 'authorized', 'voided', 'failed'] satisfies PaymentStatus[]) {
    const { request } = await requestWithPayment({ payment: { status } });
    const accept = db.update(ticketRequests).set({ status: 'accepted' }).where(eq(ticketRequests.id, request.id));
    expect([status, await refusalOf(accept)]).toEqual([status, 'acceptance_needs_capture']);
  }
});

test('the amounts of a payment stay, and its trace stays while money is open', async () => {
  const { request } = await requestWithPayment();
  const its = eq(payments.request_id, request.id);
  for (const change of [{ tickets_cents: 1 }, { buyer_fee_cents: 1 }, { seller_fee_cents: 1 }, { created_at: new Date() }]) {
    expect(await refusalOf(db.update(payments).set(change).where(its))).toBe('payment_terms_are_fixed');
  }
  expect(await refusalOf(db.update(payments).set({ taken_cents: 2751 }).where(its))).toBe('payments_taken');
  expect(await refusalOf(db.delete(payments).where(its))).toBe('payment_is_kept');
  expect(await refusalOf(db.delete(ticketRequests).where(eq(ticketRequests.id, request.id)))).toBe('payment_is_kept');
});

let causes = 0;

const transfer = (debit: string, credit: string, amount_cents = 100, cause = `test-${++causes}`) =>
  refusalOf(db.insert(ledgerTransfers).values({ cause, leg: 1, debit, credit, amount_cents, at: new Date() }));

test('the ledger takes no change, no mistyped account, no debt of an account that owes, and no cause twice', async () => {
  expect(await transfer('provider', 'hold:attack', 100, 'attack')).toBeNull();
  const [row] = await db.select().from(ledgerTransfers).where(eq(ledgerTransfers.cause, 'attack'));
  const its = eq(ledgerTransfers.seq, row!.seq);
  expect(await refusalOf(db.update(ledgerTransfers).set({ amount_cents: 1 }).where(its))).toBe('ledger_update');
  expect(await refusalOf(db.delete(ledgerTransfers).where(its))).toBe('ledger_delete');
  expect(await refusalOf(db.delete(ledgerAccounts).where(eq(ledgerAccounts.name, 'provider')))).toBe('ledger_account_delete');
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
  for (const amount of [0, -100]) expect(await transfer('provider', 'hold:attack', amount)).toBe('ledger_transfers_amount');
  expect(await transfer('hold:attack', 'hold:attack')).toBe('ledger_transfers_two_accounts');
  const [hold] = await db.select().from(ledgerAccounts).where(eq(ledgerAccounts.name, 'hold:attack'));
  expect(hold).toMatchObject({ debits_cents: 0, credits_cents: 100 });
  const [sums] = await db.select({ net: sql`sum(debits_cents) - sum(credits_cents)` }).from(ledgerAccounts);
  expect(sums).toEqual({ net: 0 });
});

test('no table takes a part of a cent', async () => {
  expect(await transfer('provider', 'hold:half', 0.5)).toBe('ledger_transfers_amount');
  const { request } = await requestWithPayment({ payment: { status: 'authorized' } });
  const other = await requestWithPayment({ payment: { status: 'failed' } });
  await db.delete(payments).where(eq(payments.request_id, other.request.id));
  for (const over of [{ tickets_cents: 2500.5 }, { buyer_fee_cents: 250.25 }, { seller_fee_cents: 0.1 }]) {
    const row = db.insert(payments).values(paymentRow({ request_id: other.request.id, ...over }));
    expect(await refusalOf(row)).toBe('payments_whole_cents');
  }
  const refund = db.insert(refunds).values(refundRow({ request_id: request.id, amount_cents: 0.5 }));
  expect(await refusalOf(refund)).toBe('refunds_amount');
});

test('the database computes the same prices as the contract, from columns and from bound numbers', async () => {
  const asks = [0, 1, 49, 50, 99, 1234, 2500, 2506, 2507, 9999, 50_000, 99_999];
  const each = [
    { buyer_pct: 8, buyer_fixed_cents: 50, seller_pct: 0 },
    { buyer_pct: 7.25, buyer_fixed_cents: 99, seller_pct: 2.5 },
    { buyer_pct: 0, buyer_fixed_cents: 0, seller_pct: 0 },
    { buyer_pct: 12.3456, buyer_fixed_cents: 1, seller_pct: 33.3333 },
  ];
  for (const fees of each) {
    for (const quantity of [1, 3, 6]) {
      const bound = await Promise.all(asks.map((ask) => db.all(sql`select ${pricesOf(sql`${ask}`, { quantity, fees })}`)));
      const read = await db.all(sql`select ${pricesOf(sql`value`, { quantity, fees })} from json_each(${JSON.stringify(asks)})`);
      const expected = asks.map((ask_cents) => {
        const { total_cents, buyer_fee_cents, seller_fee_cents } = priceOf({ ask_cents, quantity, fees });
        return { total: total_cents, buyer: buyer_fee_cents, seller: seller_fee_cents };
      });
      expect([bound.flat(), read]).toEqual([expected, expected]);
    }
  }
});

/** What the parts of a price are in the database. */
const pricesOf = (ask: SQL, { quantity, fees }: { quantity: number; fees: Fees }) =>
  sql`${totalFor(ask, { quantity, fees })} as total, ${buyerFee(ask, fees)} * ${quantity} as buyer, ${sellerFee(ask, fees)} * ${quantity} as seller`;
