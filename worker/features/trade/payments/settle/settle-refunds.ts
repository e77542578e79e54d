import type Stripe from 'stripe';
import type { Refund } from '../../../../../drizzle/tables/trade/money/refunds.ts';
import type { Statement } from '../../../../http/database/batch.ts';
import { ProviderError } from '../../provider/provider-error.ts';
import { book } from './commit.db.ts';
import { leftOf } from './money-split.rules.ts';
import { endHandover, setBeyond, setRefund } from './statements.db.ts';
import { takeBack } from './take-back.ts';
import { type Look, step, type Turn } from './turn.ts';

/** Failed tries after which the staff must look at a refund. */
const MOST_FAILURES = 5;

/**
 * Records refunds that the buyer's bank has sent back. They come before disputes, which can take the same money. While
 * a dispute is open, a refund whose answer was lost is looked for too: the dispute takes only money that has not left.
 */
export async function settleReturnedRefunds(look: Look): Promise<Turn | null> {
  const { refunds, disputes } = look.sale;
  const sentOnes = refunds.filter(({ status }) => status === 'sent');
  const isDisputed = disputes.some(({ status }) => status === 'open');
  const askedOnes = isDisputed ? refunds.filter(({ status, booked_at }) => status === 'due' && booked_at !== null) : [];
  if (sentOnes.length + askedOnes.length === 0) return null;
  const theirs = await refundsAtProvider(look);
  for (const refund of askedOnes) {
    const going = goingFor(refund, theirs);
    if (going) return sent(look, refund, going);
  }
  const failed = sentOnes.find(({ provider_id }) => theirs.some((each) => each.id === provider_id && hasFailed(each)));
  return failed ? returned(look, failed) : null;
}

/**
 * Refunds that are due, the oldest first: each is booked out of the sale, then sent once. While a dispute is open they
 * wait, because the provider refuses them and the bank may send the money itself.
 */
export async function settleRefunds(look: Look): Promise<Turn | null> {
  const { sale } = look;
  const refund = sale.refunds.find(({ status }) => status === 'due');
  if (!refund || sale.disputes.some(({ status }) => status === 'open')) return null;
  if (!refund.booked_at) return bookRefund(look, refund);
  const theirs = await refundsAtProvider(look);
  const going = goingFor(refund, theirs);
  return going ? sent(look, refund, going) : send(look, refund);
}

const refundsAtProvider = ({ sale, provider }: Look) => provider.listRefunds({ payment_intent: sale.intent_id! });

/** The provider's refund that was made for ours, unless it failed. */
const goingFor = ({ id }: Refund, theirs: readonly Stripe.Refund[]) =>
  theirs.find((each) => each.metadata?.['refund_id'] === id && !hasFailed(each));

const hasFailed = ({ status }: Stripe.Refund) => status === 'failed' || status === 'canceled';

async function bookRefund(look: Look, refund: Refund): Promise<Turn> {
  const { sale, db, now } = look;
  const { payment } = sale;
  const { request_id } = payment;
  const amount_cents = Math.min(refund.amount_cents, leftOf(payment));
  if (amount_cents === 0) return step(look, {}, [setRefund(db, refund.id, { status: 'dropped' })]);
  if (amount_cents < refund.amount_cents) return step(look, {}, [setRefund(db, refund.id, { amount_cents })]);
  const taken = await takeBack(look, { amount_cents, into: `refund_due:${request_id}` });
  if (taken === 'again' || 'until' in taken) return taken;
  return step(look, { taken_cents: payment.taken_cents + amount_cents }, [
    setRefund(db, refund.id, { booked_at: now }),
    // Nobody hands over tickets whose whole price goes back.
    ...(amount_cents === leftOf(payment) ? [endHandover(db, { request_id, to: 'failed', by: 'staff', now })] : []),
    ...taken.statements,
    ...book(db, { cause: `refund:${refund.id}`, legs: taken.legs, request_id, now }),
  ]);
}

async function send(look: Look, refund: Refund): Promise<Turn> {
  const { sale, db, provider } = look;
  const { request_id } = sale.payment;
  const { intent_id } = sale;
  const params = {
    payment_intent: intent_id!,
    amount: refund.amount_cents,
    metadata: { refund_id: refund.id, request_id },
  };
  try {
    return await sent(look, refund, await provider.createRefund(params, `${refund.id}:refund:${refund.attempt}`));
  } catch (error) {
    if (!(error instanceof ProviderError && error.isFinal)) throw error;
    const failures = refund.failures + 1;
    const fields = { attempt: refund.attempt + 1, failures };
    return step(look, { last_error: error.message }, [
      setRefund(db, refund.id, failures >= MOST_FAILURES ? { ...fields, status: 'stuck' } : fields),
    ]);
  }
}

function sent(look: Look, refund: Refund, theirs: Stripe.Refund): Promise<Turn> {
  const { sale, db, now } = look;
  const { request_id } = sale.payment;
  const legs = [
    { debit: `refund_due:${request_id}`, credit: 'provider', amount_cents: refund.amount_cents, ref: theirs.id },
  ];
  return step(look, {}, [
    setRefund(db, refund.id, { status: 'sent', provider_id: theirs.id, sent_at: now }),
    ...book(db, { cause: `refund-sent:${theirs.id}`, legs, request_id, now }),
  ]);
}

/**
 * The buyer's bank did not take the money. We owe it again, and the staff must find another way. What a lost dispute
 * had taken a second time is no loss any more, and nobody is owed it.
 */
function returned(look: Look, refund: Refund): Promise<Turn> {
  const { sale, db, now } = look;
  const { request_id } = sale.payment;
  const ref = refund.provider_id!;
  const { statements, back_cents } = takeFromLosses(look, refund.amount_cents);
  const owed_cents = refund.amount_cents - back_cents;
  const legs = [
    { debit: 'provider', credit: `refund_due:${request_id}`, amount_cents: owed_cents, ref },
    { debit: 'provider', credit: 'cost:losses', amount_cents: back_cents, ref },
  ];
  const attempt = refund.attempt + 1;
  return step(look, {}, [
    setRefund(db, refund.id, { status: 'stuck', attempt, ...(owed_cents > 0 ? { amount_cents: owed_cents } : {}) }),
    ...(owed_cents > 0 ? [] : [setRefund(db, refund.id, { status: 'dropped' })]),
    ...statements,
    ...book(db, { cause: `refund-failed:${ref}`, legs, request_id, now }),
  ]);
}

/** Lowers what lost disputes took twice by at most `most` cents. */
function takeFromLosses({ sale, db }: Look, most: number) {
  let back_cents = 0;
  const statements: Statement[] = [];
  for (const { provider_id, beyond_cents } of sale.disputes) {
    const part = Math.min(most - back_cents, beyond_cents);
    if (part > 0) statements.push(setBeyond(db, provider_id, beyond_cents - part));
    back_cents += part;
  }
  return { statements, back_cents };
}
