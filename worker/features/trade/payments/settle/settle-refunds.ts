import type Stripe from 'stripe';
import type { Refund } from '../../../../../drizzle/tables/trade/money/refunds.ts';
import type { Statement } from '../../../../http/database/batch.ts';
import { ProviderError } from '../../provider/provider-error.ts';
import { book } from './commit.db.ts';
import { leftOf } from './money-split.rules.ts';
import { endHandover, setBeyond, setRefund } from './statements.db.ts';
import { takeBack } from './take-back.ts';
import { type Snapshot, step, type StepResult } from './step.ts';

/** After this many failures, staff have to handle the refund. */
const MOST_FAILURES = 5;

/**
 * Records refunds that the buyer's bank sent back. This step runs before the step that handles disputes, because a
 * dispute can take the same money. While a dispute is open, this step also records refunds that the provider made but
 * whose response was lost. Otherwise the money of these refunds would count as available to the dispute.
 */
export async function settleReturnedRefunds(snapshot: Snapshot): Promise<StepResult | null> {
  const { refunds, disputes } = snapshot.sale;
  const sentOnes = refunds.filter(({ status }) => status === 'sent');
  const isDisputed = disputes.some(({ status }) => status === 'open');
  const askedOnes = isDisputed ? refunds.filter(({ status, booked_at }) => status === 'due' && booked_at !== null) : [];
  if (sentOnes.length + askedOnes.length === 0) return null;
  const theirs = await refundsAtProvider(snapshot);
  for (const refund of askedOnes) {
    const going = goingFor(refund, theirs);
    if (going) return sent(snapshot, refund, going);
  }
  const failed = sentOnes.find(({ provider_id }) => theirs.some((each) => each.id === provider_id && hasFailed(each)));
  return failed ? returned(snapshot, failed) : null;
}

/**
 * Books the next due refund, and then sends it. Refunds wait while a dispute is open, because the provider refuses them
 * and the bank may return the money itself.
 */
export async function settleRefunds(snapshot: Snapshot): Promise<StepResult | null> {
  const { sale } = snapshot;
  const refund = sale.refunds.find(({ status }) => status === 'due');
  if (!refund || sale.disputes.some(({ status }) => status === 'open')) return null;
  if (!refund.booked_at) return bookRefund(snapshot, refund);
  const theirs = await refundsAtProvider(snapshot);
  const going = goingFor(refund, theirs);
  return going ? sent(snapshot, refund, going) : send(snapshot, refund);
}

const refundsAtProvider = ({ sale, provider }: Snapshot) => provider.listRefunds({ payment_intent: sale.intent_id! });

const goingFor = ({ id }: Refund, theirs: readonly Stripe.Refund[]) =>
  theirs.find((each) => each.metadata?.['refund_id'] === id && !hasFailed(each));

const hasFailed = ({ status }: Stripe.Refund) => status === 'failed' || status === 'canceled';

async function bookRefund(snapshot: Snapshot, refund: Refund): Promise<StepResult> {
  const { sale, db, now } = snapshot;
  const { payment } = sale;
  const { request_id } = payment;
  const amount_cents = Math.min(refund.amount_cents, leftOf(payment));
  if (amount_cents === 0) return step(snapshot, {}, [setRefund(db, refund.id, { status: 'dropped' })]);
  if (amount_cents < refund.amount_cents) return step(snapshot, {}, [setRefund(db, refund.id, { amount_cents })]);
  const taken = await takeBack(snapshot, { amount_cents, into: `refund_due:${request_id}` });
  if (taken === 'again' || 'until' in taken) return taken;
  return step(snapshot, { taken_cents: payment.taken_cents + amount_cents }, [
    setRefund(db, refund.id, { booked_at: now }),
    // Nobody has to hand over tickets that are fully refunded.
    ...(amount_cents === leftOf(payment) ? [endHandover(db, { request_id, to: 'failed', by: 'staff', now })] : []),
    ...taken.statements,
    ...book(db, { cause: `refund:${refund.id}`, legs: taken.legs, request_id, now }),
  ]);
}

async function send(snapshot: Snapshot, refund: Refund): Promise<StepResult> {
  const { sale, db, provider } = snapshot;
  const { request_id } = sale.payment;
  const { intent_id } = sale;
  const params = {
    payment_intent: intent_id!,
    amount: refund.amount_cents,
    metadata: { refund_id: refund.id, request_id },
  };
  try {
    return await sent(snapshot, refund, await provider.createRefund(params, `${refund.id}:refund:${refund.attempt}`));
  } catch (error) {
    if (!(error instanceof ProviderError && error.isFinal)) throw error;
    const failures = refund.failures + 1;
    const fields = { attempt: refund.attempt + 1, failures };
    return step(snapshot, { last_error: error.message }, [
      setRefund(db, refund.id, failures >= MOST_FAILURES ? { ...fields, status: 'stuck' } : fields),
    ]);
  }
}

function sent(snapshot: Snapshot, refund: Refund, theirs: Stripe.Refund): Promise<StepResult> {
  const { sale, db, now } = snapshot;
  const { request_id } = sale.payment;
  const legs = [
    { debit: `refund_due:${request_id}`, credit: 'provider', amount_cents: refund.amount_cents, ref: theirs.id },
  ];
  return step(snapshot, {}, [
    setRefund(db, refund.id, { status: 'sent', provider_id: theirs.id, sent_at: now }),
    ...book(db, { cause: `refund-sent:${theirs.id}`, legs, request_id, now }),
  ]);
}

/**
 * Records that a refund came back, so we owe the buyer the money again. The bank may already have given the buyer a
 * part of this money in a dispute that we lost. We do not owe that part, so it makes our loss smaller.
 */
function returned(snapshot: Snapshot, refund: Refund): Promise<StepResult> {
  const { sale, db, now } = snapshot;
  const { request_id } = sale.payment;
  const ref = refund.provider_id!;
  const { statements, back_cents } = takeFromLosses(snapshot, refund.amount_cents);
  const owed_cents = refund.amount_cents - back_cents;
  const legs = [
    { debit: 'provider', credit: `refund_due:${request_id}`, amount_cents: owed_cents, ref },
    { debit: 'provider', credit: 'cost:losses', amount_cents: back_cents, ref },
  ];
  const attempt = refund.attempt + 1;
  return step(snapshot, {}, [
    setRefund(db, refund.id, { status: 'stuck', attempt, ...(owed_cents > 0 ? { amount_cents: owed_cents } : {}) }),
    ...(owed_cents > 0 ? [] : [setRefund(db, refund.id, { status: 'dropped' })]),
    ...statements,
    ...book(db, { cause: `refund-failed:${ref}`, legs, request_id, now }),
  ]);
}

function takeFromLosses({ sale, db }: Snapshot, most: number) {
  let back_cents = 0;
  const statements: Statement[] = [];
  for (const { provider_id, beyond_cents } of sale.disputes) {
    const part = Math.min(most - back_cents, beyond_cents);
    if (part > 0) statements.push(setBeyond(db, provider_id, beyond_cents - part));
    back_cents += part;
  }
  return { statements, back_cents };
}
