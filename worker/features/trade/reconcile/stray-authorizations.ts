import { log } from '../../../http/log.ts';
import { cancelStray } from '../payments/cancel-stray.ts';
import { ProviderError } from '../provider/provider-error.ts';
import { settle } from '../payments/settle.ts';
import type { Snapshot } from '../payments/settle/step.ts';
import { settleCardsSquad } from '../squads/settle-squad.ts';
import { readIntents } from './read-pages.ts';
import { findRecorded } from './reconcile.db.ts';

/**
 * Cancels authorizations that neither a payment nor a squad has recorded. First settles the payment or squad of each
 * authorization, because a new authorization may not be recorded yet.
 */
export async function cancelStrays({ env, db, provider, now }: Omit<Snapshot, 'sale'>): Promise<void> {
  const open = (await readIntents(provider, now)).filter(({ status }) => status === 'requires_capture');
  const recorded = await findRecorded(db, { intents: open.map(({ id }) => id) });
  for (const { id, metadata } of open.filter((intent) => !recorded.has(intent.id))) {
    const request_id = metadata['request_id'];
    if (!request_id || !(await settle(env, request_id, { now, provider }))) continue;
    if (!(await settleCardsSquad(env, request_id, { now, provider }))) continue;
    try {
      await cancelStray(db, { provider, intent: await provider.findIntent(id) });
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      log('warn', 'a stray authorization is not cancelled', { intent_id: id, error: error.message });
    }
  }
}
