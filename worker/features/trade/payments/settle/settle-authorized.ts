import { MINUTE } from '../../../../contract/time/durations.ts';
import type { Intent } from '../../provider/provider.ts';
import { book } from './commit.db.ts';
import { handoverDue, payoutDue, refundsBegin } from './deadlines.rules.ts';
import { totalOf } from './money-split.rules.ts';
import { acceptRequest, beginHandover, beginPayout, dropRequest } from './statements.db.ts';
import { after, type Snapshot, step, type StepResult, unlessRefused } from './step.ts';

/** Charges the card once the seller's yes is final, or cancels the authorization if the request has ended. */
export async function settleAuthorized(snapshot: Snapshot): Promise<StepResult> {
  const { sale, db, provider, now } = snapshot;
  const { payment, request, event } = sale;
  const intent = await provider.findIntent(payment.intent_id!);
  if (intent.status === 'processing') return { until: after(now, MINUTE) };
  if (request.status !== 'pending') return cancel(snapshot, intent);
  if (intent.status === 'succeeded') return recordCapture(snapshot, intent);
  if (intent.status === 'canceled') return step(snapshot, {}, [dropRequest(db, payment.request_id, 'declined')]);
  const begin = refundsBegin(event);
  if (begin)
    return begin > now ? { until: begin } : step(snapshot, {}, [dropRequest(db, payment.request_id, 'declined')]);
  // No card of a broken group is charged, so this request does not wait for an answer.
  if (sale.is_group_broken) return step(snapshot, {}, [dropRequest(db, payment.request_id, 'cancelled')]);
  if (request.expires_at > now) return { until: request.expires_at };
  // Other code ends a declined or expired request. A trigger then makes this payment due.
  if (request.answer !== 'accepted') return { until: after(now, MINUTE) };
  // No card of a group is charged before all requests of the group are accepted and all cards authorized.
  if (sale.group_waits > 0 || sale.group_final_at > now.getTime()) return { until: after(now, MINUTE) };
  const group = await readGroupCards(snapshot);
  if (group === 'lapsed') return step(snapshot, {}, [dropRequest(db, payment.request_id, 'cancelled')]);
  if (group === 'waits') return { until: after(now, MINUTE) };
  return capture(snapshot, intent);
}

/** Asks the provider right before each charge, because its event about a lapsed card can get lost. */
async function readGroupCards({ sale, provider }: Snapshot): Promise<'good' | 'waits' | 'lapsed'> {
  const ids = JSON.parse(sale.group_intents) as string[];
  const statuses = (await Promise.all(ids.map((id) => provider.findIntent(id)))).map(({ status }) => status);
  if (statuses.includes('canceled')) return 'lapsed';
  return statuses.every((status) => status === 'requires_capture' || status === 'succeeded') ? 'good' : 'waits';
}

/** Charges the card. If a card of a group cannot be charged, the group ends, so that no other card waits for it. */
async function capture(snapshot: Snapshot, { id }: Intent): Promise<StepResult> {
  const { db, provider, sale } = snapshot;
  await unlessRefused(provider.captureIntent(id, { amount_to_capture: totalOf(sale.payment) }));
  const isRefused = sale.is_in_group && (await provider.findIntent(id)).status === 'requires_capture';
  return isRefused ? step(snapshot, {}, [dropRequest(db, sale.payment.request_id, 'cancelled')]) : 'again';
}

async function cancel(snapshot: Snapshot, intent: Intent): Promise<StepResult> {
  if (intent.status === 'canceled') return step(snapshot, { status: 'voided', settle_at: null });
  if (intent.status === 'succeeded') throw new Error('A card was charged for a request that has ended.');
  return unlessRefused(snapshot.provider.cancelIntent(intent.id));
}

function recordCapture(snapshot: Snapshot, intent: Intent): Promise<StepResult> {
  const { sale, db, now } = snapshot;
  const { payment, request, event } = sale;
  const request_id = payment.request_id;
  const charge = intent.latest_charge;
  if (intent.amount_received !== totalOf(payment))
    throw new Error(`The card was charged ${intent.amount_received} cents.`);
  if (!charge?.balance_transaction) throw new Error('The provider does not report its fee yet.');
  const hold = `hold:${request_id}`;
  const legs = [
    { debit: 'provider', credit: hold, amount_cents: totalOf(payment), ref: charge.id },
    { debit: 'cost:processing', credit: 'provider', amount_cents: charge.balance_transaction.fee, ref: charge.id },
  ];
  return step(snapshot, { status: 'captured', charge_id: charge.id, captured_at: now, settle_at: now }, [
    acceptRequest(db, request_id),
    ...book(db, { cause: `captured:${request_id}`, legs, request_id, now }),
    beginHandover(db, {
      request_id,
      due_at: handoverDue({ captured_at: now, promised_due_at: payment.promised_due_at }),
    }),
    beginPayout(db, { request_id, seller_id: request.seller_id, due_at: payoutDue(event) }),
  ]);
}
