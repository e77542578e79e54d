import { DAY_MS, KEEPING_DAYS } from '../../contract/keeping-times.ts';
import { openDb } from '../../http/open-db.ts';
import { forgetWebhookIds } from './deliveries.db.ts';

/** Forgets old webhook-ids, so that their index stays small. */
export async function forgetOldWebhookIds(env: Pick<Env, 'DB'>, now: Date): Promise<void> {
  await forgetWebhookIds(openDb(env), { before: new Date(now.getTime() - KEEPING_DAYS.webhook_ids * DAY_MS) });
}
