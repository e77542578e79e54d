import { DAY } from '../../../contract/time/durations.ts';
import { KEEPING_DAYS } from '../../../contract/talk/keeping-times.ts';
import { openDb } from '../../../http/database/open-db.ts';
import { deleteSquadsBefore } from './squad.db.ts';

/** Deletes squads a while after their nights. */
export async function forgetSquads(env: Env, now: Date): Promise<void> {
  await deleteSquadsBefore(openDb(env), { before: new Date(now.getTime() - KEEPING_DAYS.squads * DAY) });
}
