import { DAY } from '../../../contract/time/durations.ts';
import { KEEPING_DAYS } from '../../../contract/talk/keeping-times.ts';
import { openDb } from '../../../http/database/open-db.ts';
import { forgetHome } from './home.db.ts';
import { deleteSquadsBefore } from './squad.db.ts';

export async function forgetSquads(env: Env, now: Date): Promise<void> {
  const db = openDb(env);
  await forgetHome(db, { now });
  await deleteSquadsBefore(db, { before: new Date(now.getTime() - KEEPING_DAYS.squads * DAY) });
}
