import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { disputeRow, refundRow } from '../../../drizzle/seed/payment-rows.ts';
import { disputes, handovers, payments, payouts, refunds } from '../../../drizzle/tables/all-tables.ts';
import { DISPUTE_STATUSES, PAYMENT_STATUSES, PAYOUT_STATUSES, REFUND_STATUSES } from '../../../drizzle/vocabulary.ts';
import { HANDOVER_STATUSES } from '../../../drizzle/handover-vocabulary.ts';
import {
  DISPUTE_MOVES,
  HANDOVER_MOVES,
  PAYMENT_MOVES,
  PAYOUT_MOVES,
  REFUND_MOVES,
} from '../../../worker/contract/trade/payment-moves.ts';
import { db } from '../../support/worker/db.ts';
import { requestWithPayment } from '../../support/worker/trade/paid-request.ts';
import { refusalOf } from '../../support/worker/trade/refusal-of.ts';

const pairsOf = <Status extends string>(statuses: readonly Status[]) =>
  statuses.flatMap((from) => statuses.filter((to) => to !== from).map((to) => [from, to] as const));

/** Lists the result of each change of status: as the contract expects it, and as the database does it. */
async function compare<Status extends string>(
  statuses: readonly Status[],
  {
    moves,
    make,
    trigger,
  }: {
    moves: Record<Status, readonly Status[]>;
    make: (from: Status, to: Status) => Promise<string | null>;
    trigger: string;
  },
) {
  const [expected, found]: [string[], string[]] = [[], []];
  for (const [from, to] of pairsOf(statuses)) {
    expected.push(`${from} > ${to}: ${moves[from].includes(to) ? 'taken' : trigger}`);
    found.push(`${from} > ${to}: ${(await make(from, to)) ?? 'taken'}`);
  }
  return { expected, found };
}

const END = { ended_at: new Date(), ended_by: 'staff' } as const;

test('the database and the contract allow the same status changes of a payment', async () => {
  const acceptedWhile = { request: { status: 'pending', answer: 'accepted', asked_until: new Date() } } as const;
  const { expected, found } = await compare(PAYMENT_STATUSES, {
    moves: PAYMENT_MOVES,
    trigger: 'payment_moves',
    make: async (from, to) => {
      const { request } = await requestWithPayment({
        payment: { status: from },
        ...(from === 'captured' ? {} : acceptedWhile),
      });
      const captured_at = to === 'captured' ? new Date() : null;
      return refusalOf(db.update(payments).set({ status: to, captured_at }).where(eq(payments.request_id, request.id)));
    },
  });
  expect(found).toEqual(expected);
});

test('the database and the contract allow the same status changes of a hand-over', async () => {
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

test('the database and the contract allow the same status changes of a payout', async () => {
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

test('the database and the contract allow the same status changes of a refund', async () => {
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

test('the database and the contract allow the same status changes of a dispute', async () => {
  const { expected, found } = await compare(DISPUTE_STATUSES, {
    moves: DISPUTE_MOVES,
    trigger: 'dispute_moves',
    make: async (from, to) => {
      const { request } = await requestWithPayment();
      const dispute = disputeRow({ request_id: request.id, status: from });
      await db.insert(disputes).values(dispute);
      const closed_at = to === 'open' ? null : new Date();
      return refusalOf(
        db.update(disputes).set({ status: to, closed_at }).where(eq(disputes.provider_id, dispute.provider_id)),
      );
    },
  });
  expect(found).toEqual(expected);
});
