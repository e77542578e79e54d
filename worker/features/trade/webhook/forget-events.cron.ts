import { KEEPING_DAYS } from '../../../contract/talk/keeping-times.ts';
import { DAY } from '../../../contract/time/durations.ts';
import { openDb } from '../../../http/database/open-db.ts';
import { deleteEventsBefore } from '../provider/provider-events.db.ts';
import { deleteEqualBefore } from '../reconcile/reconcile.db.ts';

export async function forgetProviderEvents(env: Pick<Env, 'DB'>, now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY);
  const db = openDb(env);
  await deleteEventsBefore(db, { before: ago(KEEPING_DAYS.provider_events) });
  await deleteEqualBefore(db, { before: ago(KEEPING_DAYS.equal_comparisons) });
}
