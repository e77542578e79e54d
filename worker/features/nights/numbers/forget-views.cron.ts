import { KEEPING_DAYS } from '../../../contract/talk/keeping-times.ts';
import { DAY } from '../../../contract/time/durations.ts';
import { openDb } from '../../../http/database/open-db.ts';
import { deleteViewsBefore } from './stored-views.db.ts';

export async function forgetViews(env: Pick<Env, 'DB'>, now: Date): Promise<void> {
  const day = new Date(now.getTime() - KEEPING_DAYS.views * DAY).toISOString().slice(0, 10);
  await deleteViewsBefore(openDb(env), { day });
}
