import type { Db } from '../../../context.ts';
import { log } from '../../../http/log.ts';
import { openDb } from '../../../http/database/open-db.ts';
import { cancelStray } from '../payments/cancel-stray.ts';
import { ProviderError } from '../provider/provider-error.ts';
import type { ProviderEvent } from '../provider/verify-event.ts';
import { openProvider, type Provider } from '../provider/provider.ts';
import { takeAccountEvent } from '../payouts/payout-account.ts';
import { findPayment, markEventDone, recordEvent } from '../provider/provider-events.db.ts';
import { holdPayout } from '../payouts/payout-holds.db.ts';
import { settle } from '../payments/settle.ts';
import { checkKeptCard } from '../kept-cards/settle-kept-card.ts';
import { settleCardsSquad } from '../squads/settle-squad.ts';

/**
 * Handles an event of the provider. The event is only a hint: `settle` asks the provider for the facts. Returns false
 * if the provider must send the event again.
 */
export async function takeEvent(
  env: Env,
  { event, now, provider = openProvider(env) }: { event: ProviderEvent; now: Date; provider?: Provider },
): Promise<boolean> {
  const db = openDb(env);
  const { isDone, requests } = await recordEvent(db, { event, now });
  if (isDone) return true;
  for (const request_id of requests) {
    const isWarning = event.type === 'radar.early_fraud_warning.created';
    // The hold is stored even if there is no payout yet. A payout that is added later begins frozen.
    if (isWarning) await holdPayout(db, { request_id, reason: 'fraud_warning', source: event.object_id, now });
    if (!(await settle(env, request_id, { now, provider }))) return false;
    // The event of a dispute can arrive before we have recorded the capture.
    const status = (await findPayment(db, { request_id }))?.status;
    if (event.type.startsWith('charge.dispute.') && status !== 'captured') return false;
  }
  if (requests.length === 0 && event.request_id !== null) {
    if (!(await settleCardsSquad(env, event.request_id, { now, provider }))) return false;
    if (!(await checkKeptCard(env, event.request_id, { now, provider }))) return false;
  }
  if (event.type === 'payment_intent.amount_capturable_updated' && event.intent_id !== null) {
    if (!(await cancelIfStray(db, { provider, intent_id: event.intent_id }))) return false;
  }
  if (!(await takeAccountEvent(env, { event, now }))) return false;
  await markEventDone(db, { id: event.id, now });
  return true;
}

/**
 * Cancels the authorization of an intent if its ticket request or squad does not need it. Returns false if the provider
 * failed but may succeed later. Then the provider must send the event again.
 */
async function cancelIfStray(
  db: Db,
  { provider, intent_id }: { provider: Provider; intent_id: string },
): Promise<boolean> {
  try {
    await cancelStray(db, { provider, intent: await provider.findIntent(intent_id) });
    return true;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log('warn', 'an authorization was not checked', { intent_id, code: error.code });
    return error.isFinal;
  }
}
