import { DAY_MS, KEEPING_DAYS } from '../../contract/keeping-times.ts';
import { openDb } from '../../http/open-db.ts';
import { deleteEventsBefore } from './provider-events.db.ts';

/** Forgets the payment provider's events that were taken long ago. It is safe to run at any time. */
export async function forgetProviderEvents(env: Env, now: Date): Promise<void> {
  await deleteEventsBefore(openDb(env), { before: new Date(now.getTime() - KEEPING_DAYS.provider_events * DAY_MS) });
}
