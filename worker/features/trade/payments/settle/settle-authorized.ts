import { MINUTE } from '../../../../contract/time/durations.ts';
import type { Intent } from '../../provider/provider.ts';
import { book } from './commit.db.ts';
import { handoverDue, payoutDue, refundsBegin } from './deadlines.rules.ts';
import { totalOf } from './money-split.rules.ts';
import { acceptRequest, beginHandover, beginPayout, dropRequest } from './statements.db.ts';
import { unlessRefused } from './settle-awaiting.ts';
import { after, type Look, step, type Turn } from './turn.ts';

/**
 * A payment whose card is authorised: charges it once the seller's yes can no longer be undone, and cancels it if the
 * request has ended.
 */
export async function settleAuthorized(look: Look): Promise<Turn> {
  const { sale, db, provider, now } = look;
  const { payment, request, event } = sale;
  const intent = await provider.findIntent(payment.intent_id!);
  if (intent.status === 'processing') return { until: after(now, MINUTE) };
  if (request.status !== 'pending') return cancel(look, intent);
  if (intent.status === 'succeeded') return recordCapture(look, intent);
  if (intent.status === 'canceled') return step(look, {}, [dropRequest(db, payment.request_id, 'declined')]);
  const begin = refundsBegin(event);
  if (begin) return begin > now ? { until: begin } : step(look, {}, [dropRequest(db, payment.request_id, 'declined')]);
  if (request.expires_at > now) return { until: request.expires_at };
  // A decline or an expiry is ended like that of any other request, which wakes this payment.
  if (request.answer !== 'accepted') return { until: after(now, MINUTE) };
  if (sale.is_group_broken) return step(look, {}, [dropRequest(db, payment.request_id, 'cancelled')]);
  // No card of a group is charged before all are authorised and accepted.
  if (sale.group_waits > 0 || sale.group_final_at > now.getTime()) return { until: after(now, MINUTE) };
  const group = await lookAtGroup(look);
  if (group === 'lapsed') return step(look, {}, [dropRequest(db, payment.request_id, 'cancelled')]);
  if (group === 'waits') return { until: after(now, MINUTE) };
  return capture(look, intent);
}

/**
 * What the provider says of the other cards of a group, asked again right before the first charge: the message that one
 * has lapsed may be lost. A card that was charged meanwhile is as good as one that can be.
 */
async function lookAtGroup({ sale, provider }: Look): Promise<'good' | 'waits' | 'lapsed'> {
  const ids = JSON.parse(sale.group_intents) as string[];
  const statuses = (await Promise.all(ids.map((id) => provider.findIntent(id)))).map(({ status }) => status);
  if (statuses.includes('canceled')) return 'lapsed';
  return statuses.every((status) => status === 'requires_capture' || status === 'succeeded') ? 'good' : 'waits';
}

/** Charges the card. A card of a group that is refused for good ends the group, so that no other waits for it. */
async function capture(look: Look, { id }: Intent): Promise<Turn> {
  const { db, provider, sale } = look;
  await unlessRefused(provider.captureIntent(id));
  const isRefused = sale.is_in_group && (await provider.findIntent(id)).status === 'requires_capture';
  return isRefused ? step(look, {}, [dropRequest(db, sale.payment.request_id, 'cancelled')]) : 'again';
}

async function cancel(look: Look, intent: Intent): Promise<Turn> {
  if (intent.status === 'canceled') return step(look, { status: 'voided', settle_at: null });
  if (intent.status === 'succeeded') throw new Error('A card was charged for a request that has ended.');
  await unlessRefused(look.provider.cancelIntent(intent.id));
  return 'again';
}

/**
 * One transaction: the payment is captured, the request accepted, the money booked, and the hand-over and the payout
 * begin.
 */
function recordCapture(look: Look, intent: Intent): Promise<Turn> {
  const { sale, db, now } = look;
  const { payment, request, event } = sale;
  const request_id = payment.request_id;
  const charge = intent.latest_charge;
  if (intent.amount_received !== totalOf(payment))
    throw new Error(`The card was charged ${intent.amount_received} cents.`);
  if (!charge?.balance_transaction) throw new Error('The provider does not say what its fee is yet.');
  const hold = `hold:${request_id}`;
  const legs = [
    { debit: 'provider', credit: hold, amount_cents: totalOf(payment), ref: charge.id },
    { debit: 'cost:processing', credit: 'provider', amount_cents: charge.balance_transaction.fee, ref: charge.id },
  ];
  return step(look, { status: 'captured', charge_id: charge.id, captured_at: now, settle_at: now }, [
    acceptRequest(db, request_id),
    ...book(db, { cause: `captured:${request_id}`, legs, request_id, now }),
    beginHandover(db, {
      request_id,
      due_at: handoverDue({ captured_at: now, promised_due_at: payment.promised_due_at }),
    }),
    beginPayout(db, { request_id, seller_id: request.seller_id, due_at: payoutDue(event) }),
  ]);
}
