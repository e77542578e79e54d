import { openDb } from '../../http/open-db.ts';
import { forgetWebhookIds } from './deliveries.db.ts';

/** A webhook-id is known for this long, in ms. Feeds send a delivery again within hours. */
const KNOWN_MS = 30 * 86_400_000;

/** Forgets old webhook-ids, so that their index stays small. */
export async function forgetOldWebhookIds(env: Pick<Env, 'DB'>, now: Date): Promise<void> {
  await forgetWebhookIds(openDb(env), { before: new Date(now.getTime() - KNOWN_MS) });
}
