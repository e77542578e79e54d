import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { disputes, refunds } from '../../../drizzle/tables/all-tables.ts';
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
import {
  addDispute,
  addRefund,
  changeHandover,
  changePayment,
  changePayout,
} from '../../support/worker/trade/deals/rows.ts';

const pairsOf = <Status extends string>(statuses: readonly Status[]) =>
  statuses.flatMap((from) => statuses.filter((to) => to !== from).map((to) => [from, to] as const));

async function expectSameMoves<Status extends string>(
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
  expect(found).toEqual(expected);
}

const END = { ended_at: new Date(), ended_by: 'staff' } as const;

test('the database and the contract allow the same status changes of a payment', async () => {
  const acceptedWhile = { request: { status: 'pending', answer: 'accepted', asked_until: new Date() } } as const;
  await expectSameMoves(PAYMENT_STATUSES, {
    moves: PAYMENT_MOVES,
    trigger: 'payment_moves',
    make: async (from, to) => {
      const { request } = await requestWithPayment({
        payment: { status: from },
        ...(from === 'captured' ? {} : acceptedWhile),
      });
      const captured_at = to === 'captured' ? new Date() : null;
      return refusalOf(changePayment(request.id, { status: to, captured_at }));
    },
  });
});

test('the database and the contract allow the same status changes of a hand-over', async () => {
  await expectSameMoves(HANDOVER_STATUSES, {
    moves: HANDOVER_MOVES,
    trigger: 'handover_moves',
    make: async (from, to) => {
      const { request } = await requestWithPayment({ handover: { status: from } });
      const ended = to === 'received' || to === 'failed' ? END : { ended_at: null, ended_by: null };
      const problem = to === 'problem' ? { problem: 'No.', problem_at: new Date() } : {};
      return refusalOf(changeHandover(request.id, { status: to, ...ended, ...problem }));
    },
  });
});

test('the database and the contract allow the same status changes of a payout', async () => {
  await expectSameMoves(PAYOUT_STATUSES, {
    moves: PAYOUT_MOVES,
    trigger: 'payout_moves',
    make: async (from, to) => {
      const { request } = await requestWithPayment({ payout: { status: from } });
      return refusalOf(changePayout(request.id, { status: to }));
    },
  });
});

test('the database and the contract allow the same status changes of a refund', async () => {
  await expectSameMoves(REFUND_STATUSES, {
    moves: REFUND_MOVES,
    trigger: 'refund_moves',
    make: async (from, to) => {
      const { request, seller, buyer } = await requestWithPayment();
      const refund = await addRefund({
        request_id: request.id,
        status: from,
        reason: 'staff',
        asked_by: seller.user.id,
        approved_by: buyer.user.id,
      });
      return refusalOf(db.update(refunds).set({ status: to }).where(eq(refunds.id, refund.id)));
    },
  });
});

test('the database and the contract allow the same status changes of a dispute', async () => {
  await expectSameMoves(DISPUTE_STATUSES, {
    moves: DISPUTE_MOVES,
    trigger: 'dispute_moves',
    make: async (from, to) => {
      const { request } = await requestWithPayment();
      await addDispute({ request_id: request.id, status: from });
      const closed_at = to === 'open' ? null : new Date();
      const its = eq(disputes.request_id, request.id);
      return refusalOf(db.update(disputes).set({ status: to, closed_at }).where(its));
    },
  });
});
