import type { SellerAccount } from '../../../../drizzle/tables/trade/money/seller-accounts.ts';
import { dollars } from '../../../contract/trade/money.ts';
import {
  type AccountState,
  LEAST_IN_RUN_CENTS,
  LEAST_ON_REQUEST_CENTS,
  type PayoutStage,
} from '../../../contract/trade/payouts.ts';
import { nextRun } from '../../../contract/trade/selling/payout-schedule.ts';
import type { FoundPayouts } from './payouts.db.ts';

type Row = FoundPayouts['rows'][number];

export function stageOf(
  { status, send_at, handover, released_at, due_at }: Omit<Row, 'event'>,
  now: Date,
): PayoutStage {
  if (handover === 'failed' && (status === 'due' || status === 'frozen')) return 'dropped';
  if (status !== 'due') return status;
  if (send_at !== null) return 'leaving';
  if (handover !== 'received' || released_at === null) return 'handover';
  return due_at > now ? 'waiting' : 'ready';
}

export function stateOf(account: Pick<SellerAccount, 'provider_id' | 'can_receive' | 'ready_at'> | null): AccountState {
  if (!account || account.provider_id === null) return 'none';
  if (account.can_receive) return 'ready';
  return account.ready_at === null ? 'started' : 'restricted';
}

/** All amounts in the answer are in dollars. */
export function payoutsView({ rows, account, sums, listing }: FoundPayouts, now: Date) {
  const staged = rows.map((row) => ({ row, stage: stageOf(row, now) }));
  const sumOf = (...stages: PayoutStage[]) =>
    dollars(staged.filter(({ stage }) => stages.includes(stage)).reduce((sum, { row }) => sum + row.receives_cents, 0));
  return {
    account: {
      state: stateOf(account),
      requirements: account?.requirements ?? [],
      payout_failed_at: account?.payout_failed_at ?? null,
    },
    waiting: sumOf('handover', 'waiting'),
    ready: dollars(sums.ready_cents),
    leaving: sumOf('leaving'),
    frozen: sumOf('frozen'),
    debt: dollars(sums.debt_cents),
    next_run: nextRun(now),
    least_in_run: dollars(LEAST_IN_RUN_CENTS),
    may_ask: (account?.can_receive ?? false) && sums.ready_cents - sums.debt_cents >= LEAST_ON_REQUEST_CENTS,
    has_settled: listing.has_settled,
    lists_again_at: listing.again === null ? null : new Date(listing.again),
    payouts: staged.map(({ row, stage }) => payoutView(row, { stage, now })),
  };
}

function payoutView(
  {
    receives_cents,
    paid_cents,
    recouped_cents,
    reversed_cents,
    handover: _handover,
    released_at: _released,
    send_at: _send,
    ...row
  }: Row,
  { stage, now }: { stage: PayoutStage; now: Date },
) {
  const isOpen = stage === 'handover' || stage === 'waiting' || stage === 'ready';
  return {
    ...row,
    stage,
    receives: dollars(receives_cents),
    /** When this sale is paid out, unless something holds it. */
    pays_at: isOpen ? nextRun(row.due_at > now ? row.due_at : now) : null,
    paid: dollars(paid_cents),
    recouped: dollars(recouped_cents),
    reversed: dollars(reversed_cents),
  };
}
