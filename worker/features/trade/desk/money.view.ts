import type { Refund } from '../../../../drizzle/tables/trade/money/refunds.ts';
import { dollars } from '../../../contract/trade/money.ts';
import type { DayOfMoney } from './days.db.ts';
import type { findStuck } from './overview.db.ts';

/**
 * `net` is debits minus credits, in cents, by account prefix. Some accounts usually have more credits than debits. The
 * view negates their balances, so that its amounts are usually positive.
 */
export function balanceView(net: ReadonlyMap<string, number>) {
  const owed = (prefix: string) => dollars(0 - (net.get(prefix) ?? 0));
  const due = (prefix: string) => dollars(net.get(prefix) ?? 0);
  return {
    held: owed('hold'),
    payable: owed('payable'),
    refund_due: owed('refund_due'),
    disputed: due('disputed'),
    receivable: due('receivable'),
    fees_earned: owed('income'),
    provider: due('provider'),
  };
}

export function refundView({ id, request_id, amount_cents, reason, status, note, ...row }: Refund) {
  const { asked_by, approved_by, booked_at, sent_at, created_at } = row;
  const amount = dollars(amount_cents);
  return { id, request_id, amount, reason, status, note, asked_by, approved_by, booked_at, sent_at, created_at };
}

export function stuckView(stuck: Awaited<ReturnType<typeof findStuck>>) {
  return {
    refunds: stuck.stuckRefunds.map(inDollars),
    asked_refunds: stuck.askedRefunds.map(inDollars),
    failing_payments: stuck.failing,
    overdue: stuck.overdue,
    problems: stuck.problems,
    frozen_payouts: stuck.frozen,
    owing_sellers: stuck.owing.map(({ owes_cents, ...seller }) => ({ ...seller, owes: dollars(owes_cents) })),
    stranded: stuck.stranded.map(({ left_cents, asked_cents, ...row }) => ({
      ...row,
      left: dollars(left_cents),
      asked: dollars(asked_cents),
    })),
    asks: stuck.asks,
    open_events: stuck.openEvents,
  };
}

const inDollars = <R extends { amount_cents: number }>({ amount_cents, ...row }: R) => ({
  ...row,
  amount: dollars(amount_cents),
});

export const dayView = ({ day, held_cents, paid_cents, refunded_cents, fees_cents }: DayOfMoney) => ({
  day,
  held: dollars(held_cents),
  paid: dollars(paid_cents),
  refunded: dollars(refunded_cents),
  fees: dollars(fees_cents),
});
