import type Stripe from 'stripe';
import { refusalEnd } from '../../../../contract/trade/offers/offer-window.ts';
import { MINUTE } from '../../../../contract/time/durations.ts';
import { mailAndNotice } from '../../../../http/outbox/mail-and-notice.ts';
import { ProviderError } from '../../provider/provider-error.ts';
import { idOf } from '../../provider/provider.ts';
import { authorize } from './authorize.ts';
import { endKeptCard, type KeptCardOfSale, payBy, payer } from './kept-card.db.ts';
import { type KeptNews, keptNews } from './kept-card.mails.ts';
import { totalOf } from './money-split.rules.ts';
import { after, type Snapshot, step, type StepResult, unlessRefused } from './step.ts';

/** Authorizes a payment by kept card. Stores the payment intent before asking the bank, so no authorization is lost. */
export async function settleKept(snapshot: Snapshot): Promise<StepResult> {
  const { sale, provider, now } = snapshot;
  const { payment, request } = sale;
  const isPending = request.status === 'pending';
  const kept = sale.kept && sale.kept.until > now.getTime() ? sale.kept : null;
  const fail = () => step(snapshot, { status: 'failed', settle_at: null });
  if (payment.intent_id === null) {
    if (!isPending) return fail();
    return kept ? makeIntent(snapshot, kept) : leaveToBuyer(snapshot);
  }
  const intent = await provider.findIntent(payment.intent_id);
  const isOfKept = kept !== null && idOf(intent.customer) === kept.customer;
  if (intent.status === 'processing') return { until: after(now, MINUTE) };
  if (intent.status === 'succeeded') throw new Error('A kept card was charged before its seller was asked.');
  if (intent.status === 'canceled') {
    if (!isPending) return fail();
    // The buyer has given another card in the meantime.
    if (kept && !isOfKept) return step(snapshot, { intent_id: null });
    return leaveToBuyer(snapshot, kept ? { card: kept, is_refused: true } : undefined);
  }
  if (isPending && isOfKept) {
    if (intent.status === 'requires_capture') return authorize(snapshot, intent, await news(snapshot, 'taken'));
    if (intent.status === 'requires_confirmation') return askBank(snapshot, intent.id);
  }
  return unlessRefused(provider.cancelIntent(intent.id));
}

async function makeIntent(snapshot: Snapshot, kept: KeptCardOfSale): Promise<StepResult> {
  const { request_id } = snapshot.sale.payment;
  const params: Stripe.PaymentIntentCreateParams = {
    amount: totalOf(snapshot.sale.payment),
    currency: 'usd',
    capture_method: 'manual',
    allowed_payment_method_types: ['card'],
    customer: kept.customer,
    payment_method: kept.method,
    transfer_group: request_id,
    metadata: { request_id },
  };
  try {
    const intent = await snapshot.provider.createIntent(params, `${request_id}:kept:${kept.id}`);
    return await step(snapshot, { intent_id: intent.id });
  } catch (error) {
    if (!(error instanceof ProviderError && error.isFinal)) throw error;
    return leaveToBuyer(snapshot, { card: kept, is_refused: false });
  }
}

/**
 * Confirms the intent, so that the provider asks the bank. If the intent is still unconfirmed after a final error,
 * cancels the intent.
 */
async function askBank({ provider }: Snapshot, intentId: string): Promise<StepResult> {
  try {
    await provider.confirmIntent(intentId);
  } catch (error) {
    if (!(error instanceof ProviderError && error.isFinal)) throw error;
    const { status } = await provider.findIntent(intentId);
    if (status === 'requires_confirmation') await unlessRefused(provider.cancelIntent(intentId));
  }
  return 'again';
}

/** Gives the buyer time to pay on the card page, which `settleAwaiting` opens. Ends the kept card if it failed. */
async function leaveToBuyer(
  snapshot: Snapshot,
  failed?: { card: KeptCardOfSale; is_refused: boolean },
): Promise<StepResult> {
  const { sale, db, now } = snapshot;
  const { payment, request, event } = sale;
  const usual = refusalEnd({ now, start_at: event.start_at, end_at: event.end_at }) ?? now;
  const until = usual > request.expires_at ? usual : request.expires_at;
  const kind = !failed ? 'held' : failed.is_refused ? 'refused' : 'failed';
  return step(snapshot, { intent_id: null, session_attempt: 1 }, [
    ...(failed ? [endKeptCard(db, failed.card.id)] : []),
    payBy(db, payment.request_id, until),
    ...(await news(snapshot, kind, until)),
  ]);
}

async function news({ env, db, sale, now }: Snapshot, kind: KeptNews, until = now) {
  const about = { get: (key: 'db' | 'now') => ({ db, now })[key], env };
  const { mail, notice } = keptNews({ sale, kind, until, now, SITE_URL: env.SITE_URL });
  return (await mailAndNotice(about, { to: payer(sale.request.buyer_id), mail, notice, name: null, purpose: 'money' }))
    .statements;
}
