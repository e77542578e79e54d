import type Stripe from 'stripe';
import { isOtherThanShown } from '../../../../contract/nights/events/guarded-edits.ts';
import { DAY, HOUR, MINUTE } from '../../../../contract/time/durations.ts';
import { dollars, priceText } from '../../../../contract/trade/money.ts';
import { holdEnd } from '../../../../contract/trade/ticket-expiry.ts';
import { keepMark } from '../../../../http/shared/shared-mark.ts';
import { ProviderError } from '../../provider/provider-error.ts';
import type { Intent } from '../../provider/provider.ts';
import { refundsBegin } from './deadlines.rules.ts';
import { totalOf } from './money-split.rules.ts';
import { askSeller, dropRequest } from './statements.db.ts';
import { after, earliest, type Look, step, type Turn } from './turn.ts';

/** How long the provider keeps a checkout session open, from the request on. We end it earlier ourselves. */
const SESSION_MS = HOUR;
/** Failed tries to open a session after which the request ends. */
const MOST_TRIES = 4;
/** We never rely on the last day of an authorisation. */
const SPARE_MS = DAY;

/**
 * A payment that nobody has authorised yet: opens the checkout, waits, and records the authorisation. If the request
 * has ended, it closes the checkout, and cancels an authorisation that came too late.
 */
export async function settleAwaiting(look: Look): Promise<Turn> {
  const { sale, db, provider, now } = look;
  const { payment, request, event } = sale;
  const isPending = request.status === 'pending';
  // The pay window is over. The request expires like any other, which wakes this payment.
  if (isPending && request.expires_at <= now) return { until: after(now, MINUTE) };
  const begin = refundsBegin(event);
  if (isPending && begin && begin <= now) return step(look, {}, [dropRequest(db, payment.request_id, 'declined')]);
  if (payment.session_id === null) return openSession(look, isPending);
  const session = await provider.findCheckout(payment.session_id);
  const intentId = idOf(session.payment_intent);
  const intent = intentId === null ? null : await provider.findIntent(intentId);
  if (intent?.status === 'requires_capture') return isPending ? authorize(look, intent) : cancel(look, intent);
  if (intent?.status === 'processing') return { until: after(now, MINUTE) };
  if (session.status === 'open')
    return isPending ? { until: earliest(request.expires_at, begin) } : close(look, session.id);
  const ends = isPending ? [dropRequest(db, payment.request_id, 'expired')] : [];
  return step(look, { status: 'failed', intent_id: intentId, settle_at: null }, ends);
}

const idOf = (linked: string | { id: string } | null): string | null =>
  typeof linked === 'string' ? linked : (linked?.id ?? null);

/**
 * An ended request opens its session again under the same key, because the first try may have opened one whose id got
 * lost.
 */
async function openSession(look: Look, isPending: boolean): Promise<Turn> {
  const { sale, provider, db } = look;
  const { payment } = sale;
  try {
    const session = await provider.createCheckout(
      sessionParams(look),
      `${payment.request_id}:session:${payment.session_attempt}`,
    );
    return await step(look, { session_id: session.id, session_url: session.url, failures: 0, last_error: null });
  } catch (error) {
    if (!(error instanceof ProviderError && error.isFinal)) throw error;
    if (isPending && payment.session_attempt < MOST_TRIES) {
      return step(look, { session_attempt: payment.session_attempt + 1, last_error: error.message });
    }
    const ends = isPending ? [dropRequest(db, payment.request_id, 'expired')] : [];
    return step(look, { status: 'failed', settle_at: null, last_error: error.message }, ends);
  }
}

function sessionParams({ env, sale }: Look): Stripe.Checkout.SessionCreateParams {
  const { payment, request, event, buyer_email } = sale;
  const back = `${env.SITE_URL}/pay/${payment.request_id}`;
  const metadata = { request_id: payment.request_id };
  const each = priceText(dollars(payment.tickets_cents / request.quantity));
  return {
    mode: 'payment',
    client_reference_id: payment.request_id,
    metadata,
    success_url: back,
    cancel_url: back,
    expires_at: Math.floor((payment.created_at.getTime() + SESSION_MS) / 1000),
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
            description: `${each} each and ${priceText(dollars(payment.buyer_fee_cents))} fees. You are not charged until the seller accepts.`,
          },
        },
      },
    ],
  };
}

/**
 * Records the authorisation, and the card as a mark of the buyer. The seller now has the usual time to answer, or has
 * agreed beforehand.
 */
async function authorize(look: Look, intent: Intent): Promise<Turn> {
  const { sale, env, db, now } = look;
  const { payment, request, event, is_verified } = sale;
  // Nobody is charged for another night than they were shown. The next look cancels the authorisation.
  if (isOtherThanShown(payment, event)) return step(look, {}, [dropRequest(db, payment.request_id, 'declined')]);
  const capture_before = captureBefore(intent, now);
  const usual = holdEnd({ now, start_at: payment.promised_start_at, is_verified });
  const expires_at = earliest(usual, after(capture_before, -SPARE_MS)) ?? usual;
  const charge_id = intent.latest_charge?.id ?? null;
  const fingerprint = intent.latest_charge?.payment_method_details?.card?.fingerprint;
  return step(look, { status: 'authorized', intent_id: intent.id, charge_id, capture_before, authorized_at: now }, [
    askSeller(db, { id: payment.request_id, expires_at, is_instant: payment.sold_at_once, now }),
    ...(fingerprint
      ? await keepMark({ env, db }, { user_id: request.buyer_id, kind: 'card', value: fingerprint })
      : []),
  ]);
}

/** When the authorisation ends, as the provider says; a week if it does not say. */
function captureBefore(intent: Intent, now: Date): Date {
  const seconds = intent.latest_charge?.payment_method_details?.card?.capture_before;
  return seconds ? new Date(seconds * 1000) : after(now, 7 * DAY);
}

async function cancel({ provider }: Look, intent: Intent): Promise<Turn> {
  await unlessRefused(provider.cancelIntent(intent.id));
  return 'again';
}

async function close({ provider }: Look, sessionId: string): Promise<Turn> {
  await unlessRefused(provider.expireCheckout(sessionId));
  return 'again';
}

/** A call that the provider refuses because the object has moved on. The next look reads where it is. */
export async function unlessRefused(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof ProviderError && error.isFinal)) throw error;
  }
}
