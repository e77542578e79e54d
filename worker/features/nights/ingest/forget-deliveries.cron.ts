import { KEEPING_DAYS } from '../../../contract/talk/keeping-times.ts';
import { DAY } from '../../../contract/time/durations.ts';
import { openDb } from '../../../http/database/open-db.ts';
import { forgetDeliveries } from './deliveries.db.ts';

/** Forgets webhook-ids sooner than deliveries, so that the index of the ids stays small. */
export async function forgetOldDeliveries(env: Pick<Env, 'DB'>, now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY);
  await forgetDeliveries(openDb(env), {
    ids_before: ago(KEEPING_DAYS.webhook_ids),
    rows_before: ago(KEEPING_DAYS.deliveries),
  });
}
