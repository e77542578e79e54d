import type Stripe from 'stripe';
import { HOUR, MINUTE } from '../../../../contract/time/durations.ts';
import { centsText, chargedWhen } from '../../../../contract/trade/money.ts';
import { ProviderError } from '../../provider/provider-error.ts';
import { idOf } from '../../provider/provider.ts';
import { authorize } from './authorize.ts';
import { refundsBegin } from './deadlines.rules.ts';
import { totalOf } from './money-split.rules.ts';
import { settleKept } from './settle-kept.ts';
import { dropRequest } from './statements.db.ts';
import { after, earliest, type Snapshot, step, type StepResult, unlessRefused } from './step.ts';

/** The provider keeps a session open at least this long after the payment was created, in ms. */
const SESSION_MS = HOUR;
/**
 * A session stays open at least this long after the time to pay, in ms. The provider refuses a session that would close
 * within half an hour.
 */
const SPARE_MS = HOUR / 2;
const MOST_TRIES = 4;

/**
 * Opens the checkout and records the authorization. Once the request has ended, closes the checkout or cancels the
 * authorization instead.
 */
export async function settleAwaiting(snapshot: Snapshot): Promise<StepResult> {
  const { sale, db, provider, now } = snapshot;
  const { payment, request, event } = sale;
  const isPending = request.status === 'pending';
  // The time to pay is over. The cron job ends the request, and a trigger then lets `settle` run again.
  if (isPending && request.expires_at <= now) return { until: after(now, MINUTE) };
  const begin = refundsBegin(event);
  if (isPending && begin && begin <= now) return step(snapshot, {}, [dropRequest(db, payment.request_id, 'declined')]);
  if (payment.session_attempt === 0) return settleKept(snapshot);
  if (payment.session_id === null) return openSession(snapshot, isPending);
  const session = await provider.findCheckout(payment.session_id);
  const intentId = idOf(session.payment_intent);
  const intent = intentId === null ? null : await provider.findIntent(intentId);
  if (intent?.status === 'requires_capture')
    return isPending ? authorize(snapshot, intent) : unlessRefused(provider.cancelIntent(intent.id));
  if (intent?.status === 'processing') return { until: after(now, MINUTE) };
  if (session.status === 'open')
    return isPending
      ? { until: earliest(request.expires_at, begin) }
      : unlessRefused(provider.expireCheckout(session.id));
  const ends = isPending ? [dropRequest(db, payment.request_id, 'expired')] : [];
  return step(snapshot, { status: 'failed', intent_id: intentId, settle_at: null }, ends);
}

/**
 * Opens the checkout session. A repeat with the same key returns the same session. After the request's end, this finds
 * a session whose id was lost, so that the next step can close it.
 */
async function openSession(snapshot: Snapshot, isPending: boolean): Promise<StepResult> {
  const { sale, provider, db } = snapshot;
  const { payment } = sale;
  try {
    const session = await provider.createCheckout(
      sessionParams(snapshot),
      `${payment.request_id}:session:${payment.session_attempt}`,
    );
    return await step(snapshot, { session_id: session.id, session_url: session.url, failures: 0, last_error: null });
  } catch (error) {
    if (!(error instanceof ProviderError && error.isFinal)) throw error;
    if (isPending && payment.session_attempt < MOST_TRIES) {
      return step(snapshot, { session_attempt: payment.session_attempt + 1, last_error: error.message });
    }
    const ends = isPending ? [dropRequest(db, payment.request_id, 'expired')] : [];
    return step(snapshot, { status: 'failed', settle_at: null, last_error: error.message }, ends);
  }
}

function sessionParams({ env, sale }: Snapshot): Stripe.Checkout.SessionCreateParams {
  const { payment, request, event, buyer_email } = sale;
  const back = `${env.SITE_URL}/pay/${payment.request_id}`;
  const metadata = { request_id: payment.request_id };
  const each = centsText(payment.tickets_cents / request.quantity);
  const fees = centsText(payment.buyer_fee_cents);
  const charged = chargedWhen({ sold_at_once: payment.sold_at_once, is_in_group: sale.is_in_group });
  return {
    mode: 'payment',
    client_reference_id: payment.request_id,
    metadata,
    success_url: back,
    cancel_url: back,
    expires_at: Math.floor(
      Math.max(payment.created_at.getTime() + SESSION_MS, request.expires_at.getTime() + SPARE_MS) / 1000,
    ),
    allowed_payment_method_types: ['card'],
    ...(buyer_email ? { customer_email: buyer_email } : {}),
    payment_intent_data: { capture_method: 'manual', transfer_group: payment.request_id, metadata },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'usd',
          unit_amount: totalOf(payment),
          product_data: {
            name: `${request.quantity} × ${event.title}`.slice(0, 250),
            description: `${each} each and ${fees} fees. ${charged}`,
          },
        },
      },
    ],
  };
}
