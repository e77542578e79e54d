import { dollars } from '../../../../contract/trade/money.ts';
import { leftOf, mostForReplacement } from '../../payments/settle/money-split.rules.ts';
import { refundView } from '../money.view.ts';
import { type Outcome, outcomesOf } from './outcomes.rules.ts';
import { factsOf } from './proof.rules.ts';
import type { Story } from './story.db.ts';
import { stepsOf } from './story.rules.ts';

type Row<K extends keyof Story> = NonNullable<Story[K]>;

/** Turns a sale's story into the response for staff, in dollars. `env` limits the price of replacement tickets. */
export function storyView(story: Story, env: RemedyLimits) {
  const { request, event, payment, handover, payout } = story;
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
      venue: story.venue.name,
    },
    buyer: personView(story.buyer),
    seller: personView(story.seller),
    payment: paymentView(payment),
    left: dollars(payment.status === 'captured' ? story.left_cents : 0),
    handover,
    payout: payout && {
      ...payoutView(payout),
      held_because: story.holds.flatMap(({ reason, ended_at }) => (ended_at ? [] : [reason])),
    },
    refunds: story.refunds.map(refundView),
    disputes: story.disputes.map(disputeView),
    problems: story.problems.map(({ told: _told, ...problem }) => problem),
    decision: handover?.status === 'problem' ? decisionView(story, env) : null,
    steps: stepsOf(story),
    ledger: story.transfers.map(({ amount_cents, ...transfer }) =>
      Object.assign(transfer, { amount: dollars(amount_cents) }),
    ),
    entries: story.entries,
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

function paymentView({ tickets_cents, buyer_fee_cents, ...payment }: Row<'payment'>) {
  const { replaces, status, intent_id, authorized_at, captured_at, released_at, settle_at, failures, last_error } =
    payment;
  return {
    status,
    total: dollars(tickets_cents + buyer_fee_cents),
    tickets: dollars(tickets_cents),
    fee: dollars(buyer_fee_cents),
    receives: dollars(tickets_cents - payment.seller_fee_cents),
    taken: dollars(payment.taken_cents),
    intent_id,
    authorized_at,
    captured_at,
    released_at,
    settle_at,
    failures,
    last_error,
    added: dollars(payment.added_cents),
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
