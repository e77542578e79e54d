import { log } from '../../../http/log.ts';
import type { Db } from '../../../context.ts';
import { idOf, type Intent, type Provider } from '../provider/provider.ts';
import { findCardOfSquad, findPayment } from '../provider/provider-events.db.ts';

/**
 * Cancels an authorization that its ticket request or squad does not need, for example because the buyer paid too late.
 * Call this after `settle` or `settleSquad` has recorded the authorization that is needed.
 */
export async function cancelStray(db: Db, { provider, intent }: { provider: Provider; intent: Intent }): Promise<void> {
  const request_id = intent.metadata['request_id'];
  if (intent.status !== 'requires_capture' || !request_id) return;
  const payment = (await findPayment(db, { request_id })) ?? (await findCardOfSquad(db, { id: request_id }));
  if (payment && (payment.intent_id === intent.id || (await isOfSession(provider, { payment, intent })))) return;
  log('warn', 'a stray authorization is cancelled', { ticket_request: request_id, intent_id: intent.id });
  await provider.cancelIntent(intent.id);
}

async function isOfSession(
  provider: Provider,
  { payment, intent }: { payment: { status: string; session_id: string | null }; intent: Intent },
): Promise<boolean> {
  if (payment.status !== 'awaiting') return false;
  // `settle` asks again for a session whose id got lost. Until then the intent could belong to that session.
  if (payment.session_id === null) return true;
  const { payment_intent } = await provider.findCheckout(payment.session_id);
  return idOf(payment_intent) === intent.id;
}
