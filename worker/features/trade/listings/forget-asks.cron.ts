import { KEEPING_DAYS } from '../../../contract/talk/keeping-times.ts';
import { DAY } from '../../../contract/time/durations.ts';
import { openDb } from '../../../http/database/open-db.ts';
import { deleteAsksBefore } from './face-value-asks.db.ts';

export async function forgetAsks(env: Pick<Env, 'DB'>, now: Date): Promise<void> {
  await deleteAsksBefore(openDb(env), { before: new Date(now.getTime() - KEEPING_DAYS.asks_of_events * DAY) });
}
