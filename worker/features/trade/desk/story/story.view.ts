import { dollars } from '../../../../contract/trade/money.ts';
import { leftOf, mostForReplacement } from '../../payments/settle/money-split.rules.ts';
import { refundView } from '../money.view.ts';
import { type Outcome, outcomesOf } from './outcomes.rules.ts';
import { factsOf } from './proof.rules.ts';
import type { Story } from './story.db.ts';
import { stepsOf } from './story.rules.ts';

type Row<K extends keyof Story> = NonNullable<Story[K]>;

/** Amounts are in dollars. `env` has the limits of replacements. */
export function storyView(story: Story, env: RemedyLimits) {
  const {
    request,
    event,
    venue,
    buyer,
    seller,
    payment,
    left_cents,
    handover,
    payout,
    holds,
    refunds,
    disputes,
    problems,
    transfers,
    entries,
  } = story;
  return {
    request: {
      id: request.id,
      status: request.status,
      quantity: request.quantity,
      each: dollars(request.offered_price_cents),
      created_at: request.created_at,
    },
    event: {
      title: event.title,
      slug: event.slug,
      start_at: event.start_at,
      cancelled_at: event.cancelled_at,
      venue: venue.name,
    },
    buyer: personView(buyer),
    seller: personView(seller),
    payment: paymentView(payment),
    left: dollars(payment.status === 'captured' ? left_cents : 0),
    handover,
    payout: payout && {
      ...payoutView(payout),
      held_because: holds.flatMap(({ reason, ended_at }) => (ended_at ? [] : [reason])),
    },
    refunds: refunds.map(refundView),
    disputes: disputes.map(disputeView),
    problems: problems.map(({ told: _told, ...problem }) => problem),
    decision: handover?.status === 'problem' ? decisionView(story, env) : null,
    steps: stepsOf(story),
    ledger: transfers.map(({ amount_cents, ...transfer }) =>
      Object.assign(transfer, { amount: dollars(amount_cents) }),
    ),
    entries,
  };
}

type RemedyLimits = Pick<Env, 'REMEDY_CEILING_PCT' | 'REMEDY_MOST'>;

function decisionView(story: Story, env: RemedyLimits) {
  const { payment, refunds, request, handover, tickets } = story;
  const { failed, received } = outcomesOf(
    payment,
    refunds.map(({ amount_cents, status, booked_at }) => ({ amount_cents, status, is_booked: booked_at !== null })),
  );
  const most = mostForReplacement(payment, {
    quantity: request.quantity,
    ceiling_pct: Number(env.REMEDY_CEILING_PCT),
    most_each_cents: Number(env.REMEDY_MOST) * 100,
  });
  return {
    facts: factsOf(story),
    proof_file_id: handover?.proof_file_id ?? null,
    ticket_files: tickets.map(({ file_id }) => file_id),
    outcomes: {
      failed: outcomeView(failed),
      received: outcomeView(received),
      replaced: { most: dollars(most), added: dollars(most - leftOf(payment)) },
    },
  };
}

const outcomeView = ({ buyer_cents, seller_cents, fees_cents }: Outcome) => ({
  buyer: dollars(buyer_cents),
  seller: dollars(seller_cents),
  fees: dollars(fees_cents),
});

const personView = ({ id, display_name, email }: Row<'buyer'>) => ({ id, display_name, email });

function paymentView({
  tickets_cents,
  buyer_fee_cents,
  seller_fee_cents,
  taken_cents,
  added_cents,
  replaces,
  ...payment
}: Row<'payment'>) {
  const { status, intent_id, authorized_at, captured_at, released_at, settle_at, failures, last_error } = payment;
  return {
    status,
    total: dollars(tickets_cents + buyer_fee_cents),
    tickets: dollars(tickets_cents),
    fee: dollars(buyer_fee_cents),
    receives: dollars(tickets_cents - seller_fee_cents),
    taken: dollars(taken_cents),
    intent_id,
    authorized_at,
    captured_at,
    released_at,
    settle_at,
    failures,
    last_error,
    added: dollars(added_cents),
    replaces,
  };
}

function payoutView({ paid_cents, recouped_cents, reversed_cents, ...payout }: Row<'payout'>) {
  const { status, due_at, send_at, sent_at } = payout;
  return {
    status,
    due_at,
    send_at,
    sent_at,
    paid: dollars(paid_cents),
    recouped: dollars(recouped_cents),
    reversed: dollars(reversed_cents),
  };
}

export function disputeView({ provider_id, amount_cents, fee_cents, ...dispute }: Row<'disputes'>[number]) {
  const { request_id, status, reason, evidence_due_by, evidence_sent_at, opened_at, closed_at } = dispute;
  return {
    id: provider_id,
    request_id,
    status,
    amount: dollars(amount_cents),
    fee: dollars(fee_cents),
    reason,
    evidence_due_by,
    evidence_sent_at,
    opened_at,
    closed_at,
  };
}
