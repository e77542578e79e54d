import { openDb } from '../../http/open-db.ts';
import { cancelStray } from './cancel-stray.ts';
import type { ProviderEvent } from './provider/events.ts';
import { openProvider, type Provider } from './provider/provider.ts';
import { takeAccountEvent } from './payouts/payout-account.ts';
import { findPayment, freezeForFraud, markEventDone, recordEvent } from './provider-events.db.ts';
import { settle } from './settle.ts';

/**
 * Takes an event of the provider: a hint to look at a payment again. Returns false if it must be sent again, because the provider could
 * not be asked, or because our own record is not that far yet. A repeat of an event that was taken does nothing.
 */
export async function takeEvent(
  env: Env,
  { event, now, provider = openProvider(env) }: { event: ProviderEvent; now: Date; provider?: Provider },
): Promise<boolean> {
  const db = openDb(env);
  const { isDone, request_id } = await recordEvent(db, { event, now });
  if (isDone) return true;
  if (request_id !== null) {
    if (event.type === 'radar.early_fraud_warning.created') await freezeForFraud(db, { request_id });
    if (!(await settle(env, request_id, { now, provider }))) return false;
    // A dispute can be known before our own capture is recorded.
    if (event.type.startsWith('charge.dispute.') && (await findPayment(db, { request_id }))?.status !== 'captured') return false;
  }
  if (event.type === 'payment_intent.amount_capturable_updated' && event.intent_id !== null) {
    await cancelStray(db, { provider, intent: await provider.findIntent(event.intent_id) });
  }
  if (!(await takeAccountEvent(env, { event, now }))) return false;
  await markEventDone(db, { id: event.id, now });
  return true;
}
